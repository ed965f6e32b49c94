import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'boarding.csv': `Animal,Species,Owner,Arrived,Leaves,Cage
Biscuit,dog,Hallam,2026-11-02,2026-11-09,D1
Pepper,cat,Nwosu,2026-11-03,2026-11-17,C2
Clover,rabbit,Whitcombe,2026-11-06,2026-11-12,R1
Hugo,dog,Lindqvist,2026-11-10,2026-11-15,D2
Nimbus,cat,Fairbairn,2026-11-12,2026-12-02,C1
Moss,dog,Adeyemi,2026-11-16,2026-11-18,D4
`,
  'stock.csv': `Item,Shelf,Expires
Ketamine,cabinet,2026-12-31
Nobivac,fridge,2027-02-28
Versican,fridge,2027-06-30
Methadone,cabinet,2027-09-30
`,
  'kennel.md': '# Kennel cough\n\nA coughing dog waits in the car. The vet fetches the dog.',
});

it.each([
  [
    'between two days of one month',
    'Which animals were boarded between 10 and 11 November 2026?',
    'Pepper Clover Hugo',
  ],
  ['on a day, of one kind', 'how many cats are boarding on 12 November 2026?', 'Pepper Nimbus'],
  ['after a day, by the column named', 'which animals arrived after 10 November 2026?', 'Nimbus Moss'],
  ['before a month', 'what expires before June 2027?', 'Ketamine Nobivac'],
  ['between two months', 'what expires between June and September 2027?', 'Versican Methadone'],
])('selects the rows of a period: %s', async (_, question, names) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  const rows = text.match(/(?<=^(?:- )?\*\*)\w+(?=\*\*)/gm);
  expect(rows?.join(' ')).toBe(names);
});
