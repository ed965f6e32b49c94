import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'crew.md': `# The crew

## Hours and pay

The crew are paid on the last Friday of the month. Everyone earns the same by the hour. Tips are shared by hours worked and paid with the wages.

## Leave

Ask for leave three weeks ahead.
`,
  'wood.md': `# How we try to do less harm

Our bags are made of paper and go into the compost.

We pay at least 30 % above the price of the market for all wood and publish what we paid each April. Larch comes from the valley.
`,
});

it('sets no page against an answer that fits far less and only has its verb', async () => {
  const { verdict, text } = await ask('when do we get paid');
  expect(verdict).toBe('answered');
  expect(text).toContain('last Friday');
  expect(text).not.toContain('April');
});
