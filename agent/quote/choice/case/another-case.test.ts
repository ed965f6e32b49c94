import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'yard.md': `# Rules of the yard

## Smoking

Smoking is allowed behind the boiler house. No fires on the quay.

## Dogs

Dogs are allowed in the garden, and everywhere else on a lead.

## Kilns

Four kilns: north, south, yard and cellar. They are fired on Mondays.
`,
  'loaves.md': `# Loaves of the mill

| Item | Kind | Price (GBP) |
| --- | --- | --- |
| Rye loaf | bread | 4.80 |
| Poppy slice | cake | 3.10 |
| Almond ring | cake | 2.60 |
`,
  'crew.md':
    '# The crew\n\nSeniority counts from the first voyage (not from the end of a trial period).\n\nThe deposit is 40 crowns (excluding the oilskins).\n',
  'styles.md': `# Styles

| Name | Default | Description |
| --- | --- | --- |
| Banner | red; set bold; | The style of the banner. |
| Footer | grey; | The style of the footer. |
`,
});

it.each([
  // A rule for one place is no rule for another.
  'is smoking allowed behind the kitchen?',
  // A row with the digits of a bound need not meet it.
  'which cakes are under $3',
  // That there are four says nothing of which one it is.
  'which of the four kilns is cracked',
  // What a thing looks like does not tell how to use it.
  'how do i print a banner',
  // What is left out is not told.
  'what is the trial period',
])('calls what speaks of another case no answer: %s', async (question) => {
  const { verdict } = await ask(question);
  expect(verdict).toBe('unknown');
});

it.each([
  ['is smoking allowed behind the boiler house?', 'Smoking is allowed'],
  ['are dogs on a lead allowed in the office?', 'everywhere else on a lead'],
  ['which cakes are under 3 quid', 'Almond ring'],
  ['from which voyage does seniority count', 'first voyage'],
])('answers where it speaks of the same case: %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});
