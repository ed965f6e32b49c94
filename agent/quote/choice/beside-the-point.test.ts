import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'yard.md': `# Yard

The assembly point is the bay of coaches in the car park. Cars stand there until six.

The log lets you work with several books at once. A book may be locked.
`,
  'keys.md': `# Spare keys

Every van has a second key in the grey box.

## Lost keys

The office can make a new key from the number of the van. This is useful when you have lost a key of a van and need another one.
`,
  'fares.md': `# Fares

| Ticket | Single | Return |
| --- | --- | --- |
| Child | 5.50 | 8.00 |
| Adult | 9.50 | 15.00 |
`,
});

it.each(['is there a charging point for electric cars', "who's responsible for child protection"])(
  'shows links alone where the nearest passage is beside the point: %s',
  async (question) => {
    const { text, verdict } = await ask(question);
    expect(verdict).toBe('unknown');
    expect(text).toMatch(/^I don't know/);
  },
);

it('does not answer with what something is good for', async () => {
  const { text, verdict } = await ask('i have lost a key of a van, can i get another one');
  expect(text).toContain('This is useful');
  expect(verdict).toBe('unknown');
});
