import { randomUUID } from 'node:crypto';
import type { Log } from '../../core/log.ts';
import type { Ask, Conversations, TurnEvent } from '../conversation/index.ts';

/** An event with its position in the turn, so that a page that lost the connection continues where it was. */
export interface NumberedEvent {
  /** `RUN:NUMBER`. A turn that is resumed after a crash is another run, and is sent from its beginning. */
  id: string;
  event: TurnEvent;
}

/** Turns that run in this process, whether or not a page listens. Any number of pages may listen. */
export interface LiveTurns {
  /**
   * Starts a question and resolves as soon as it is stored, with its turn's id.
   * @returns the first event: `accepted`, `duplicate` or `error`
   */
  start(ask: Ask): Promise<TurnEvent>;
  /** The turn's events after the one with the id `after`, past ones first; undefined when it does not run here. */
  follow(turnId: string, after: string | undefined, signal: AbortSignal): AsyncIterable<NumberedEvent> | undefined;
  /** Stops a turn; false when it does not run here. */
  stop(turnId: string): boolean;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
}

interface LiveTurn {
  run: string;
  events: TurnEvent[];
  done: boolean;
  stop: AbortController;
  /** Wakes those who wait for the next event. */
  changed: PromiseWithResolvers<void>;
}

/** How long a finished turn can be followed; afterwards its events come from the records. */
const KEEP_MS = 30_000;

export const createLiveTurns = (conversations: Conversations, log: Log, keepMs = KEEP_MS): LiveTurns => {
  const turns = new Map<string, LiveTurn>();
  const running = new Set<Promise<void>>();

  const run = async (ask: Ask, live: LiveTurn, first: (event: TurnEvent) => void) => {
    let id: string | undefined;
    try {
      for await (const event of conversations.ask({ ...ask, signal: live.stop.signal })) {
        if (event.type === 'accepted') {
          id = event.turnId;
          turns.set(id, live);
        }
        live.events.push(event);
        first(event);
        wake(live);
      }
    } finally {
      live.done = true;
      wake(live);
      if (id !== undefined) setTimeout(forget, keepMs, id, live).unref();
    }
  };

  const wake = (live: LiveTurn) => {
    const { resolve } = live.changed;
    live.changed = Promise.withResolvers();
    resolve();
  };

  const forget = (id: string, live: LiveTurn) => {
    if (turns.get(id) === live) turns.delete(id);
  };

  async function* eventsOf(live: LiveTurn, after: string, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    const [run, last] = after.split(':');
    const start = run === live.run ? Number(last) + 1 : 0;
    const aborted = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    for (let number = start; !signal.aborted; ) {
      const { promise } = live.changed;
      // Events may be added while one is sent, so the list itself is read on.
      for (let event = live.events[number]; event; event = live.events[number]) {
        yield { id: `${live.run}:${number}`, event };
        number += 1;
      }
      if (live.done) return;
      await Promise.race([promise, aborted]);
    }
  }

  return {
    async start(ask) {
      const first = Promise.withResolvers<TurnEvent>();
      const live: LiveTurn = {
        run: randomUUID(),
        events: [],
        done: false,
        stop: new AbortController(),
        changed: Promise.withResolvers(),
      };
      const end = run(ask, live, first.resolve).catch((error: unknown) => {
        log.error({ err: error }, 'a turn ended badly');
        first.reject(error);
      });
      running.add(end);
      void end.finally(() => running.delete(end));
      return first.promise;
    },
    follow(turnId, after, signal) {
      const live = turns.get(turnId);
      return live && eventsOf(live, after ?? '', signal);
    },
    stop(turnId) {
      const live = turns.get(turnId);
      if (!live || live.done) return false;
      live.stop.abort();
      return true;
    },
    async idle() {
      await Promise.all(running);
    },
  };
};
