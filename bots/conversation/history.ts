import type { Turn } from '../../core/conversation.ts';
import type { Scope } from '../../core/document.ts';

/**
 * What the agent may know of the thread: answered turns, oldest first, whose every scope the asker has too. An answer
 * made for somebody who sees more could otherwise leak through a follow-up by somebody who sees less.
 */
export const threadHistory = (
  turns: readonly Turn[],
  { turnId, scopes }: { turnId: string; scopes: readonly Scope[] },
): { question: string; answer: string }[] => {
  const visible = new Set(scopes);
  return turns.flatMap(({ id, status, question, answer, scopes: needed }) =>
    id !== turnId && status === 'done' && answer && needed.every((scope) => visible.has(scope))
      ? [{ question, answer: answer.text }]
      : [],
  );
};

/** A thread's title: its first question on one line, cut at a word. */
export const titleOf = (question: string, limit = 80): string => {
  const line = question.replace(/\s+/g, ' ').trim();
  if (line.length <= limit) return line;
  const cut = line.slice(0, limit - 1);
  return `${cut.slice(0, cut.lastIndexOf(' ') > limit / 2 ? cut.lastIndexOf(' ') : undefined)}…`;
};
