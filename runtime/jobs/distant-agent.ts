import type { Agent, AgentQuestion, AskedTurn } from '../../agent/agent.ts';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { questionChannel, removeQuestionWork, type Stores } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import { questionRecords } from './questions.ts';
import { createWaitingRoom, erased, givenUp, waitingFor } from './waiting-room.ts';

/** How long a result is kept for a process that takes the question over before its turn is stored. */
const KEEP_RESULT_MS = 60_000;

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
  const room = createWaitingRoom({ stores: { jobs, relay, keyValues }, log });

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
        if (!(await room.deliver(waiting))) {
          // The process that asked before has died after the job used up its attempts. Another job would get new ones.
          if (await room.isGivenUp(waiting)) throw givenUp(turn.id);
          await enqueue(question, turn);
          room.enter(waiting);
        }
        const answer = await waiting.end.promise;
        // Nobody comes for the progress of a question that has its result.
        await dropRelayed(turn.id);
        return answer;
      } finally {
        room.leave(waiting);
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
