import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Agent, AgentEvent, AgentQuestion } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';
import { asParleyError, type ErrorCode, isStoreFailure, ParleyError } from '../../core/errors.ts';
import { type KeyValueStore, listAll, QUESTION_RECORDS, questionChannel, type Relay } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

const { request: REQUESTS, result: RESULTS } = QUESTION_RECORDS;

/** A question for a worker, without the fields that only the asking process can use. */
export type AskedQuestion = Omit<AgentQuestion, 'signal' | 'turn'> & {
  askerId: string;
};

/** What an answer is made from. Other fields may be of another version. */
const REQUEST = z.looseObject({
  text: z.string(),
  scopes: z.array(z.string()),
  askerId: z.string(),
  history: z.array(z.looseObject({ question: z.string(), answer: z.string() })).optional(),
  sources: z.array(z.string()).optional(),
  attachments: z.array(z.looseObject({ name: z.string(), text: z.string() })).optional(),
});

/** The result of a question. */
export type QuestionResult =
  | { answer: Answer }
  | { error: { code: ErrorCode; message: string; remedy: string; details: Record<string, unknown> } };

/** The result where the request is damaged, which no further attempt would change. */
const DAMAGED: QuestionResult = {
  error: {
    code: 'INTERNAL',
    message: 'The record of this question that a worker was given is damaged.',
    remedy: 'Ask again.',
    details: {},
  },
};

/**
 * A message from a worker to the process that waits. Messages of an earlier attempt are ignored. `run` tells apart two runs of
 * one attempt: a job that was given back is done again with the same number. Workers of an older version name none.
 */
export type QuestionMessage = { attempt: number; run?: string } & ({ event: AgentEvent } | { done: true });

/** The records of questions for workers. They have the asker as `personId`, so that `forget` erases them. */
export const questionRecords = (keyValues: KeyValueStore) => ({
  /**
   * Stores the request of a question, if its turn is stored.
   * @returns false when it is not: the asker was erased meanwhile, and nothing is written that would name them
   */
  ask: (turnId: string, asked: AskedQuestion): Promise<boolean> =>
    keyValues.change({
      found: [],
      ofTurn: turnId,
      put: [{ kind: REQUESTS, key: turnId, value: asked, personId: asked.askerId }],
    }),
  asked: (turnId: string) => keyValues.get<AskedQuestion>(REQUESTS, turnId),
  /** Those of the turns that have a request. */
  async askedAmong(turnIds: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set((await keyValues.getMany(REQUESTS, turnIds)).keys());
  },
  /**
   * Stores the first result of a question in place of its request. A later result, of a worker that counted as dead, finds no
   * request and is ignored, as is the result for somebody who was erased meanwhile.
   * @returns false when it was ignored
   */
  settle(turnId: string, result: QuestionResult, askerId: string): Promise<boolean> {
    return keyValues.change({
      found: [
        { kind: REQUESTS, key: turnId, there: true },
        { kind: RESULTS, key: turnId, there: false },
      ],
      put: [{ kind: RESULTS, key: turnId, value: result, personId: askerId }],
      delete: [{ kind: REQUESTS, key: turnId }],
    });
  },
  result: (turnId: string) => keyValues.get<QuestionResult>(RESULTS, turnId),
  results: (turnIds: readonly string[]) => keyValues.getMany<QuestionResult>(RESULTS, turnIds),
  /** Ids of turns with a request or result, and when that was written, in milliseconds since 1970. */
  async *all(): AsyncGenerator<{ turnId: string; writtenAt: number }> {
    for (const kind of [REQUESTS, RESULTS])
      for await (const { key, updatedAt } of listAll(keyValues, kind))
        yield { turnId: key, writtenAt: Date.parse(updatedAt) };
  },
});

/** How often events of an answer are sent in one batch, because text arrives in more pieces than people can see. */
const SEND_EVERY_MS = 100;

/** The job handler that answers questions with this process's agent. */
export const questionHandler = ({
  agent,
  stores,
  atOnce,
  may,
}: {
  agent: Agent;
  stores: { keyValues: KeyValueStore; relay: Relay };
  atOnce: number;
  may?: () => boolean;
}): JobHandler => {
  const records = questionRecords(stores.keyValues);
  return {
    kind: QUESTION,
    atOnce,
    // Stopping a question removes its job, which the renewal notices within a second.
    renewMs: 1000,
    pollMs: 200,
    ...(may && { may }),
    async run({ key: turnId, attempt, group }, signal) {
      const asked = await records.asked(turnId);
      // An earlier attempt has answered after all.
      if (await records.result(turnId)) return;
      // The asker was erased. What an earlier attempt sent is not left behind.
      if (!asked) return stores.relay.drop(questionChannel(turnId));
      const sender = createSender(stores.relay, turnId, attempt);
      try {
        const { askerId, ...question } = asked;
        const turn = { id: turnId, askerId, ...(group !== undefined && { workspace: group }) };
        const result = REQUEST.safeParse(asked).success
          ? await resultOf(agent.answer({ ...question, turn, signal }, sender.push), signal)
          : DAMAGED;
        const settled = await records.settle(turnId, result, askerId);
        await sender.end();
        if (!settled) await stores.relay.drop(questionChannel(turnId));
      } finally {
        sender.close();
      }
    },
  };
};

/** The answer, or a failure as a result. Throws failures that another attempt may not have. */
const resultOf = async (answer: Promise<Answer>, signal: AbortSignal): Promise<QuestionResult> => {
  try {
    return { answer: await answer };
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    if (signal.aborted || isStoreFailure(error) || code === 'INTERNAL') throw error;
    return { error: { code, message, remedy, details: { ...details } } };
  }
};

/** Returns the answer of a result. @throws the error of a failed result */
export const unwrap = (result: QuestionResult): Answer => {
  if ('answer' in result) return result.answer;
  const { code, ...error } = result.error;
  throw new ParleyError(code, error);
};

/** Sends events in batches and in order. Events that cannot be sent are dropped; the result is stored separately. */
const createSender = (relay: Relay, turnId: string, attempt: number) => {
  const run = randomUUID();
  let batch: QuestionMessage[] = [];
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const about = [REQUESTS, RESULTS].map((kind) => ({ kind, key: turnId }));
  const flush = () => {
    timer = undefined;
    const messages = batch;
    batch = [];
    if (messages.length > 0)
      sending = sending.then(() => relay.send(questionChannel(turnId), messages, about)).catch(() => {});
    return sending;
  };
  return {
    push(event: AgentEvent) {
      batch.push({ attempt, run, event });
      timer ??= setTimeout(flush, SEND_EVERY_MS);
    },
    async end() {
      batch.push({ attempt, run, done: true });
      clearTimeout(timer);
      await flush();
    },
    close: () => clearTimeout(timer),
  };
};
