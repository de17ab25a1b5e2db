/*
 * A connection to a table in a worker of this browser.
 *
 * SPDX-License-Identifier: MIT
 */
import { worker as workerFile } from "linea:files";
import type { Connection, Listener } from "./connection";
import type { Command, FromWorker, Results, ToWorker } from "./messages";
import type { Answer, Request, Table, TableEvent } from "./protocol";

/** What a game on this device receives beside the protocol. */
interface LocalListener extends Listener {
  /** what came before, as who sits in front now may know it */
  history(events: TableEvent[]): void;
  handover(seat: number | null): void;
  undoable(yes: boolean): void;
  unkept(): void;
  moved(): void;
}

export class WorkerLink {
  private readonly worker = new Worker(workerFile, { type: "module" });
  private readonly waiting = new Map<number, { done: (result: never) => void; fail: (error: Error) => void }>();
  private last = 0;

  constructor(receive: (message: FromWorker) => void = () => undefined) {
    this.worker.onmessage = (event: MessageEvent<FromWorker>) => {
      const message = event.data;
      if (message.is !== "result" && message.is !== "failure") return receive(message);
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      if (message.is === "result") asked?.done(message.result as never);
      else asked?.fail(new Error(message.message));
    };
    this.worker.onerror = (event) => {
      for (const asked of this.waiting.values()) asked.fail(new Error(event.message));
      this.waiting.clear();
    };
  }

  send<C extends Command>(command: C): Promise<Results[C["do"]]> {
    return new Promise((done, fail) => {
      const id = ++this.last;
      this.waiting.set(id, { done, fail });
      this.worker.postMessage({ id, ...command } satisfies ToWorker);
    });
  }

  /** The worker ends itself when it has kept what is to be kept. */
  close(): void {
    this.worker.onmessage = null;
    this.worker.postMessage({ id: ++this.last, do: "close" } satisfies ToWorker);
    for (const asked of this.waiting.values()) asked.fail(new Error("closed"));
    this.waiting.clear();
  }
}

export class LocalConnection implements Connection {
  private readonly link: WorkerLink;
  private id = 0;

  constructor(listener: LocalListener) {
    this.link = new WorkerLink((message) => {
      if (message.is === "line") {
        const said = JSON.parse(message.line) as { table: Table } | TableEvent;
        if ("table" in said) listener.table(said.table);
        else listener.event(said);
      } else if (message.is === "history") {
        listener.history(message.lines.map((line) => JSON.parse(line) as TableEvent));
      } else if (message.is === "handover") {
        listener.handover(message.seat);
      } else if (message.is === "undoable") {
        listener.undoable(message.yes);
      } else if (message.is === "unkept") {
        listener.unkept();
      } else if (message.is === "moved") {
        listener.moved();
      }
    });
    listener.online(true);
  }

  send<C extends Command>(command: C): Promise<Results[C["do"]]> {
    return this.link.send(command);
  }

  async ask(request: Request): Promise<Answer> {
    const line = await this.link.send({ do: "ask", request: JSON.stringify({ id: ++this.id, ...request }) });
    return JSON.parse(line) as Answer;
  }

  close(): void {
    this.link.close();
  }
}
