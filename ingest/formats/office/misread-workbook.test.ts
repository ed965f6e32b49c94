import * as XLSX from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

/** The files of a workbook of one sheet, as its library writes it. */
const workbook = (bookType: 'xlsx' | 'xlsb'): Record<string, Uint8Array> => {
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet([['Tree'], ['Oak']]), 'Stock');
  return unzipSync(new Uint8Array(XLSX.write(book, { type: 'array', bookType })));
};
const damaged = { code: 'INPUT_UNREADABLE', message: 'The workbook file is damaged or is none.' };

it('refuses a workbook whose records were not followed: a name of a sheet with control characters', async () => {
  const read = readerFor({ name: 'stock.xlsx' })!;
  const called = (name: string) => {
    const files = workbook('xlsx');
    files['xl/workbook.xml'] = strToU8(strFromU8(files['xl/workbook.xml']!).replace('"Stock"', `"${name}"`));
    return zipSync(files);
  };
  expect((await read(called('Tree list (new)'))).markdown).toContain('Oak');
  await expect(read(called(`Stock${'\u0000\u0004'.repeat(2000)}`))).rejects.toMatchObject(damaged);
});

it('reads no text behind the end of a binary workbook, whatever length a record claims', async () => {
  const read = readerFor({ name: 'stock.xlsb' })!;
  const claiming = (characters: number) => {
    const files = workbook('xlsb');
    const book = Buffer.from(files['xl/workbook.bin']!);
    book.writeUInt32LE(characters, book.indexOf(Buffer.from('Stock', 'utf16le')) - 4);
    return zipSync({ ...files, 'xl/workbook.bin': new Uint8Array(book) });
  };
  expect((await read(claiming(5))).markdown).toContain('Oak');
  const before = performance.now();
  await expect(read(claiming(100_000_000))).rejects.toMatchObject(damaged);
  expect(performance.now() - before).toBeLessThan(3000);
});
