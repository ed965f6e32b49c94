import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'swimmers.md': `# Lido handbook

## May I bring my own inflatables?

Rings and boards are fine in the shallow end until noon.

## What happens in a thunderstorm?

Everybody leaves the water. The lifeguard blows a horn twice.

## Where do I put my valuables?

Lockers take a coin that comes back.
`,
  'pumps.md': `# Pumps

## (FAQ 33) From showers behind the filter, the flow to some heads stops. The same heads work fine from the tank itself. What's wrong?

Answer: Most likely, you need to set BYPASS=Yes.

## (FAQ 34) How do I clean a filter?

Answer: With a brush.
`,
  // Much is said of showers and tanks, so that no sentence stands out.
  'house.md': `# The house

The showers of the men work from seven. The tank in the yard is full by noon. A tank hangs behind the showers of the women.

## Tank

It holds 900 litres, which is fine for a day. Some showers take water from it when the mains are off.

## Showers

Some people leave their towels there. A coin makes them work for three minutes.
`,
  'staff.md': '# Staff\n\nLifeguards swap shifts by the board in the kiosk.\n',
});

it('names the section of an FAQ page by its question, although the asker used other words', async () => {
  const { text, nearest } = await ask('does the lifeguard sell a horn?');
  expect(nearest?.map(({ section }) => section)).toContain('What happens in a thunderstorm?');
  expect(text).toContain('What happens in a thunderstorm?');
});

it('shows the entry of an FAQ that asks something like the question, whatever words its answer has', async () => {
  const { text } = await ask('some spouts hang from the showers but work fine from the tank itself');
  expect(text).toContain('BYPASS=Yes');
});
