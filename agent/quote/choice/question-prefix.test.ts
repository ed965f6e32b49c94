import { expect, it } from 'vitest';
import { textsEncoded } from '../testing/texts-encoded.ts';

const files = { 'leave.md': '# Leave\n\nParental leave is sixteen weeks.\n\nSick leave is six weeks.\n' };

it('encodes the question as a question and candidates as passages', async () => {
  const question = 'Who may take parental leave with twins?';
  const asked = await textsEncoded(question, files, 'test:intfloat/e5-small-v2');
  expect(asked).toContain(`query: ${question}`);
  expect(asked).not.toContain(`passage: ${question}`);
  expect(asked).toContain('passage: Leave. Parental leave is sixteen weeks.');
});

it('encodes no candidate of a question that words alone answer', async () => {
  const question = 'How long is parental leave?';
  const asked = await textsEncoded(question, files, 'test:intfloat/e5-small-v2');
  expect(asked).toContain(`query: ${question}`);
  expect(asked).not.toContain('passage: Leave. Parental leave is sixteen weeks.');
});
