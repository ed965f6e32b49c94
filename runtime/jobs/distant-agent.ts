import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentEvent, AgentQuestion, AskedTurn } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { createOutageLog } from '../../core/log-outage.ts';
import { questionChannel, removeQuestionWork, type Stores } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import { type QuestionMessage, type QuestionResult, questionRecords, unwrap } from './questions.ts';

/** How often the relay is polled, once for all open questions. */
const POLL_RELAY_EVERY_MS = 100;
/** How often a question's job and result are checked, in case messages of the relay were lost. */
const CHECK_EVERY_MS = 2000;
/** How long a result is kept for a process that takes the question over before its turn is stored. */
const KEEP_RESULT_MS = 60_000;

/** A question that waits for a worker's answer. */
interface Waiting {
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

/**
 * An agent that delegates questions to workers. A question becomes a job, and its worker sends events back through the relay.
 * If the same turn is asked again, in any process, it waits for the same job or returns its result. Questions without a turn
 * are answered in this process.
 */
export const createDistantAgent = ({
  agent,
  stores: { jobs, relay, keyValues, conversations },
  log,
}: {
  agent: Agent;
  stores: Pick<Stores, 'jobs' | 'relay' | 'keyValues' | 'conversations'>;
  log: Log;
}): Agent => {
  const records = questionRecords(keyValues);
  const open = new Map<string, Waiting>();
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

  const check = async (waiting: Waiting): Promise<void> => {
    if (await deliver(waiting)) return;
    const place = await jobs.find(QUESTION.name, waiting.turnId);
    if (place?.state === 'waiting' && place.position > 1)
      waiting.onEvent({ type: 'status', text: `You are number ${place.position} in the line` });
    if (place && place.state !== 'dead') return;
    // The result may have been stored after the first call and before the job was removed.
    if (await deliver(waiting)) return;
    // A job without a request ends at once: whoever asked was erased while the question was handed over.
    const isErased = place === undefined && (await records.asked(waiting.turnId)) === undefined;
    waiting.end.reject(isErased ? erased(waiting.turnId) : givenUp(waiting.turnId));
  };

  /** One question's trouble is not that of the others: what failed is checked again, and nothing of the rest is lost. */
  const byItself = (waiting: Waiting, work: Promise<void>): Promise<boolean> =>
    work.then(
      () => true,
      (error: unknown) => {
        hearing.failed(error);
        waiting.checkAt = Math.min(waiting.checkAt, performance.now() + CHECK_EVERY_MS);
        return false;
      },
    );

  const hear = async (): Promise<boolean> => {
    let works = true;
    const messages = await relay.take([...open.keys()].map(questionChannel));
    for (const { channel, message } of messages) {
      const waiting = open.get(channel.slice(questionChannel('').length));
      if (waiting && !(await byItself(waiting, receive(waiting, message as QuestionMessage)))) works = false;
    }
    for (const waiting of open.values()) {
      if (performance.now() < waiting.checkAt) continue;
      waiting.checkAt = performance.now() + CHECK_EVERY_MS;
      if (!(await byItself(waiting, check(waiting)))) works = false;
    }
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

  const enqueue = async ({ turn: _, signal: __, ...question }: AgentQuestion, turn: AskedTurn): Promise<void> => {
    const asked = { ...question, asOf: question.asOf ?? new Date().toISOString(), askerId: turn.askerId };
    if (!(await records.ask(turn.id, asked))) throw erased(turn.id);
    try {
      await jobs.enqueue({ kind: QUESTION, key: turn.id, data: {}, group: turn.workspace ?? turn.askerId });
    } catch (error) {
      await removeQuestionWork({ keyValues, relay }, turn.id);
      if (!isParleyError(error, 'QUEUE_FULL')) throw error;
      const { retryAfterSeconds } = error.details;
      throw new ParleyError('TOO_MANY_QUESTIONS', {
        message: 'Too many questions are waiting.',
        remedy: `Ask again in about ${String(retryAfterSeconds)} seconds.`,
        details: { retryAfterSeconds },
      });
    }
  };

  const dropRelayed = (turnId: string) =>
    relay
      .drop(questionChannel(turnId))
      .catch((error: unknown) => log.warn({ err: error, turnId }, 'what a worker has sent could not be removed yet'));

  /** Removes the records only later, because this process could die before the turn is stored. */
  const removeLater = (turnId: string) =>
    setTimeout(async () => {
      try {
        if ((await conversations.turn(turnId))?.status === 'running') return;
        await removeQuestionWork({ keyValues, relay }, turnId);
      } catch (error) {
        log.warn({ err: error, turnId }, 'the record of a handed-over question could not be removed yet');
      }
    }, KEEP_RESULT_MS).unref();

  return {
    strategies: agent.strategies,
    async answer(question, onEvent = () => {}) {
      const { turn, signal } = question;
      if (!turn) return agent.answer(question, onEvent);
      signal?.throwIfAborted();
      const waiting = waitingFor(turn.id, onEvent);
      // Avoids an unhandled rejection before the `await` below.
      waiting.end.promise.catch(() => {});
      const left = () => waiting.end.reject(signal?.reason);
      signal?.addEventListener('abort', left, { once: true });
      try {
        if (!(await deliver(waiting))) {
          // The process that asked before has died after the job used up its attempts. Another job would get new ones.
          if ((await jobs.find(QUESTION.name, turn.id))?.state === 'dead') throw givenUp(turn.id);
          await enqueue(question, turn);
          waiting.checkAt = performance.now() + CHECK_EVERY_MS;
          open.set(turn.id, waiting);
          if (!listening) void listen();
        }
        const answer = await waiting.end.promise;
        // Nobody comes for the progress of a question that has its result.
        await dropRelayed(turn.id);
        return answer;
      } finally {
        open.delete(turn.id);
        signal?.removeEventListener('abort', left);
        removeLater(turn.id);
      }
    },
    async discard(turnId) {
      // The worker of a removed job loses it and ends.
      await jobs.remove(QUESTION.name, turnId);
      await removeQuestionWork({ keyValues, relay }, turnId);
    },
  };
};

const waitingFor = (turnId: string, onEvent: (event: AgentEvent) => void): Waiting => ({
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

const erased = (turnId: string) =>
  new ParleyError('CANCELLED', {
    message: 'This question was erased.',
    remedy: 'Ask again if you still want an answer.',
    details: { turnId },
  });

const givenUp = (turnId: string) =>
  new ParleyError('INTERNAL', {
    message: 'No worker could answer this question.',
    remedy: '`parley status` shows what failed.',
    details: { turnId },
  });
