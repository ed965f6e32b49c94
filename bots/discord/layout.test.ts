import { expect, it } from 'vitest';
import { createInertOutput } from '../../agent/inert-answer.ts';
import type { Answer } from '../../core/answer.ts';
import { renderAnswer } from '../chat/reply/render.ts';
import { finalBodies } from './layout.ts';

/** The source list of an answer from one page that has this title. */
const sourcesOf = (title: string): string => {
  const answer = createInertOutput().answer({
    text: 'It is 30 days [1].',
    shortAnswer: '30 days',
    verdict: 'answered',
    citations: [{ n: 1, title, quote: '30 days', documentId: 'leave', passageId: 'leave#0' }],
  } as unknown as Answer);
  const rendered = renderAnswer(answer, { inChannel: true });
  const sent = JSON.stringify(finalBodies({ kind: 'answer', turnId: 't', rendered }, { share: false }));
  return /-# 1\. [^"]*?(?=")/.exec(sent)?.[0].replaceAll('\\\\', '\\') ?? '';
};

/** Without code spans, as Discord shows nothing in them as a link. */
const outsideCode = (text: string) => text.replace(/(?<!\\)`[^`\n]+`/g, '');

it.each([
  'Leave, see https://evil.example/leave',
  '<https://evil.example|HR>',
  'www.evil.example',
  'Ask hr@evil.example',
  `${'A long title '.repeat(6)} of https://evil.example/which-is-cut-here-or-there`,
])('an address in a page’s title is no link in the list of sources: %s', (title) => {
  expect(outsideCode(sourcesOf(title))).not.toMatch(/evil|https|www|@/);
});

it('shows the marks of a title as they are', () => {
  expect(sourcesOf('Leave_for_all [2026] *new*')).toBe('-# 1. Leave\\_for\\_all \\[2026\\] \\*new\\*');
});
