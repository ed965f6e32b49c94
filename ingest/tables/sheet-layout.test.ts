import * as XLSX from '@e965/xlsx';
import { expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';
import { rowsAboveHeader } from './sheet-layout.ts';

const read = async (rows: unknown[][]) => {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Boxes');
  return readerFor({ name: 'boxes.xlsx' })!(new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
};

it('finds the names of columns below notes that fill several cells, and keeps the notes as text', async () => {
  const { tables, markdown } = await read([
    ['Boxes of the year'],
    ['as counted', null, null, 'by the store'],
    ['do', 'not', 'change', null],
    ['Name', 'Colour', 'Pieces', 'Square'],
    ['Lid', 'red', 69, true],
    ['Hinge', 'blue', 60, false],
  ]);
  expect(tables[0]).toMatchObject({
    columns: [['Name'], ['Colour'], ['Pieces'], ['Square']],
    rows: [
      ['Lid', 'red', '69', 'TRUE'],
      ['Hinge', 'blue', '60', 'FALSE'],
    ],
  });
  expect(markdown).toContain('as counted by the store\n\ndo not change');
});

it('reads tables that stand side by side each for itself, and a table with a column left free as one', async () => {
  const { tables } = await read([
    ['Lid', 'Pieces', null, null, null],
    ['red', 1, null, 'Colour', 'Sum'],
    ['blue', 2, null, 'red', 4],
    ['red', 3, null, 'blue', 2],
  ]);
  expect(tables.map(({ columns }) => columns.flat())).toEqual([
    ['Lid', 'Pieces'],
    ['Colour', 'Sum'],
  ]);
  const free = await read([
    ['Lid', 'Pieces', null, 'Colour', 'Sum'],
    ['a', 1, null, 'red', 4],
    ['b', 2, null, 'blue', 2],
  ]);
  expect(free.tables).toHaveLength(1);
});

it('keeps a table whose first row names the columns, and one of words alone, as they are', async () => {
  const first = await read([
    ['name', 'species', 'weight'],
    ['(at birth)', '(supply)', '(in grams)'],
    ['Clippy', 'paperclip', 0.9],
  ]);
  expect(first.tables[0]?.columns.flat()).toEqual(['name', 'species', 'weight']);
});

it('finds the names of columns below the title of a CSV file', async () => {
  const csv = 'Statement,,\nAccount of Ann,,until May\nDay,Payee,Sum\n2026-05-01,Rent,900\n2026-05-02,Tea,4\n';
  const { tables, markdown } = await readerFor({ name: 'bank.csv' })!(new TextEncoder().encode(csv));
  expect(tables[0]?.columns.flat()).toEqual(['Day', 'Payee', 'Sum']);
  expect(markdown).toContain('Account of Ann until May');
});

it('finds the names of the columns of a rota of letters below its title and its legend', () => {
  const rota = [
    ['ROTA WEEK 49', '', '', '', 'version 3'],
    ['E=early L=late O=off', '', '', '', ''],
    ['name', 'place', 'Mon', 'Tue', 'Wed'],
    ['Ana', 'yard', 'E', 'L', 'O'],
    ['Bo', 'gate', 'O', 'E', 'E'],
  ];
  expect(rowsAboveHeader(rota)).toBe(2);
  expect(rowsAboveHeader(rota.slice(2))).toBe(0);
  // Without a row below, the last row is no names.
  expect(rowsAboveHeader(rota.slice(0, 3))).toBe(0);
});

it('gives rows below an empty row the names of the columns above, where they go on with them', async () => {
  const { tables } = await read([
    ['Name', 'Pieces', 'Sold'],
    ['Lid', 69, '2026-01-02'],
    ['Hinge', 60, '2026-01-03'],
    [],
    ['Kitchen'],
    ['Oak box', 4, '2026-02-01'],
    ['Tin box', 5, '2026-02-02'],
    [],
    ['Total', 138],
    [],
    ['Shop', 'Street'],
    ['North', 'Mill Lane'],
  ]);
  expect(tables.map(({ columns, rows }) => [columns.flat().join(), rows[0]?.[0]])).toEqual([
    ['Name,Pieces,Sold', 'Lid'],
    ['Name,Pieces,Sold', 'Oak box'],
    ['Name,Pieces,Sold', 'Total'],
    ['Shop,Street', 'North'],
  ]);
  // Rows whose numbers stand where the table has words are another table.
  const other = await read([['Name', 'Pieces'], ['Lid', 69], ['Hinge', 60], [], [4, 'red'], [5, 'blue']]);
  expect(other.tables[1]?.columns.flat().join('')).toBe('');
});
