import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

const ask = quotingFrom({
  'depot.md': `# Depot

## Radios

A lost radio costs the depot £95. Tell the dispatcher at once. Do not walk on the tracks.

## Cameras

Camera recordings are overwritten after 12 days.

## Leave

Up to three days of leave are carried into the next year.

## Bicycles

Bicycles stand in the rack behind hall 2.

## Nights

At night call the hotline: 0800 555 0123.

## Disagreement

In the event of a disagreement about the roster, it is escalated to the head of the depot for a decision.

## Invoices

Example: if you get paid £600 a month and start on the 15th, write £300.

## Wages

The salary is processed on the first of each month.

## Canteen

| Meal | Price |
| --- | --- |
| Breakfast | £4.20 |
| Soup | £3.10 |
`,
  'search.md': `# Searching the log

Find what was added before the year 2010 by "log ls added:..2009".

Searching for several words shows only lines that hold all of them.
`,
});

it.each([
  ['what does a lost walkie talkie cost', '£95'],
  ['how long is cctv kept', '12 days'],
  ['how long are camera recordings retained', '12 days'],
  ['whats the phone number for the night', '0800 555 0123'],
  ['who decides if we disagree about the roster?', 'head of the depot'],
  ['can i take leftover holiday into next year', 'carried into the next year'],
  ['where do bikes stand', 'behind hall 2'],
  ['¿cuánto cuesta el desayuno?', '£4.20'],
])('shows what pages say in other words: %s', async (question, said) => {
  const { text } = await ask(question);
  expect(text).toContain(said);
});

it('answers with no example', async () => {
  const { text, verdict } = await ask('when do i get paid');
  expect(verdict === 'answered' && text.includes('Example')).toBe(false);
});

it('corrects no word to a form of a word that is none itself', async () => {
  const { notices = [] } = await ask('what does a lost walkie talkie cost');
  expect(notices.join(' ')).not.toContain('walke');
});
