import { expect, it } from 'vitest';
import { quotingFrom } from '../../testing/quoting-from.ts';

const THIS_YEAR = new Date().getUTCFullYear();
const ask = quotingFrom({
  'mill.md': '# Visiting the mill\n\nThe opening hours of the mill are 10:00 to 16:00, from Tuesday to Sunday.\n',
  'fares.md': `# Fares ${THIS_YEAR - 1}\n\nA return ticket for the ferry costs 14.50 for grown-ups.\n`,
  'kiosk.md': `# Price list of the kiosk

| Item | Price (GBP) | Available |
| --- | --- | --- |
| Cheese toast | 4.20 | until 11:00 |
| Carrot soup | 5.10 | from 12:00 |
| Ginger cake | 2.90 | all day |
`,
  'boats.md': `# Boats

| Boat | Builder | Built | Type | Seats |
| --- | --- | --- | --- | --- |
| Marta | Holm & Sons | 1911 | motor launch | 24 |
| Ilse | Brandt | 1936 | sailing barge | 12 |
`,
  'groups.md': `# Groups

A group is 12 or more paying guests. Groups book a week ahead by telephone.
`,
  'years.md': `# Guests

From 2014 to 2018 some 3,000 guests a year took the round trip.
`,
  'hut.md': `# The hut

The hut has free wifi; dogs may come in.
`,
  'crew.md': `# Who does what

Ask Pauline Reid about the wages. Questions on the boats go to Tom Hale or to the noticeboard, up to twelve a week.
`,
  'leavers.md': `# Who left

Ada Brook left the crew in May, since she wanted to see her grandchildren grow up. Jon Fell moved to the ticket office to be closer to the station.
`,
  'regatta.md': `# Visas

Start early, as soon as we have dates for a regatta abroad. Visas take months.
`,
  'backups.md': `# Backups

Every night the files go to the box in the boathouse, and Pauline takes a disk home on Fridays.
`,
});

it.each([
  // The row has the thing, and nothing of what is asked of it.
  'calories of the cheese toast',
  // Tyres are no types.
  'when did Marta last get new tyres',
  // A size of groups is no range of years.
  'how many paying guests were there in 2021',
  // No page has a word for passwords.
  'what is the wifi password',
  // To whom questions go is no reason.
  'why did Tom Hale leave the boats',
  // Who takes a disk home says nothing of what is allowed.
  'can i work from home on fridays',
  // A price is no number of people.
  'how many people take the carrot soup',
  // That there will be dates is no date.
  'dates of the next regatta?',
])('calls what lacks the thing asked for no answer: %s', async (question) => {
  expect((await ask(question)).verdict).toBe('unknown');
});

it.each([
  ['price of the cheese toast', '4.20'],
  ['when was Marta built', '1911'],
  ['how many guests took the round trip in 2016', '3,000'],
  ['why did Ada Brook leave the crew', 'grandchildren'],
  ['why did Jon Fell move to the ticket office', 'closer to the station'],
  ['how many guests is a group', '12 or more'],
])('answers what is there: %s', async (question, said) => {
  const { verdict, text } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(said);
});

it.each([
  [`opening hours of the mill ${THIS_YEAR}`, 'answered'],
  [`opening hours of the mill ${THIS_YEAR - 3}`, 'unknown'],
  [`what does a return ticket for the ferry cost in ${THIS_YEAR}`, 'unknown'],
])('takes a page without a year for this year’s, and one of last year for no other: %s', async (question, verdict) => {
  expect((await ask(question)).verdict).toBe(verdict);
});
