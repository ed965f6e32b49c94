import { expect, it } from 'vitest';
import { type Written, writePdf } from '../testing/written-pdf.ts';
import { readPdf } from './pdf.ts';

const say = (text: string, x: number, y: number): Written => ({ text, x, y, size: 10, helvetica: true });
const PLACES = [60, 240, 320, 400, 480];
const row = (y: number, ...cells: string[]): Written[] =>
  cells.flatMap((text, i) => (text === '' ? [] : [say(text, PLACES[i] ?? 60, y)]));
const intro = say('The harbour counts the boats that come in through each of its gates.', 60, 760);
const read = (...pages: Written[][]) => readPdf(writePdf(pages), {});

it('reads a table without lines whose head was written cell by cell, with groups of columns and labels of two lines', async () => {
  const { tables } = await read([
    intro,
    say('Gate', 60, 700),
    say('Summer', 270, 724),
    say('Winter', 430, 724),
    say('sailing', 240, 712),
    say('boats', 240, 700),
    say('motor', 320, 712),
    say('boats', 320, 700),
    say('sailing', 400, 712),
    say('boats', 400, 700),
    say('motor', 480, 712),
    say('boats', 480, 700),
    ...row(684, 'North', '112', '40', '8', '12'),
    ...row(670, 'East', '97', '31', '5', '9'),
    say('West, with the boats of', 60, 656),
    ...row(644, 'the rowing club', '61', '0', '2', '0'),
    ...row(630, 'South', '88', '', '4', '11'),
  ]);
  expect(tables).toHaveLength(1);
  expect(tables[0]?.columns.map((path) => path.join(' '))).toEqual([
    'Gate',
    'Summer sailing boats',
    'Summer motor boats',
    'Winter sailing boats',
    'Winter motor boats',
  ]);
  expect(tables[0]?.rows).toEqual([
    ['North', '112', '40', '8', '12'],
    ['East', '97', '31', '5', '9'],
    ['West, with the boats of the rowing club', '61', '0', '2', '0'],
    ['South', '88', '', '4', '11'],
  ]);
});

it('keeps rows whose dots lead to their cells, which are no contents', async () => {
  const lines = ['Herring', 'Mackerel', 'Cod', 'Sole', 'Plaice', 'Turbot'].flatMap((fish, i) =>
    row(700 - 14 * i, `${fish} . . . . . . . . .`, `${120 + i}`, `${31 + i}`),
  );
  const { tables } = await read([intro, ...lines]);
  expect(tables[0]?.rows).toContainEqual(['Turbot', '125', '36']);
});

it('takes no justified line for the row of a table, and no list for one', async () => {
  const words = (y: number, text: string, gap: number): Written[] =>
    text.split(' ').map((word, i) => say(word, 60 + i * gap, y));
  const { tables, markdown } = await read([
    say('The keys of the boat sheds hang behind the door of the office', 60, 700),
    ...words(688, 'where anyone takes them', 80).map((one, i) => ({ ...one, x: [60, 128, 200, 262][i] ?? 60 })),
    say('with the leave of the harbour master, who writes it down each', 60, 676),
    ...['oars', 'ropes', 'lamps', 'flags'].flatMap((thing, i) => [
      say('1.', 60, 640 - i * 14),
      say(thing, 90, 640 - i * 14),
    ]),
  ]);
  expect(tables).toHaveLength(0);
  expect(markdown).toMatch(/of the office where anyone takes them with the leave/);
});

it('turns a page that is stored on its side', async () => {
  const onSide = (text: string, x: number, y: number) => ({
    operators: `BT /F3 10 Tf 0 1 -1 0 ${595 - y} ${x} Tm (${text}) Tj ET`,
  });
  const lines: [string, string, string][] = [
    ['Gate', 'Boats', 'Depth'],
    ['North', '112', '4.5'],
    ['East', '97', '3.2'],
    ['West', '61', '6.0'],
  ];
  const { tables, markdown } = await readPdf(
    writePdf([
      [
        onSide('The harbour counts the boats that come in', 60, 540),
        onSide('through each of its gates.', 60, 528),
        ...lines.flatMap((cells, i) => cells.map((cell, c) => onSide(cell, 60 + 120 * c, 480 - 14 * i))),
      ],
    ]),
    {},
  );
  expect(markdown).toContain('that come in through each of its gates.');
  expect(tables[0]?.rows).toContainEqual(['East', '97', '3.2']);
});
