import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'swimming.md': `# Toddler Swim and Senior Swim

Both take place in the small pool, and towels are lent at the desk for both of them all year.

## Toddler Swim

It runs from nine until ten. The water is warmed to 31 degrees, and there is room for 14 children in the pool.

## Senior Swim

It runs from ten until eleven. Bring a padlock for your locker, and a cap if your hair is long.
`,
  'visitors.md': `# Visitors

| Wing | Visitors 2025 |
| --- | --- |
| East wing | 4210 |
| West wing | 3980 |

The council pays the insurance of the wings, 240 pounds.
`,
});

it.each([
  'how warm is the water at senior swim',
  'visitors of the east wing the year before last',
  'what pension contribution does the council pay',
])('does not call an answer what has another thing than the one named: %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});

it.each([
  ['how warm is the water at toddler swim', '31 degrees'],
  ['what insurance does the council pay', '240 pounds'],
  ['visitors of the east wing', '4210'],
])('answers what names the same thing: %s', async (question, said) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});
