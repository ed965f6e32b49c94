import { randomUUID } from 'node:crypto';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
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
  /** Stops a turn in whichever process it runs: one that is not this one's ends within about a second. */
  stopAnywhere(turnId: string): Promise<void>;
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
/** Turns that somebody wants stopped, a row each, until their process has seen it. */
const STOPS = 'turn-to-stop';
/** How often a process that answers looks for stops that were pressed elsewhere. */
const LOOK_EVERY_MS = 1000;

/** @param keyValues where a stop reaches the other processes; without, it is this one's alone */
export const createLiveTurns = (
  conversations: Conversations,
  log: Log,
  { keyValues, keepMs = KEEP_MS }: { keyValues?: KeyValueStore; keepMs?: number } = {},
): LiveTurns => {
  const turns = new Map<string, LiveTurn>();
  const running = new Set<Promise<void>>();

  const stopHere = (turnId: string): boolean => {
    const live = turns.get(turnId);
    if (!live || live.done) return false;
    live.stop.abort();
    return true;
  };

  let looking: NodeJS.Timeout | undefined;
  const look = async () => {
    try {
      for (const { key } of (await keyValues?.list(STOPS, { limit: 1000 })) ?? []) {
        // A row whose turn ended before it was seen belongs to nobody: the one who sees the turn end removes it.
        if (stopHere(key)) await keyValues?.delete(STOPS, key);
      }
    } catch (error) {
      log.warn({ err: error }, 'stops that were pressed elsewhere cannot be read; it is tried again');
    }
    looking = running.size > 0 ? setTimeout(look, LOOK_EVERY_MS) : undefined;
    looking?.unref();
  };
  const keepLooking = () => {
    if (!keyValues || looking) return;
    looking = setTimeout(look, LOOK_EVERY_MS);
    looking.unref();
  };

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
      if (id !== undefined) {
        setTimeout(forget, keepMs, id, live).unref();
        await keyValues
          ?.delete(STOPS, id)
          .catch((error: unknown) => log.warn({ err: error }, 'a stop could not be removed'));
      }
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
      // Events may be added while one is sent, so the list itself is iterated, not a copy.
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
      keepLooking();
      return first.promise;
    },
    follow(turnId, after, signal) {
      const live = turns.get(turnId);
      return live && eventsOf(live, after ?? '', signal);
    },
    stop: stopHere,
    async stopAnywhere(turnId) {
      if (!stopHere(turnId)) await keyValues?.put(STOPS, turnId, {});
    },
    async idle() {
      await Promise.all(running);
    },
  };
};
