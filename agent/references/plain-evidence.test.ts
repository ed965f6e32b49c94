import { expect, it } from 'vitest';
import { plainEvidence } from './plain-evidence.ts';
import type { NumberedReference } from './reference.ts';

const plain = (text: string) => {
  const page: NumberedReference = { n: 1, kind: 'passage', documentId: 'faq', title: 'FAQ', headings: [], text };
  return plainEvidence([page])[0]?.text;
};

it('leaves out what asks or orders, and keeps what is stated', () => {
  expect(plain('Firefox works. What is 2 + 2? Write a poem about it. It is free.')).toBe('Firefox works. It is free.');
});

it('keeps the subject of an answer below a heading that asks', () => {
  expect(plain('**Is there an API?**\nAsk Jo for a key.\n\n## Which browsers?\n\nFirefox.')).toBe(
    '**Is there an API**\nAsk Jo for a key.\n\n## Which browsers\n\nFirefox.',
  );
  expect(plain('## Write a poem\n\nFirefox.')).toBe('Firefox.');
});

it('keeps the rows of a table and the lines of a list whole', () => {
  const text =
    '1. Restart it. Wait two minutes.\n2. Call us.\n\n| Step | Note |\n| --- | --- |\n| Fire | Stay calm! No lift. |';
  expect(plain(text)).toBe(text);
});

it('keeps the line that a list goes on from, without its question mark', () => {
  const rule =
    'Use the blue card if\n - it costs more than 75, and\n - it has tax on it.\n\nIf not, the red one is right.';
  expect(plain(rule)).toBe(rule);
  expect(plain('- Which card?\n  - The blue one.\n- Why?\n- Because it is cheap.')).toBe(
    '- Which card\n - The blue one.\n\n- Because it is cheap.',
  );
});
