import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'yard.md': `# Rules of the yard

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
  'styles.md': `# Styles

| Name | Default | Description |
| --- | --- | --- |
| Banner | red; set bold; | The style of the banner. |
| Footer | grey; | The style of the footer. |
`,
});

it.each([
  // A row with the digits of a bound need not meet it.
  'which cakes are under $3',
  // That there are four says nothing of which one it is.
  'which of the four kilns is cracked',
  // What a thing looks like does not tell how to use it.
  'how do i print a banner',
])('calls what speaks of another case no answer: %s', async (question) => {
  const { verdict } = await ask(question);
  expect(verdict).toBe('unknown');
});

it.each([
  ['are dogs on a lead allowed in the office?', 'everywhere else on a lead'],
  ['which cakes are under 3 quid', 'Almond ring'],
])('answers where it speaks of the same case: %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});
