import { randomUUID } from 'node:crypto';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import type { Ask, Conversations, TurnEvent } from '../conversation/events.ts';
import { isFinal } from '../conversation/events.ts';
import { createStopRecords } from './stop-records.ts';

/** An event with its position in the turn, so that a page that lost the connection can continue from there. */
export interface NumberedEvent {
  /** `RUN:NUMBER`. A turn that is resumed after a crash gets a new run id, so its events are sent from the beginning. */
  id: string;
  event: TurnEvent;
}

/** Turns that run in this process. A turn runs to its end even if no page follows it, and several pages may follow it. */
export interface LiveTurns {
  /**
   * Starts a question and resolves as soon as it is stored, with its turn's id.
   * @returns the first event: `accepted`, `duplicate` or `error`
   */
  start(ask: Ask): Promise<TurnEvent>;
  /** The turn's events after the one with the id `after`; undefined when this process does not run it, or ran it long ago. */
  follow(turnId: string, after: string | undefined, signal: AbortSignal): FollowedTurn | undefined;
  /** Stops a turn; false when this process does not run it. */
  stop(turnId: string): boolean;
  /** Stops a turn in whichever process runs it. Another process stops it within about a second (`StopRecords`). */
  stopAnywhere(turnId: string): Promise<void>;
  /** Resolves when no turn is running. */
  idle(): Promise<void>;
}

/** A turn's events. None is missing between the three. */
export interface FollowedTurn {
  /** What whoever follows has received already. */
  received: readonly NumberedEvent[];
  /** What happened so far. It was made for whoever asked, with what they might see then. */
  past: readonly NumberedEvent[];
  /** What happens from now on, until the turn ends. */
  next: AsyncIterable<NumberedEvent>;
}

interface LiveTurn {
  run: string;
  events: TurnEvent[];
  done: boolean;
  stop: AbortController;
  /** Resolves when an event is added or the turn ends; replaced each time. */
  changed: PromiseWithResolvers<void>;
}

/** How long a finished turn stays in memory; afterwards its answer comes from the records. */
const KEEP_MS = 30_000;

/** Continues whoever waits for a turn's next event. */
const wake = (live: LiveTurn) => {
  const { resolve } = live.changed;
  live.changed = Promise.withResolvers();
  resolve();
};

const numbered = (live: LiveTurn, event: TurnEvent, number: number): NumberedEvent => ({
  id: `${live.run}:${number}`,
  event,
});

/** The events from the one with this number on, until the turn ends. */
async function* eventsFrom(live: LiveTurn, start: number, signal: AbortSignal): AsyncGenerator<NumberedEvent> {
  const aborted = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  for (let number = start; !signal.aborted; ) {
    const { promise } = live.changed;
    // Events may be added while one is sent, so the list itself is iterated, not a copy.
    for (let event = live.events[number]; event; event = live.events[number]) {
      yield numbered(live, event, number);
      number += 1;
    }
    if (live.done) return;
    await Promise.race([promise, aborted]);
  }
}

/** @param keyValues carries stops to the other processes; without it, `stopAnywhere` reaches this process only */
export const createLiveTurns = (conversations: Conversations, log: Log, keyValues?: KeyValueStore): LiveTurns => {
  const turns = new Map<string, LiveTurn>();
  const running = new Set<Promise<void>>();

  const stopHere = (turnId: string): boolean => {
    const live = turns.get(turnId);
    if (!live || live.done) return false;
    live.stop.abort();
    return true;
  };

  const stops = createStopRecords(keyValues, log, { stopHere, isNeeded: () => running.size > 0 });

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
        // What is left to do after the last event, such as storing it once more, keeps nobody waiting.
        live.done ||= isFinal(event);
        wake(live);
      }
    } finally {
      live.done = true;
      wake(live);
      if (id !== undefined) {
        setTimeout(forget, KEEP_MS, id, live).unref();
        await stops.remove(id);
      }
    }
  };

  const forget = (id: string, live: LiveTurn) => {
    if (turns.get(id) === live) turns.delete(id);
  };

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
      stops.keepPolling();
      return first.promise;
    },
    follow(turnId, after, signal) {
      const live = turns.get(turnId);
      if (!live) return undefined;
      const [run, last = ''] = (after ?? '').split(':');
      const isKnown = run === live.run && /^\d{1,9}$/.test(last) && Number(last) < live.events.length;
      const start = isKnown ? Number(last) + 1 : 0;
      const events = live.events.map((event, number) => numbered(live, event, number));
      const [received, past] = [events.slice(0, start), events.slice(start)];
      return { received, past, next: eventsFrom(live, start + past.length, signal) };
    },
    stop: stopHere,
    async stopAnywhere(turnId) {
      if (!stopHere(turnId)) await stops.put(turnId);
    },
    async idle() {
      // A turn may start while the last ones end.
      while (running.size > 0) await Promise.all(running);
    },
  };
};
