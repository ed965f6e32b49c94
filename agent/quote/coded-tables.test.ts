import { expect, it } from 'vitest';
import { quotingFrom } from './testing/quoting-from.ts';

// Tables as spreadsheets export them: a code first, then the name.

const ask = quotingFrom({
  'hire-prices.csv': [
    'Code,Item,Group,Members GBP,Day guests GBP,Notes',
    'H01,Paddle board,Boards,6.00,9.50,',
    'H02,Wet suit,Clothing,4.00,6.50,rinse after use',
    'H03,Lost buoyancy aid,Extras,38.00,38.00,waived when found in a week',
    'H04,Dry bag,Extras,2.00,3.00,',
  ].join('\n'),
  'boats.csv': [
    'No,Name,Hull,Berth,Crew',
    'B1,Tern,Steel,Pontoon A,2',
    'B2,Gannet,Steel,Pontoon B,3',
    'B3,Plover,Wooden,Pontoon B,2',
    'B4,Avocet,Wooden,Pontoon C,4',
    'B5,Curlew,Steel,Pontoon A,2',
  ].join('\n'),
  'moorings.md':
    '# Moorings\n\nWooden boats are moored on the lee side whenever a gale is forecast. Steel boats may stay where they are.\n\nPontoon lights: the mooring of pontoon B is checked at dusk.',
});

it('knows a row by the name that stands behind its code', async () => {
  const { verdict, text } = await ask('what do you charge if I lose a buoyancy aid?');
  expect(verdict).toBe('answered');
  expect(text).toContain('38.00');
});

it('compares two columns whose heads have a unit', async () => {
  const { verdict, text } = await ask('do day guests pay more for a wet suit than members?');
  expect(verdict).toBe('answered');
  expect(text).toMatch(/Members GBP: 4\.00.*Day guests GBP: 6\.50/);
});

it('takes words that stand side by side in one cell for a condition', async () => {
  const { text } = await ask('list everything that lies at pontoon B');
  expect(text).toContain('Gannet');
  expect(text).toContain('Plover');
  expect(text).not.toMatch(/Tern|Avocet|Curlew/);
});

it('takes a capital letter for a name, though it is an article too', async () => {
  const { text } = await ask('which boats lie at pontoon A');
  expect(text).toContain('Tern');
  expect(text).toContain('Curlew');
  expect(text).not.toMatch(/Gannet|Plover|Avocet/);
});

it('counts rows of the kind that an adjective names, before a sentence without their number', async () => {
  const { verdict, shortAnswer } = await ask('how many wooden boats have we got');
  expect([verdict, shortAnswer]).toEqual(['answered', '2']);
});
