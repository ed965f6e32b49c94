import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'bakery.md': `# Bakery of the mill

| Item | Kind | Price (EUR) | From |
| --- | --- | --- | --- |
| Rye loaf | bread | 4.80 | 7:00 |
| Spelt loaf | bread | 6.20 | 9:00 |
| Plum tart | cake | 22 | 10:00 |
| Poppy slice | cake | 3.10 | 8:00 |
| Almond ring | cake | 2.60 | 8:00 |
`,
  'boats.md': `# Boats of the museum

| Boat | Built | Berth |
| --- | --- | --- |
| Otter | 1889 | north |
| Heron | 1911 | south |
| Curlew | 1934 | south |

The launch runs from 12 April to 30 September, every day except Mondays.
`,
  'keys.md': `# Keys of the chart plotter

| Key | What it does |
| --- | --- |
| F2 | Reverse video, dark letters on a light ground |
| F3 | Sounds the horn |
| F4 | Moves the cursor to the ship |
`,
});

it.each([
  ['which cakes are under €5', ['Poppy slice', 'Almond ring'], ['Plum tart', 'Rye loaf']],
  ['cakes under 3 euros', ['Almond ring'], ['Poppy slice', 'Plum tart']],
  ['boats built before 1920', ['Otter', 'Heron'], ['Curlew']],
])('reads a bound of money or of years: %s', async (question, shown, absent) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  for (const name of shown) expect(text).toContain(name);
  for (const name of absent) expect(text).not.toContain(name);
});

it('compares no amount with prices in another currency', async () => {
  const { verdict } = await ask('which cakes are under $3');
  expect(verdict).toBe('unknown');
});

it('reads a month inside a stated period, and a timetable as no question for a platform', async () => {
  const { text, verdict } = await ask('does the launch run on tuesdays in june?');
  expect(verdict).toBe('answered');
  expect(text).toContain('12 April to 30 September');
});

it('takes “is” for no plural that asks for rows', async () => {
  const { verdict } = await ask('is there video calling');
  expect(verdict).toBe('unknown');
});
