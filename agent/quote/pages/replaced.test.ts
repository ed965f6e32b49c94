import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'costs-2019.md':
    '# Costs (2019)\n\nThe rate for your own boat is 12 crowns a mile.\n\nNights at an inn: up to 300 crowns.',
  'costs.md':
    '# Costs\n\nThis page replaces [the one of 2019](costs-2019.md), which auditors still want.\n\nThe rate for your own boat is 15 crowns a mile.\n\nNights at an inn: up to 340 crowns.',
  'harbour.md':
    '# Harbour\n\nWe have collected what guests ask most about moorings below.\n\nThe harbour office opens at seven. Boats are moored by the warden.',
});

it('does not answer from a page that another page says it replaces', async () => {
  const { text } = await ask('what is the rate for my own boat?');
  expect(text).toContain('15 crowns');
  expect(text).not.toContain('12 crowns');
});

it('does not answer with what is written further down', async () => {
  const { text } = await ask('who do guests ask about moorings?');
  expect(text).not.toContain('collected');
});
