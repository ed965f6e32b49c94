import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'hives.md': `# Hives

Our hives stand along the river.

| Site | Keeper | Hives | Honey in 2026 | Rent a year | Loss in winter | Since | Height |
| --- | --- | --- | --- | --- | --- | --- | --- |
| Mill meadow | Ada Brook | 12 | 240 kg | £120.00 | 5 % | 2011 | 84 m |
| Vicarage | Jon Fell | 8 | 165.5 kg | £80.50 | 10 % | 2014 | about 90 m |
| Old orchard | Ada Brook | 14 | 310 kg | €90.00 | 8 % | 2014 | 102 m |
| Reservoir | Mia Ford | 6 | 90 kg | £60.00 | 20 % | 2019 | 110 m |
`,
  'market.md': `# Market days

| Month | Jars sold | Takings |
| --- | --- | --- |
| June | 410 | 3,280.00 |
| July | 520 | 4,160.50 |
| Total | 930 | 7,440.50 |
`,
  'gear.md': `# Gear

| Thing | Price new | Price used | Weight |
| --- | --- | --- | --- |
| Smoker | £40.00 | £20.00 | 1.250 |
| Extractor | £400.00 | £250.00 | 30.500 |
`,
});

it.each([
  ['how many hives do we have in total', '40', 'sum of all 4 by Hives'],
  ['what is the total honey in 2026', '805.5 kg', 'sum of all 4 by Honey in 2026'],
  ['how many hives does Ada Brook have altogether', '26', 'sum of 2 by Hives'],
  ['average number of hives per site', '10', 'average of all 4 by Hives'],
  ['what is the average loss in winter', '10.75 %', 'average of all 4 by Loss in winter'],
  ['wie viele hives haben wir insgesamt', '40', 'sum of all 4 by Hives'],
])('calculates from a column, and says how: %s', async (question, value, how) => {
  const { verdict, text, shortAnswer, citations } = await ask(question);
  expect({ verdict, shortAnswer }).toEqual({ verdict: 'answered', shortAnswer: value });
  expect(text).toContain(`**${value}**`);
  expect(text).toContain(how);
  expect(citations[0]?.quote).toContain('| Mill meadow |');
});

it.each([
  // One cell has another currency.
  'what is the total rent a year',
  'average rent a year',
  // One cell is no number alone.
  'average height of the sites',
  // Shares of different wholes do not add up.
  'sum of the loss in winter',
  'average of since',
  // Two prices, and neither is meant more; and a number that may be a thousand or not.
  'average price of our gear',
  'total weight of the gear',
  // Only some rows are meant.
  'average number of hives since 2014',
  'total honey in June',
  'how many hives of black bees do we have in total',
  // What is counted is in no column.
  'total number of stings in 2026',
])('calculates nothing where units differ, cells are no numbers or no column is meant: %s', async (question) => {
  const { text } = await ask(question);
  expect(text).not.toContain('calculated');
});

it('quotes the row that states the total', async () => {
  const { text } = await ask('how many jars were sold in total');
  expect(text).toContain('930');
  expect(text).not.toContain('calculated');
  expect(text).not.toContain('1,860');
});

it('counts no rows where a column holds the number', async () => {
  expect((await ask('how many hives did we have in 2014')).shortAnswer).not.toBe('2');
});

it('counts the rows of all there are', async () => {
  expect((await ask('how many sites are there in total')).shortAnswer).toBe('4');
});

it('answers from the one row that is meant', async () => {
  const { text, verdict } = await ask('how many hives does Mia Ford have in total');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/Hives: (?:\*\*)?6/);
  expect(text).not.toContain('calculated');
});
