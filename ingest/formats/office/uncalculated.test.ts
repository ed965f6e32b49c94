import * as XLSX from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

const PART = 'xl/worksheets/sheet1.xml';

/** A workbook of boxes with two formulas, and their stored results. */
const workbook = (
  results: readonly [number, number],
  options: { sheet?: (xml: string) => string; asks?: boolean } = {},
) => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Box', 'Price', 'Count', 'Sum'],
    ['Oak', 12, 3],
    ['Elm', 8, 5],
  ]);
  for (const [i, v] of results.entries()) sheet[`D${i + 2}`] = { t: 'n', f: `B${i + 2}*C${i + 2}`, v };
  sheet['!ref'] = 'A1:D3';
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Stock');
  const files = unzipSync(new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
  files[PART] = strToU8((options.sheet ?? String)(strFromU8(files[PART]!)));
  if (options.asks)
    files['xl/workbook.xml'] = strToU8(
      strFromU8(files['xl/workbook.xml']!).replace('</workbook>', '<calcPr calcId="1" fullCalcOnLoad="1"/></workbook>'),
    );
  return zipSync(files);
};
const read = async (bytes: Uint8Array) => readerFor({ name: 'stock.xlsx' })!(bytes);
const empty = (xml: string) =>
  xml.replace(/(<f>[^<]*<\/f>)<v>[^<]*<\/v>/g, '$1<v></v>').replace(/(<c r="D\d") t="n"/g, '$1');

it('says which formulas nobody has calculated', async () => {
  const page = await read(workbook([36, 40], { sheet: empty }));
  expect(page.metadata.notices).toEqual([
    expect.stringMatching(/^Sheet "Stock": formulas without a calculated value: 2\./),
  ]);
  expect(page.tables[0]?.rows).toEqual([
    ['Oak', '12', '3', ''],
    ['Elm', '8', '5', ''],
  ]);
});

it('takes no zeros for results that a program wrote until Excel calculates them', async () => {
  const page = await read(workbook([0, 0], { asks: true }));
  expect(page.metadata.notices?.join()).toContain('without a calculated value: 2');
  expect(page.tables[0]?.rows[0]).toEqual(['Oak', '12', '3', '']);
});

it('keeps calculated results, zeros and empty texts among them', async () => {
  for (const [results, asks] of [
    [[36, 40], true],
    [[0, 40], true],
    [[0, 0], false],
  ] as const) {
    const page = await read(workbook(results, { asks }));
    expect(page.metadata.notices ?? []).toEqual([]);
    expect(page.tables[0]?.rows.map((row) => row[3])).toEqual(results.map(String));
  }
  const texts = await read(workbook([36, 40], { sheet: (xml) => empty(xml).replaceAll('<c r="D', '<c t="str" r="D') }));
  expect(texts.metadata.notices ?? []).toEqual([]);
});

it('shows times of day and spans of hours as the sheet does, and days as dates', async () => {
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Firing', 'Starts', 'Takes', 'On'],
    ['Bisque', '', '', ''],
  ]);
  sheet.B2 = { t: 'n', v: 0.53125, z: 'h:mm' };
  sheet.C2 = { t: 'n', v: 1.5, z: '[h]:mm' };
  sheet.D2 = { t: 'n', v: 46000, z: 'yyyy-mm-dd' };
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Kiln');
  const { tables } = await read(new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
  expect(tables[0]?.rows).toEqual([['Bisque', '12:45', '36:00', '2025-12-09']]);
});
