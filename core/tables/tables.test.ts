import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCell } from './cell.ts';
import { columnTypes } from './columns.ts';
import { tableMarkdown, tablePieces } from './markdown.ts';

describe('parseCell', () => {
  it.each([
    ['1,234', { kind: 'number', value: 1234 }],
    ['1200.5', { kind: 'number', value: 1200.5 }],
    ['2024-05', { kind: 'date', value: '2024-05' }],
    ['1.234,5', { kind: 'number', value: 1234.5 }],
    ['12 345', { kind: 'number', value: 12345 }],
    ['(12.5)', { kind: 'number', value: -12.5 }],
    ['−3', { kind: 'number', value: -3 }],
    ['3.4 km', { kind: 'number', value: 3.4, unit: 'km' }],
    ['12.5 %', { kind: 'percent', value: 12.5 }],
    ['$1.2 bn', { kind: 'currency', value: 1.2e9, currency: 'USD' }],
    ['-£40', { kind: 'currency', value: -40, currency: 'GBP' }],
    ['1.299,00 €', { kind: 'currency', value: 1299, currency: 'EUR' }],
    ['EUR 5k', { kind: 'currency', value: 5000, currency: 'EUR' }],
    ['12,345,678[3]', { kind: 'number', value: 12345678 }],
    ['1,00,000', { kind: 'number', value: 100000 }],
    ['2024-05-17', { kind: 'date', value: '2024-05-17' }],
    ['17 May 2024', { kind: 'date', value: '2024-05-17' }],
    ['May 17, 2024', { kind: 'date', value: '2024-05-17' }],
    ['Dec 2023', { kind: 'date', value: '2023-12' }],
    ['17.5.2024', { kind: 'date', value: '2024-05-17' }],
    ['31/12/2024', { kind: 'date', value: '2024-12-31' }],
  ])('reads %s', (cell, expected) => expect(parseCell(cell)).toEqual(expected));

  it.each(['', 'n/a', 'three', '1.2.3', '12 Main Street, Springfield', '555-1234', 'A4 paper', '10:30'])(
    'reads %j as text',
    (cell) => expect(parseCell(cell)).toBeUndefined(),
  );
});

describe('columnTypes', () => {
  it('types a column only when every filled cell agrees', () => {
    const rows = [
      ['North', '1,200', '4 %', '$5', '10 km', '7'],
      ['South', '–', '5 %', '€5', '12 km', 'seven'],
    ];
    expect(columnTypes(rows, 6)).toEqual([
      { kind: 'text' },
      { kind: 'number' },
      { kind: 'percent' },
      { kind: 'text' },
      { kind: 'number', unit: 'km' },
      { kind: 'text' },
    ]);
  });

  it('takes the unit from the header', () => {
    expect(columnTypes([['5']], 1, [['Area (km²)']])).toEqual([{ kind: 'number', unit: 'km²' }]);
    expect(columnTypes([['5']], 1, [['Share [%]']])).toEqual([{ kind: 'percent' }]);
  });
});

describe('table Markdown', () => {
  const table = {
    caption: 'Revenue by region',
    columns: [['Region'], ['Revenue', '2024']],
    rows: Array.from({ length: 50 }, (_, i) => [`Region ${i}`, `${i * 10}`]),
  };

  it('names columns by header path and escapes pipes', () => {
    expect(tableMarkdown({ ...table, rows: [['a|b', '1']] })).toBe(
      '| Region | Revenue › 2024 |\n| --- | --- |\n| a\\|b | 1 |',
    );
  });

  it('splits between rows, repeats title, caption and headers, keeps every row once and stays within the limit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 2000 }), (limit) => {
        const pieces = tablePieces(table, { title: 'Report', limit });
        expect(pieces.reduce((sum, { rows }) => sum + rows, 0)).toBe(50);
        for (const { text, firstRow, rows } of pieces) {
          expect(text.length).toBeLessThanOrEqual(limit);
          const part = rows > 1 ? `rows ${firstRow + 1}–${firstRow + rows} of 50` : `row ${firstRow + 1} of 50`;
          const name = pieces.length === 1 ? 'Report: Revenue by region' : `Report: Revenue by region (${part})`;
          expect(text).toContain(`${name}\n\n| Region | Revenue › 2024 |\n`);
          expect(text).toContain(`| Region ${firstRow} |`);
        }
      }),
    );
  });

  it('keeps the rows of one day together where a piece ends, each row once and in order', () => {
    const days = Array.from({ length: 12 }, (_, day) => day + 1);
    const rota = {
      caption: 'Rota',
      columns: [['Day'], ['Shift'], ['Who']],
      rows: days.flatMap((day) => Array.from({ length: 1 + (day % 4) }, (_, at) => [`${day} May`, `${at}`, 'Ana'])),
    };
    const under = { ...rota, rows: rota.rows.map(([day = '', ...more]) => [more[0] === '0' ? day : '', ...more]) };
    fc.assert(
      fc.property(fc.integer({ min: 260, max: 700 }), fc.constantFrom(rota, under), (limit, table) => {
        const pieces = tablePieces(table, { limit });
        const rowsOf = (text: string) => text.split('\n').filter((line) => /^\| (?:\d+ May)? ?\|/.test(line));
        expect(pieces.flatMap(({ text }) => rowsOf(text))).toHaveLength(rota.rows.length);
        for (const { text, firstRow, rows } of pieces) {
          expect(text.length).toBeLessThanOrEqual(limit);
          expect(rowsOf(text)).toHaveLength(rows);
          // Every piece begins with the first shift of a day.
          expect(rota.rows[firstRow]?.[1]).toBe('0');
        }
      }),
    );
  });
});
