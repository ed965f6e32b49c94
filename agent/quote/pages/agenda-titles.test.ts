import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'minutes.md': `# Board meeting, 4 June 2025

**1. Minutes of 7 May** agreed.

**2. Rain covers.** Wool and oilcloth. Ida has offers. Put off to August because the insurer wants a sample first.

**3. Slipway.** Two offers: Brand Stone 41,000 euros, Marlow 38,500 euros. Decision: Marlow, work from 8 to 19 September.
`,
});

it.each([
  ['are the rain covers coming?', 'Put off to August'],
  ['who got the slipway', 'Decision: Marlow'],
])('shows what was said below the title of an item, and not the title as the answer: %s', async (question, part) => {
  const { text, shortAnswer } = await ask(question);
  expect(text).toContain(part);
  expect(text).not.toMatch(/\*\*\d\.|\*\*(?:Rain covers|Slipway)\.\*\*/);
  expect(shortAnswer).not.toMatch(/^\d?\.? ?(?:Rain covers|Slipway)\.$/);
});
