import { expect, it } from 'vitest';
import { type Written, type WrittenLine, writePdf } from '../testing/written-pdf.ts';
import { readPdf } from './pdf.ts';

const say = (text: string, x: number, y: number): Written => ({ text, x, y, size: 10, times: true });
const across = (y: number, from = 50, to = 350): WrittenLine => ({ from: [from, y], to: [to, y] });
const down = (x: number, from: number, to: number): WrittenLine => ({ from: [x, from], to: [x, to] });
/** Lines of a table of three columns, with a row between each two of the places. */
const frame = (places: readonly number[]): WrittenLine[] => [
  ...places.map((y) => across(y)),
  ...[50, 150, 250, 350].map((x) => down(x, places.at(-1)!, places[0]!)),
];
const cells = (y: number, ...texts: string[]): Written[] => texts.map((text, i) => say(text, 55 + 100 * i, y));
const read = (...pages: (Written | WrittenLine)[][]) => readPdf(writePdf(pages));

it('reads a table by its lines: a cell of two lines, a name over two columns, and rows of the next page', async () => {
  const head = [...cells(685, 'Glaze', 'Fires at'), ...cells(665, '', 'at first', 'again')];
  const top = [
    across(700),
    across(680, 150),
    across(660),
    across(620),
    across(600),
    ...[50, 150, 350].map((x) => down(x, 600, 700)),
    down(250, 600, 680),
  ];
  const { tables, markdown } = await read(
    [
      say('The kiln is fired twice for each of these, as the table says.', 50, 760),
      ...top,
      ...head,
      ...cells(645, 'Tenmoku,'),
      ...cells(633, 'dark brown'),
      ...cells(639, '', '900', '1280'),
      ...cells(605, 'Celadon', '920', '1260'),
    ],
    [
      ...frame([780, 760]),
      ...frame([760, 740]),
      ...cells(765, 'Shino', '900', '1250'),
      ...cells(745, 'Oribe', '940', '1230'),
      say('All of them cool slowly.', 50, 700),
    ],
  );
  expect(tables).toHaveLength(1);
  expect(tables[0]?.columns.map((path) => path.join(' '))).toEqual(['Glaze', 'Fires at at first', 'Fires at again']);
  expect(tables[0]?.rows).toEqual([
    ['Tenmoku, dark brown', '900', '1280'],
    ['Celadon', '920', '1260'],
    ['Shino', '900', '1250'],
    ['Oribe', '940', '1230'],
  ]);
  expect(markdown.indexOf('as the table says')).toBeLessThan(markdown.indexOf('Tenmoku'));
  expect(markdown).toMatch(/All of them cool slowly\.$/);
});

it('takes no box around text and no diagram for a table', async () => {
  const box = [across(700), across(600), down(50, 600, 700), down(350, 600, 700)];
  const boxed = await read([
    ...box,
    ...cells(680, 'Keep the', 'kiln', 'shut'),
    ...cells(660, 'until it', 'is', 'cold'),
  ]);
  expect(boxed.tables).toEqual([]);
  const labels = cells(690, 'high', 'north', 'A').map((one, i) => ({ ...one, y: one.y - 70 * i }));
  const drawn = await read([
    ...frame([700, 660, 620, 540]),
    ...labels,
    ...cells(300, 'Figure', 'two', 'here'),
    ...cells(280, 'Figure', 'three', 'there'),
  ]);
  expect(drawn.tables).toEqual([]);
});
