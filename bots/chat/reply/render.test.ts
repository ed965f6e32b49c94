import { expect, it } from 'vitest';
import { answerOf } from '../../conversation/testing/scripted-agent.ts';
import { dateOf, renderAnswer } from './render.ts';

const likely = answerOf('When was the hall built?', {
  verdict: 'likely',
  text: 'Probably 1412 [1].',
  unconfirmed: ['where the founder lived <https://evil.example>'],
});

it('marks what no page states in a likely answer, and does not link it', () => {
  const { text, lines, verdict } = renderAnswer(likely, { inChannel: false });
  expect(verdict).toBe('likely');
  expect(text).toBe('Probably 1412 [1].');
  expect(lines[0]).toMatch(/^Your pages don’t say where the founder lived/);
  expect(lines[0]).toContain('`https://evil.example`');
});

it('marks nothing in an answer that pages state', () => {
  expect(renderAnswer({ ...likely, verdict: 'answered' }, { inChannel: false }).lines).toEqual([]);
});

it('says in a channel what it did not look at, beside what it does not know', () => {
  const unknown = answerOf('When was the hall built?', { verdict: 'unknown', text: "I don't know.", citations: [] });
  const lines = (answer: typeof unknown) =>
    renderAnswer(answer, { inChannel: true, sources: ['handbook', 'wiki'] }).lines.join('\n');
  expect(lines(unknown)).toMatch(/direct message/);
  expect(lines(unknown)).toContain('I look only in handbook, wiki.');
  expect(lines({ ...unknown, verdict: 'answered' })).toBe('');
});

it('says what became of a question whose answer has no text', () => {
  expect(renderAnswer({ ...likely, verdict: 'declined', text: ' ' }, { inChannel: false }).text).toMatch(
    /did not answer/,
  );
});

it('shows the day on which a cited page was changed, if it states one', () => {
  expect(dateOf('2026-03-12T23:30:00Z')).toBe('12 Mar 2026');
  expect(dateOf('last spring')).toBeUndefined();
  expect(dateOf(undefined)).toBeUndefined();
});

it('links the pages that an “I don’t know” names, where they have an address, and no other', () => {
  const page = (title: string, url?: string) => ({
    documentId: title,
    passageId: `${title}#0`,
    title,
    ...(url && { url }),
  });
  const { text } = renderAnswer(
    answerOf('What is the discount?', {
      verdict: 'unknown',
      citations: [],
      text: "I don't know. These pages come closest:\n- Prices › 2026\n- Discounts\n- Own [file]\n- Handbook\n- Prices",
      nearest: [
        { ...page('Prices', 'https://wiki.example/prices_(new)'), section: '2026' },
        page('Discounts', 'javascript:alert(1)'),
        page('Own [file]', 'https://wiki.example/own'),
        page('Handbook'),
      ],
    }),
    { inChannel: false },
  );
  expect(text.split('\n').slice(1)).toEqual([
    '- [Prices › 2026](https://wiki.example/prices_%28new%29)',
    '- Discounts',
    '- Own [file]',
    '- Handbook',
    '- Prices',
  ]);
});
