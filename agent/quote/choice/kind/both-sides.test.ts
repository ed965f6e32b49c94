import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';
import { namesOneSide } from './both-sides.ts';

const ask = quotingFrom({
  'bills.md': `# Bills

A bill is a request for payment that a supplier sends to you.

A voucher is a bill that is paid at once.
`,
  'invoices.md': `# Invoices

An invoice is a request for payment that you send to a customer. A bill differs from an invoice by who sends it: a bill comes from a supplier, an invoice goes to a customer.
`,
  'slips.md': `# Slips

A slip is a paper that is kept with the goods until they are sold.
`,
});

it('answers how two things differ with words on both', async () => {
  const { text } = await ask('What is the difference between a bill and an invoice?');
  expect(text).toMatch(/A bill differs from an invoice/);
});

it.each([
  'What is the difference between a slip and a voucher?',
  'how does a slip differ from an invoice',
  'whats the difference between a slip vs a bill',
])('shows words on one of two things as the closest passage at most: %s', async (question) =>
  expect((await ask(question)).verdict).toBe('unknown'),
);

it('wants one of the two things in the sentence itself, and reads no aside for a name', () => {
  const question = 'whats the difference between a crate and a pallet, i never know';
  const shown = 'This page tells what can be turned into something else. Some carriers take only crates or pallets.';
  expect(namesOneSide(question, shown, 'This page tells what can be turned into something else.')).toBe(true);
  expect(namesOneSide(question, shown, 'Some carriers take only crates or pallets.')).toBe(false);
  expect(namesOneSide(question, 'I never know a crate.', 'I never know a crate.')).toBe(true);
});
