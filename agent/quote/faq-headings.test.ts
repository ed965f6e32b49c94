import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'swimmers.md': `# Lido handbook

## May I bring my own inflatables?

Rings and boards are fine in the shallow end until noon.

## What happens in a thunderstorm?

Everybody leaves the water. The lifeguard blows a horn twice.

## Where do I put my valuables?

Lockers take a coin that comes back.
`,
  'staff.md': '# Staff\n\nLifeguards swap shifts by the board in the kiosk.\n',
});

it('names the section of an FAQ page by its question, although the asker used other words', async () => {
  const { text, nearest } = await ask('lifeguard uniform size');
  expect(nearest?.map(({ section }) => section)).toContain('What happens in a thunderstorm?');
  expect(text).toContain('What happens in a thunderstorm?');
});
