import { expect, it } from 'vitest';
import { quotingFrom } from '../testing/quoting-from.ts';

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
  'crews.md': [
    '# Crews',
    '| Crew | Cox | Boathouse |',
    '| --- | --- | --- |',
    '| Red | Ada Holt | north |',
    '| Blue | Ben Iver | south |',
    '| Green | Cy Jarman | north |',
    '| Yellow | Di Kemp | south |',
  ].join('\n'),
  'members.md': [
    '# Who rows',
    '| Name | Role | Crew | Joined |',
    '| --- | --- | --- | --- |',
    '| Eve Lund | Stroke | Red | 2019 |',
    '| Fay Moor | Bow | Red | 2021 |',
    '| Gus Nash | Stroke | Blue | 2021 |',
    '| Hal Orr | Bow | Green | 2023 |',
  ].join('\n'),
  'season.md': [
    '# Season tickets',
    'A season ticket runs from April to October and is sold at the kiosk.',
    '| Ticket | A season | Locker |',
    '| --- | --- | --- |',
    '| Family | £80 | £9 |',
    '| Junior | £25 | £4 |',
    '| Adult | £50 | £6 |',
  ]
    .join('\n\n')
    .replaceAll('|\n\n|', '|\n|'),
  'away.md': [
    '# Away races',
    '| Town | Hotel limit a night | Meals a day |',
    '| --- | --- | --- |',
    '| London | £190 | £45 |',
    '| Leeds | £110 | £35 |',
    '| Oban | £95 | £35 |',
  ]
    .join('\n\n')
    .replaceAll('|\n\n|', '|\n|'),
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

it('counts the rows that a table’s first column is called after, and those of a year', async () => {
  const { text } = await ask('how many crews are there');
  for (const crew of ['Red', 'Blue', 'Green', 'Yellow']) expect(text).toContain(`**${crew}**`);
  const joined = await ask('how many people joined in 2021');
  expect([joined.verdict, joined.shortAnswer]).toEqual(['answered', '2']);
});

it('finds the cheapest by a column of amounts that is not called a price', async () => {
  const { verdict, text } = await ask('cheapest season ticket');
  expect(verdict).toBe('answered');
  expect(text).toContain('Junior');
  expect(text).not.toContain('Family');
});

it('takes an amount in a row for what something costs', async () => {
  const { verdict, text } = await ask('what does a locker cost for juniors');
  expect(verdict).toBe('answered');
  expect(text).toContain('£4');
});

it('holds a name in a translated question for no short name whose meaning is asked', async () => {
  const { verdict, text } = await ask("Quel est le plafond d'hôtel à Londres ?");
  expect([verdict, text.includes('£190')]).toEqual(['answered', true]);
});
