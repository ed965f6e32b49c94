import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'benefits.md': `# Benefits

| Benefit | Iceland | Malta | Cyprus |
| --- | --- | --- | --- |
| Bicycle allowance a year | ISK 60,000 | EUR 410 | EUR 380 |
| Dental care | half | nothing | half |
`,
  'teams.md': `# Teams

| Team | Lead | Building | People |
| --- | --- | --- | --- |
| Rigging | Birna Jonsdottir | Net Loft | 12 |
| Sails | Mateo Vella | Old Ropery | 9 |
`,
  'approvals.md': `# Purchases

| Purchase costs | Approved by |
| --- | --- |
| Up to 500 euros | The team's lead |
| Above 500 euros | Carmen Zahra |
`,
  'rebates.md': `# Rebates

| Rebate | Approved by |
| --- | --- |
| Up to 5 % | The account manager |
| Up to 15 % | Mateo Vella |
| Anything more | Carmen Zahra and the board |
`,
  'prices.md': `# Boats

| Boat | Price | Guarantee |
| --- | --- | --- |
| Tern One | 18,000 euros | 3 years |
| Tern Two | 23,000 euros | 3 years |
| Skua | 9,000 euros | 1 year |
`,
});
const after = (...questions: string[]) => questions.map((question) => ({ question, answer: '' }));

it.each([
  ['how much is the bicycle allowance in Iceland?', [], 'ISK 60,000'],
  ['and in Malta?', after('how much is the bicycle allowance in Iceland?'), 'EUR 410'],
  ['in Cyprus?', after('how much is the bicycle allowance in Iceland?', 'and in Malta?'), 'EUR 380'],
  ['where do they sit?', after('who is the lead of Rigging?'), 'Net Loft'],
  ['who signs off a purchase of 900 euros', [], 'Carmen Zahra'],
  ['who approves a rebate of 15 %', [], 'Mateo Vella'],
  ['who approves rebates over 15 %', [], 'Carmen Zahra and the board'],
  ['who approves a rebate of 20 percent', [], 'Carmen Zahra and the board'],
  ['who approves rebates above 5 %', [], 'Mateo Vella'],
  ['Wer genehmigt einen Rabatt über 15 %?', [], 'Carmen Zahra and the board'],
  ['which team does Mateo Vella lead', [], 'Sails'],
  ['what guarantee do the Terns have', [], '3 years'],
])('says the cell that is asked for: %s', async (question, history, expected) => {
  const { verdict, shortAnswer } = await ask(question, history);
  expect([verdict, shortAnswer]).toEqual(['answered', expected]);
});
