import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'hire.md': `# Hire of instruments

| Instrument | A month | Deposit | Holds |
| --- | --- | --- | --- |
| Cello | £24 | £150 | 1 |
| Viola | £16 | £90 | 1 |
| Drum case 60l | £9 | £30 | 1 |
`,
  'classes.md': `# Classes

The beginners' class in the viola begins on Monday 7 September and runs for eleven weeks.

Agnes Holt tunes the harpsichord every February. The hall's heating is serviced by Moffat Brothers in May.
`,
});

it.each([
  // Another thing than the row's, whose name begins with the same word.
  'what is the deposit for a viola harness',
  // Another number.
  'monthly hire of a drum case 90l',
  // Weeks are no minutes.
  "how many minutes does the beginners' class in the viola last",
  // Another task.
  'who tunes the accordion every February',
])('is no answer to %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});

it.each([
  ['what is the deposit for a viola', '£90'],
  ['monthly hire of a drum case 60l', '£9'],
  ["how many weeks does the beginners' class in the viola run", 'eleven weeks'],
  ['who tunes the harpsichord', 'Agnes Holt'],
])('is the answer to %s', async (question, answer) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(answer);
});
