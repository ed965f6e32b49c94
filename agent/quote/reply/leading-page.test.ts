import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'leave.md': `# Leave

Parental leave is 16 weeks at full pay for every parent.

Unused leave of a year ends on 31 March of the next one.
`,
  'parental.md': `# How many weeks of parental leave do I get

How many weeks of parental leave you get: parental leave is 2 weeks.
`,
});

it('shows the other page’s answer though a page leads by the words of the question', async () => {
  const { text } = await ask('how many weeks of parental leave do i get');
  expect(text).toContain('16 weeks');
  expect(text).toContain('2 weeks');
});
