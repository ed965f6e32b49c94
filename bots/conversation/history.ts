import type { Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';
import type { DocumentStore } from '../../stores/index.ts';
import { seenAnswers } from './seen-answers.ts';

/**
 * What the agent may know of the thread: answered turns, oldest first, whose every scope the asker has too. An answer
 * made for somebody who sees more could otherwise leak through a follow-up by somebody who sees less. Nor is the agent told
 * what rests on a page that was deleted or withdrawn since, where it is given the documents to look for it.
 */
export const threadHistory = async (
  turns: readonly Turn[],
  {
    turnId,
    scopes,
    documents,
  }: { turnId: string; scopes: readonly Scope[]; documents?: Pick<DocumentStore, 'visible'> },
): Promise<{ question: string; answer: string }[]> => {
  const visible = new Set(scopes);
  const seen = documents && seenAnswers(documents, scopes);
  const told = await Promise.all(
    turns.map(async ({ id, status, question, answer, scopes: needed }) =>
      id !== turnId &&
      status === 'done' &&
      answer &&
      needed.every((scope) => visible.has(scope)) &&
      (!seen || (await seen.isWhole(answer)))
        ? [{ question, answer: answer.text }]
        : [],
    ),
  );
  return told.flat();
};

/** A thread's title: its first question on one line, cut at a word. */
export const titleOf = (question: string, limit = 80): string => {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > limit / 2 ? cut.lastIndexOf(' ') : undefined)}…`;
};
