import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const ask = quotingFrom({
  'anaesthesia.md': `# Anaesthesia

| Drug | Dose, dog (mg/kg) | Dose, cat (mg/kg) | Route |
| --- | --- | --- | --- |
| Methadone | 0.2 | 0.3 | IM |
| Alfaxalone | 5 | 3 | IV |
| Propofol | 4 | 6 | IV |
| Atropine | 0.02 | 0.04 | IM |
`,
  'rabbits.md':
    '# Rabbits\n\nRabbits are booked in the first hour of the morning. A rabbit keeps eating before surgery.',
  'stock.md': `# Stock

| Item | Shelf | In stock |
| --- | --- | --- |
| Sutures 3-0 | drawer 7 | 220 |
| E-collars medium | attic | 17 |
| Gauze | shelf 2 | 60 |

Large dogs wait outside.
`,
  'poisons.md': `# Poisons

| Poison | Antidote | Where it is |
| --- | --- | --- |
| Anticoagulant bait | Vitamin K1 | shelf 4 |
| Ethylene glycol | Fomepizole | fridge |
| Paracetamol | N-acetylcysteine | shelf 2 |
`,
  'boarding.csv':
    'Animal,Species,Owner,Cage\nBiscuit,dog,Hallam,D1\nPepper,cat,Nwosu,C2\nClover,rabbit,Whitcombe,R1\nJuno,ferret,Castellan,F1\n',
  'leave.md': `# Kinds of leave

| Kind | How long | Paid |
| --- | --- | --- |
| Paternity or partner leave | 3 weeks | yes |
| Carer's leave | 5 days | no |
| Jury service | as long as it takes | yes |
`,
  'visits.md':
    '# Home visits\n\nHome visits are on Tuesdays and Thursdays between 13:00 and 16:00, within 12 miles of the clinic. A visit costs 85 pounds.',
  'analyser.md':
    '# Blood analyser\n\nError E-47 on the blood analyser means that the waste bottle is full: empty it and press Reset. Error E-12 means a bubble in the sample; centrifuge again.',
});

it.each([
  'dose of atropine for rabbits',
  'How many E-collars large do we have?',
  'antidote for chocolate',
  'E-99 error on blood analyser',
  'how long is maternity leave here',
])('does not call an answer what speaks of another thing: %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});

it.each([
  ['what is the atropine dose for cats', '0.04'],
  ['How many E-collars medium do we have?', '17'],
  ['Is Clover a rabbit or a ferret?', 'rabbit'],
  ['Can we do a home visit 15 miles away?', '12 miles'],
  ['how long is paternity leave here', '3 weeks'],
  ['how long is parental leave here', '3 weeks'],
  ['E-12 error on blood analyser', 'centrifuge'],
])('still answers of the thing itself: %s', async (question, part) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(part);
});

it('compares the column that the question names most of', async () => {
  const { text } = await ask('Which drug has the highest dose for dogs?');
  expect(text).toContain('Alfaxalone');
  expect((await ask('Which drug has the highest dose for cats?')).text).toContain('Propofol');
});
