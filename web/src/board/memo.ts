/*
 * A component that is drawn again only when its properties differ.
 *
 * SPDX-License-Identifier: MIT
 */
import { Component, type FunctionComponent, type RenderableProps, createElement } from "preact";

function shallow<P extends object>(a: P, b: P): boolean {
  const keys = Object.keys(a) as (keyof P)[];
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
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
