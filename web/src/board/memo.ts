/*
 * Components that are drawn again only when their properties differ, and values that are new objects with the same in them.
 *
 * SPDX-License-Identifier: MIT
 */
import { Component, type FunctionComponent, type RenderableProps, createElement } from "preact";
import { useRef } from "preact/hooks";

export function shallow<P extends object>(a: P, b: P): boolean {
  for (const key in a) if (a[key] !== b[key]) return false;
  for (const key in b) if (!(key in a)) return false;
  return true;
}

export function memo<P extends object>(view: FunctionComponent<P>, same: (a: P, b: P) => boolean = shallow) {
  return class Memo extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      return !same(this.props as P, next);
    }
    override render(props: RenderableProps<P>) {
      return createElement(view, props as P);
    }
  };
}

/** The same object as before, for as long as it says the same: for what comes again with every move. */
export function useSteady<T extends object | undefined>(value: T): T {
  const kept = useRef<{ said: string | undefined; came: T; value: T } | null>(null);
  if (kept.current && kept.current.came === value) return kept.current.value;
  const said = JSON.stringify(value instanceof Set || value instanceof Map ? [...(value as Iterable<unknown>)] : value);
  const same = kept.current?.said === said ? kept.current : null;
  kept.current = { said, came: value, value: same ? same.value : value };
  return kept.current.value;
}
