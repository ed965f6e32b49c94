import { rename, writeFile } from 'node:fs/promises';
import type { Turn } from '../../core/conversation.ts';
import type { Stores } from '../../stores/index.ts';
import { retrievedIn } from '../run/retrieved.ts';
import { type FeedbackCase, feedbackCase } from './feedback-case.ts';

/** Turns of a thread that stand before the judged one in a case. */
const HISTORY = 6;

/** Streams the stored feedback as eval cases, in the order in which the store gives it. */
export async function* feedbackCases(
  { conversations, documents }: Pick<Stores, 'conversations' | 'documents'>,
  { identified = false }: { identified?: boolean } = {},
): AsyncGenerator<FeedbackCase> {
  for await (const { feedback, turn } of conversations.allFeedback()) {
    const before = await turnsBefore(conversations, turn);
    const ids = turn.answer
      ? [...turn.answer.citations.map(({ documentId }) => documentId), ...retrievedIn(turn.answer).documents]
      : [];
    const stamps = await documents.stampsOf([...new Set(ids)]);
    const made = feedbackCase({ feedback, turn, before, stamps, identified });
    if (made !== undefined) yield made;
  }
}

/** Writes the cases as JSONL, whole or not at all. @returns how many, and how many need a person's gold answer */
export const exportFeedback = async (
  stores: Pick<Stores, 'conversations' | 'documents'>,
  target: string,
  options: { identified?: boolean } = {},
): Promise<{ cases: number; needGold: number }> => {
  const lines: string[] = [];
  let needGold = 0;
  for await (const one of feedbackCases(stores, options)) {
    lines.push(`${JSON.stringify(one)}\n`);
    if (one.answerable === undefined) needGold += 1;
  }
  await writeFile(`${target}.new`, lines.join(''));
  await rename(`${target}.new`, target);
  return { cases: lines.length, needGold };
};

const turnsBefore = async (conversations: Stores['conversations'], turn: Turn): Promise<Turn[]> => {
  // The thread may have gone on since; the judged turn is found from its end.
  const thread = await conversations.turns(turn.conversationId, 200);
  const place = thread.findIndex(({ id }) => id === turn.id);
  return place === -1 ? [] : thread.slice(Math.max(0, place - HISTORY), place);
};
