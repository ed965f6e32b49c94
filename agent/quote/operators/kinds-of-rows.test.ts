import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

const ask = quotingFrom({
  'assets.csv': [
    'Tag,Kind,Make,Person,State',
    '3281,Headset,Mitel,Ana Novak,in use',
    'No tag,Headset,Yealink,Bo Lind,in use',
    '2660,Monitor,HP,Ana Novak,retired',
    'No tag,Monitor,Dell,Cem Kaya,in use',
    'No tag,Laptop,HP,Bo Lind,in use',
    '3665,Headset,Mitel,Cem Kaya,retired',
    'No tag,Laptop,HP,Dag Moe,in use',
  ].join('\n'),
  'tools.csv': [
    'Asset,Item,Kept in,How many',
    'TW-014,Tower,Dock,1',
    'TW-044,Cordless drills,Cage behind the dock,6',
    'TW-051,Ladders,Loft,4',
  ].join('\n'),
});

const boats = quotingFrom({
  'boats.csv': [
    'No,Name,Kind,Maker,Berth,Built,Load in kg,Checked,Insured until,State',
    ...['Ada', 'Berta', 'Clara', 'Dora', 'Emma', 'Frida'].map(
      (name, at) =>
        `${11 + at},${name},${at % 2 ? 'ketch' : 'sloop'},Velkin,${at < 4 ? 'Elmford' : 'Oslo'},${1990 + at},${800 + at},2026-0${at + 1}-02,2027-0${at + 1}-03,${at === 5 ? 'sold' : 'afloat'}`,
    ),
  ].join('\n'),
});

it.each([
  ['how many headsets are there?', '3 of 7 rows'],
  ['how many laptops do we have', '2 of 7 rows'],
  ['number of HP monitors', '1 of 7 rows'],
  ['how many headsets are retired', '1 of 7 rows'],
  ['how many monitors does Cem Kaya have', '1 of 7 rows'],
])('counts the rows of one kind: %s', async (question, says) => {
  const { text, verdict } = await ask(question);
  expect(verdict).toBe('answered');
  expect(text).toContain(says);
});

it('finds the cell that says how many there are of a thing', async () => {
  const { text, verdict } = await ask('how many cordless drills are there');
  expect({ text, verdict }).toEqual({ text: expect.stringMatching(/How many: (?:\*\*)?6/), verdict: 'answered' });
});

it('takes the number of a row for no count', async () => {
  expect((await ask('how many helmets are there')).verdict).not.toBe('answered');
  expect((await ask('how many headsets are there?')).text.match(/Headset/g)).toHaveLength(3);
});

it('lists of many rows of a wide table what the rows are and what they were chosen by', async () => {
  const { text } = await boats('how many boats are at Elmford?');
  expect(text).toContain('- **11** · Name: Ada · Kind: sloop · Maker: Velkin · Berth: Elmford · State: afloat\n');
  expect(text).not.toContain('Insured');
});

it('counts nothing for a "how many" inside another question', async () => {
  expect((await ask('where can I look up how many headsets are retired?')).verdict).toBe('unknown');
});
