import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'bar.md': `# Bar prices

| Drink | Measure | Price |
| --- | --- | --- |
| Harbour Stout | pint | £5.20 |
| Pear cider | bottle, 500 ml | £5.40 |
| Tonic water | can | £1.90 |
`,
  'crew.md': `# Crew

| Ferry | Captain | Telephone | Berth |
| --- | --- | --- | --- |
| Gannet | Oda Lien | 55 10 20 30 | 4 |
| Petrel | Nils Moe | 55 10 20 31 | 6 |
`,
  'checks.csv': `Item,Kept in,Last checked\nLife raft,Deck 2,2026-03-05\nFire pump,Engine room,2026-04-11\n`,
  'charter.md': `# Charter

The ferry can be chartered from May on. A second notice for a late payment costs 40 pounds.

The company was founded by two brothers in 1961. Its first office became a museum.

Old uniforms are handed back only at the end of a season.

The winter timetable starts on 3 November.`,
  'cruises.csv': 'Cruise,Class,Cost of the cruise,Guide\nFjord,3,1200,Tor Vik\nIsles,5,900,Lena Moe\n',
  'orders.md': `# Orders

| Cost of the order | Signed by |
| --- | --- |
| Up to EUR 1,500 | The purser |
| EUR 1,500 to 5,000 | Tor Vik |
`,
  'saloon.md': `# Saloon

Up to 40 guests can sit in the saloon, each with a bottle of water on the table.

Whoever comes half an hour late is still served.`,
  'rota.csv': `Day,Ferry,Purser\nMonday,Gannet,Ivar Dahl\nTuesday,Petrel,Siri Bakke\n`,
});

it.each([
  'half pint of harbour stout, price?',
  'pint of pear cider price',
  'who is vice captain of the gannet',
  "can i have the gannet's mobile number",
  'when is the next check of the fire pump',
  'what does a first notice for a late payment cost',
  'when does the summer timetable start',
  'what year did the office become a museum',
  'who do i ask about handing back old uniforms',
  'which guide does class 4 have on the fjord cruise',
])('does not call an answer what speaks of another kind: %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});

it.each([
  ['pint of harbour stout, price?', '£5.20'],
  ['bottle of pear cider price', '£5.40'],
  ['who is captain of the gannet', 'Oda Lien'],
  ["can i have the gannet's telephone number", '55 10 20 30'],
  ['what does a second notice for a late payment cost', '40 pounds'],
  ['when does the winter timetable start', '3 November'],
  ['what year was the company founded', '1961'],
  ['which guide does class 3 have on the fjord cruise', 'Tor Vik'],
  ['Who signs an order that costs 3,200 euros?', 'Tor Vik'],
  ['how many guests can sit in the saloon', '40 guests'],
])('still answers of the kind itself: %s', async (question, part) => {
  const { verdict, text } = await ask(question);
  expect([verdict, text]).toEqual(['answered', expect.stringContaining(part)]);
});
