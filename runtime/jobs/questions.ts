import type { Agent, AgentEvent, AgentQuestion } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';
import { asParleyError, type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { KeyValueStore, Relay } from '../../stores/index.ts';
import { QUESTION } from './kinds.ts';
import type { JobHandler } from './run-jobs.ts';

/** Rows of the key-value store: what is asked, until it is answered, and what came of it, until its turn has it. */
const REQUESTS = 'question-asked';
const RESULTS = 'question-answered';

/** A question as a worker finds it: all but what belongs to the process that asks. */
export type AskedQuestion = Omit<AgentQuestion, 'signal' | 'turn'> & {
  askerId: string;
};

/** What came of a question. */
export type QuestionResult =
  | { answer: Answer }
  | { error: { code: ErrorCode; message: string; remedy: string; details: Record<string, unknown> } };

/** What a worker tells whoever waits; of two attempts at a question only the later one is listened to. */
export type QuestionMessage = { attempt: number } & ({ event: AgentEvent } | { done: true });

/** The questions that are handed to workers, as records. They name their asker, so that `forget` finds them. */
export const questionRecords = (keyValues: KeyValueStore) => ({
  ask: (turnId: string, asked: AskedQuestion) => keyValues.put(REQUESTS, turnId, asked, { personId: asked.askerId }),
  asked: (turnId: string) => keyValues.get<AskedQuestion>(REQUESTS, turnId),
  /** Keeps the first result of a question: a worker that was taken for dead changes nothing afterwards. */
  async settle(turnId: string, result: QuestionResult, askerId: string): Promise<void> {
    await keyValues.add(RESULTS, turnId, result, { personId: askerId });
    await keyValues.delete(REQUESTS, turnId);
  },
  result: (turnId: string) => keyValues.get<QuestionResult>(RESULTS, turnId),
  async remove(turnId: string): Promise<void> {
    await keyValues.delete(REQUESTS, turnId);
    await keyValues.delete(RESULTS, turnId);
  },
  /** Turns of which a request or a result is older than `before`, in milliseconds of wall time. */
  async *olderThan(before: number): AsyncGenerator<string> {
    for (const kind of [REQUESTS, RESULTS]) {
      for (let after: string | undefined; ; ) {
        const page = await keyValues.list(kind, { ...(after !== undefined && { after }), limit: 200 });
        for (const { key, updatedAt } of page) if (Date.parse(updatedAt) < before) yield key;
        if (page.length < 200) break;
        after = page.at(-1)?.key;
      }
    }
  },
});

/** The relay's channel of a turn. */
export const channelOf = (turnId: string): string => `question:${turnId}`;

/** How often what an answer says is sent on: pieces of text come faster than anybody reads. */
const SEND_EVERY_MS = 100;

/** Does handed-over questions with this process' agent. */
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
    // A stopped question is a removed job: it ends within a second.
    renewMs: 1000,
    pollMs: 200,
    ...(may && { may }),
    async run({ key: turnId, attempt, group }, signal) {
      const asked = await records.asked(turnId);
      // Answered by an attempt that came late, or its asker was forgotten.
      if (!asked || (await records.result(turnId))) return;
      const sender = createSender(stores.relay, turnId, attempt);
      try {
        const { askerId, ...question } = asked;
        const turn = { id: turnId, askerId, ...(group !== undefined && { workspace: group }) };
        const result = await resultOf(agent.answer({ ...question, turn, signal }, sender.push), signal);
        await records.settle(turnId, result, askerId);
        await sender.end();
      } finally {
        sender.close();
      }
    },
  };
};

/** An answer or a failure that is one; what another attempt may not meet passes. */
const resultOf = async (answer: Promise<Answer>, signal: AbortSignal): Promise<QuestionResult> => {
  try {
    return { answer: await answer };
  } catch (error) {
    const { code, message, remedy, details } = asParleyError(error);
    if (signal.aborted || code === 'STORE_UNAVAILABLE' || code === 'INTERNAL') throw error;
    return { error: { code, message, remedy, details: { ...details } } };
  }
};

/** A result as the agent would have given it. @throws the failure that it is */
export const unwrap = (result: QuestionResult): Answer => {
  if ('answer' in result) return result.answer;
  const { code, ...error } = result.error;
  throw new ParleyError(code, error);
};

/** Sends events in batches and in order. What cannot be sent is lost: whoever waits finds the result in the records. */
const createSender = (relay: Relay, turnId: string, attempt: number) => {
  let batch: QuestionMessage[] = [];
  let sending = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    const messages = batch;
    batch = [];
    if (messages.length > 0) sending = sending.then(() => relay.send(channelOf(turnId), messages)).catch(() => {});
    return sending;
  };
  return {
    push(event: AgentEvent) {
      batch.push({ attempt, event });
      timer ??= setTimeout(flush, SEND_EVERY_MS);
    },
    async end() {
      batch.push({ attempt, done: true });
      clearTimeout(timer);
      await flush();
    },
    close: () => clearTimeout(timer),
  };
};
