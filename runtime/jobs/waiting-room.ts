import { setTimeout as sleep } from 'node:timers/promises';
import type { AgentEvent } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';
import { ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import { questionChannel, type Stores } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import { type QuestionMessage, type QuestionResult, questionRecords, unwrap } from './questions.ts';

/** How often the relay is polled, once for all open questions. */
const POLL_RELAY_EVERY_MS = 100;
/** How often a question's job and result are checked, in case messages of the relay were lost. */
const CHECK_EVERY_MS = 2000;
/** A question that waits for a worker's answer. */
export interface Waiting {
  turnId: string;
  onEvent: (event: AgentEvent) => void;
  attempt: number;
  /** The run whose events were passed on last, and those before it. */
  run?: string;
  earlierRuns: Set<string>;
  /** The next time for checking its job, on the monotonic clock (`performance.now()`). */
  checkAt: number;
  end: PromiseWithResolvers<Answer>;
}

/** Listens for the workers of all open questions of this process, with one call of each kind for all of them. */
export const createWaitingRoom = ({
  stores: { jobs, relay, keyValues },
  log,
}: {
  stores: Pick<Stores, 'jobs' | 'relay' | 'keyValues'>;
  log: Log;
}) => {
  const records = questionRecords(keyValues);
  // By turn. One process may wait twice for a turn: for an attempt that lost its claim while it stood still, and for the next.
  const open = new Map<string, Set<Waiting>>();
  let listening = false;
  const hearing = createOutageLog(log, {
    fails: 'workers cannot be heard; it is tried again until they can',
    works: 'workers can be heard again',
  });

  const deliver = async (waiting: Waiting) => settle(waiting, await records.result(waiting.turnId));

  const receive = async (waiting: Waiting, message: QuestionMessage): Promise<void> => {
    if (!isOfLatestRun(waiting, message)) return;
    if ('event' in message) waiting.onEvent(message.event);
    else await deliver(waiting);
  };

  /** Ends the waits whose result is there. @returns the others */
  const deliverAll = async (asked: readonly Waiting[]): Promise<Waiting[]> => {
    const results = await records.results(asked.map(({ turnId }) => turnId));
    return asked.filter((waiting) => !settle(waiting, results.get(waiting.turnId)));
  };

  /** Looks after questions whose messages may have been lost, in one call of each kind for all of them. */
  const checkAll = async (due: readonly Waiting[]): Promise<void> => {
    const left = await deliverAll(due);
    const places = await placesOf(left);
    for (const { turnId, onEvent } of left) {
      const place = places.get(turnId);
      if (place?.state === 'waiting' && place.position > 1)
        onEvent({ type: 'status', text: `You are number ${place.position} in the line` });
    }
    const gone = left.filter(({ turnId }) => (places.get(turnId)?.state ?? 'dead') === 'dead');
    // The result may have been stored after the first call and before the job was removed.
    const lost = await deliverAll(gone);
    const asked = await records.askedAmong(lost.map(({ turnId }) => turnId));
    for (const { turnId, end } of lost) {
      // A job without a request ends at once: whoever asked was erased while the question was handed over.
      const isErased = !places.has(turnId) && !asked.has(turnId);
      end.reject(isErased ? erased(turnId) : givenUp(turnId));
    }
  };

  const placesOf = (asked: readonly Waiting[]) =>
    jobs.find(
      QUESTION.name,
      asked.map(({ turnId }) => turnId),
    );

  /** Does a part of the listening. @returns false when it failed, which is logged; it is done again later */
  const tried = (work: Promise<void>, failed: () => void = () => {}): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        hearing.failed(error);
        failed();
        return false;
      },
    );

  const hear = async (): Promise<boolean> => {
    let works = true;
    const messages = await relay.take([...open.keys()].map(questionChannel));
    for (const { channel, message } of messages) {
      for (const waiting of open.get(channel.slice(questionChannel('').length)) ?? []) {
        // One question's trouble is not that of the others: nothing of the rest is lost.
        const soon = () => {
          waiting.checkAt = Math.min(waiting.checkAt, performance.now() + CHECK_EVERY_MS);
        };
        if (!(await tried(receive(waiting, message as QuestionMessage), soon))) works = false;
      }
    }
    const due = [...open.values()].flatMap((waits) => [...waits]).filter(({ checkAt }) => performance.now() >= checkAt);
    for (const waiting of due) waiting.checkAt = performance.now() + CHECK_EVERY_MS;
    if (due.length > 0 && !(await tried(checkAll(due)))) works = false;
    return works;
  };

  const listen = async (): Promise<void> => {
    listening = true;
    while (open.size > 0) {
      try {
        if (await hear()) hearing.worked();
        await sleep(POLL_RELAY_EVERY_MS);
      } catch (error) {
        hearing.failed(error);
        await sleep(CHECK_EVERY_MS);
      }
    }
    listening = false;
  };

  return {
    /** Ends the wait if the result is there. @returns whether it was */
    deliver,
    /** Whether all attempts at the question are used up. */
    isGivenUp: async (waiting: Waiting): Promise<boolean> =>
      (await placesOf([waiting])).get(waiting.turnId)?.state === 'dead',
    /** Passes a question's events on and ends its wait, until `leave`. */
    enter(waiting: Waiting): void {
      waiting.checkAt = performance.now() + CHECK_EVERY_MS;
      open.set(waiting.turnId, (open.get(waiting.turnId) ?? new Set()).add(waiting));
      if (!listening) void listen();
    },
    leave(waiting: Waiting): void {
      const waits = open.get(waiting.turnId);
      waits?.delete(waiting);
      if (waits?.size === 0) open.delete(waiting.turnId);
    },
  };
};

/** The state of an asker who begins to wait for a turn. */
export const waitingFor = (turnId: string, onEvent: (event: AgentEvent) => void): Waiting => ({
  turnId,
  onEvent,
  attempt: 0,
  earlierRuns: new Set(),
  checkAt: 0,
  end: Promise.withResolvers(),
});

/**
 * Whether a message is of the latest run that is known, which it may be the first of. The run before it died or gave the question
 * back: its text is discarded, because the next one starts again.
 */
const isOfLatestRun = (waiting: Waiting, { attempt, run = `attempt ${attempt}` }: QuestionMessage): boolean => {
  if (attempt < waiting.attempt || waiting.earlierRuns.has(run)) return false;
  if (waiting.run !== undefined && waiting.run !== run) {
    waiting.onEvent({ type: 'reset' });
    waiting.earlierRuns.add(waiting.run);
  }
  waiting.attempt = attempt;
  waiting.run = run;
  return true;
};

/** Ends the wait for a result. @returns false when there is none yet */
const settle = ({ end }: Waiting, result: QuestionResult | undefined): boolean => {
  if (!result) return false;
  try {
    end.resolve(unwrap(result));
  } catch (error) {
    end.reject(error);
  }
  return true;
};

/** The error of a wait for a question that was erased meanwhile. */
export const erased = (turnId: string) =>
  new ParleyError('CANCELLED', {
    message: 'This question was erased.',
    remedy: 'Ask again if you still want an answer.',
    details: { turnId },
  });

/** The error of a wait for a question whose job failed as often as it may. */
export const givenUp = (turnId: string) =>
  new ParleyError('INTERNAL', {
    message: 'No worker could answer this question.',
    remedy: '`parley status` shows what failed.',
    details: { turnId },
  });
