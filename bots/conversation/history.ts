import type { EarlierTurn, Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';
import { seenAnswers } from './seen-answers.ts';

/**
 * The thread's history for the agent: answered turns, oldest first, all of whose scopes the asker holds. Otherwise an answer
 * for somebody with more rights could leak through a follow-up of somebody with fewer. With `documents`, it also leaves out
 * answers that cite a page which the asker may no longer see.
 */
export const threadHistory = async (
  turns: readonly Turn[],
  {
    turnId,
    scopes,
    documents,
  }: { turnId: string; scopes: readonly Scope[]; documents?: Pick<DocumentStore, 'visible'> },
): Promise<EarlierTurn[]> => {
  const visible = new Set(scopes);
  const seen = documents && seenAnswers(documents, scopes);
  const told = await Promise.all(
    turns.map(async ({ id, status, question, answer, scopes: needed }): Promise<EarlierTurn[]> => {
      if (id === turnId || status !== 'done' || !answer) return [];
      if (!needed.every((scope) => visible.has(scope)) || (seen && !(await seen.isWhole(answer)))) return [];
      const passageIds = answer.citations.flatMap(({ passageId }) => passageId ?? []);
      return [{ question, answer: answer.text, ...(passageIds.length > 0 && { passageIds }) }];
    }),
  );
  return told.flat();
};

/** A thread's title: its first question on one line, shortened at a word to at most `limit` characters. */
export const titleOf = (question: string, limit = 80): string => {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > limit / 2 ? cut.lastIndexOf(' ') : undefined)}…`;
};
