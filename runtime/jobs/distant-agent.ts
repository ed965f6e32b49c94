import { setTimeout as sleep } from 'node:timers/promises';
import type { Agent, AgentEvent, AgentQuestion, AskedTurn } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';
import { isParleyError, ParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import type { Stores } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import { channelOf, type QuestionMessage, questionRecords, unwrap } from './questions.ts';

/** How often the relay is asked, for all open questions together. */
const LISTEN_EVERY_MS = 100;
/** How often it is looked whether a question's job still stands, and its result in the records. */
const LOOK_EVERY_MS = 2000;
/** How long a result is kept for whoever takes the question over before its turn is stored. */
const KEEP_RESULT_MS = 60_000;

/** A question that a worker answers. */
interface Waiting {
  turnId: string;
  onEvent: (event: AgentEvent) => void;
  attempt: number;
  /** When its job is looked at next, on the steady clock. */
  lookAt: number;
  end: PromiseWithResolvers<Answer>;
}

/**
 * An agent whose work is done by workers: a question becomes a job, and what its worker says comes back through the relay.
 * Whoever asks the same turn again, in any process, waits for the same job, and finds its result if there is one already. A
 * question without a turn is answered here.
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

  const deliver = async (waiting: Waiting): Promise<boolean> => {
    const result = await records.result(waiting.turnId);
    if (!result) return false;
    try {
      waiting.end.resolve(unwrap(result));
    } catch (error) {
      waiting.end.reject(error);
    }
    return true;
  };

  const hear = async (waiting: Waiting, message: QuestionMessage): Promise<void> => {
    if (message.attempt < waiting.attempt) return;
    // A worker died: what it wrote is taken back, and its successor goes on.
    if (message.attempt > waiting.attempt && waiting.attempt > 0) waiting.onEvent({ type: 'reset' });
    waiting.attempt = message.attempt;
    if ('event' in message) waiting.onEvent(message.event);
    else await deliver(waiting);
  };

  const look = async (waiting: Waiting): Promise<void> => {
    if (await deliver(waiting)) return;
    const place = await jobs.find(QUESTION.name, waiting.turnId);
    if (place?.state === 'waiting' && place.position > 1)
      waiting.onEvent({ type: 'status', text: `You are number ${place.position} in the line` });
    if (place && place.state !== 'dead') return;
    // Between the job's end and the look above it may have been answered.
    if (await deliver(waiting)) return;
    waiting.end.reject(
      new ParleyError('INTERNAL', {
        message: 'No worker could answer this question.',
        remedy: '`parley status` shows what failed.',
        details: { turnId: waiting.turnId },
      }),
    );
  };

  const listen = async (): Promise<void> => {
    listening = true;
    while (open.size > 0) {
      try {
        const messages = await relay.take([...open.keys()].map(channelOf));
        for (const { channel, message } of messages) {
          const waiting = open.get(channel.slice(channelOf('').length));
          if (waiting) await hear(waiting, message as QuestionMessage);
        }
        for (const waiting of open.values()) {
          if (performance.now() < waiting.lookAt) continue;
          waiting.lookAt = performance.now() + LOOK_EVERY_MS;
          await look(waiting);
        }
        await sleep(LISTEN_EVERY_MS);
      } catch (error) {
        log.warn({ err: error }, 'workers cannot be heard; it is tried again');
        await sleep(LOOK_EVERY_MS);
      }
    }
    listening = false;
  };

  const handOver = async ({ turn: _, signal: __, ...question }: AgentQuestion, turn: AskedTurn): Promise<void> => {
    await records.ask(turn.id, {
      ...question,
      asOf: question.asOf ?? new Date().toISOString(),
      askerId: turn.askerId,
    });
    try {
      await jobs.enqueue({ kind: QUESTION, key: turn.id, data: {}, group: turn.workspace ?? turn.askerId });
    } catch (error) {
      await records.remove(turn.id);
      if (!isParleyError(error, 'QUEUE_FULL')) throw error;
      const { retryAfterSeconds } = error.details;
      throw new ParleyError('TOO_MANY_QUESTIONS', {
        message: 'Too many questions are waiting.',
        remedy: `Ask again in about ${String(retryAfterSeconds)} seconds.`,
        details: { retryAfterSeconds },
      });
    }
  };

  /** The asker wants no answer any more: whoever works on it loses the job and ends. */
  const drop = async (turnId: string): Promise<void> => {
    await jobs.remove(QUESTION.name, turnId);
    await records.remove(turnId);
    await relay.drop(channelOf(turnId));
  };

  /** The result is kept while the process that asked could die before its turn is stored. */
  const removeLater = (turnId: string) =>
    setTimeout(async () => {
      try {
        if ((await conversations.turn(turnId))?.status !== 'running') await records.remove(turnId);
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
      const waiting: Waiting = { turnId: turn.id, onEvent, attempt: 0, lookAt: 0, end: Promise.withResolvers() };
      // Nobody awaits it yet while the question is handed over.
      waiting.end.promise.catch(() => {});
      const left = () => waiting.end.reject(signal?.reason);
      signal?.addEventListener('abort', left, { once: true });
      try {
        if (!(await deliver(waiting))) {
          await handOver(question, turn);
          waiting.lookAt = performance.now() + LOOK_EVERY_MS;
          open.set(turn.id, waiting);
          if (!listening) void listen();
        }
        return await waiting.end.promise;
      } catch (error) {
        if (turn.stopped?.aborted) await drop(turn.id);
        throw error;
      } finally {
        open.delete(turn.id);
        signal?.removeEventListener('abort', left);
        removeLater(turn.id);
      }
    },
  };
};
