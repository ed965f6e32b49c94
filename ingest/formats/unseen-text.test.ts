import * as XLSX from '@e965/xlsx';
import { zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readDocx } from './office/docx.ts';
import { readXlsx } from './office/xlsx.ts';
import { readPdf } from './pdf/pdf.ts';
import { writePdf } from './testing/written-pdf.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const docx = (body: string) =>
  zipSync({
    '[Content_Types].xml': bytesOf(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    ),
    '_rels/.rels': bytesOf(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    ),
    'word/_rels/document.xml.rels': bytesOf(
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
    ),
    'word/styles.xml': bytesOf(
      `<w:styles ${W}><w:style w:type="character" w:styleId="Ghost"><w:name w:val="Ghost"/><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Banner"><w:name w:val="Banner"/><w:pPr><w:shd w:val="clear" w:fill="123456"/></w:pPr></w:style></w:styles>`,
    ),
    'word/document.xml': bytesOf(`<w:document ${W}><w:body>${body}</w:body></w:document>`),
  });
const run = (properties: string, text: string) => `<w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r>`;
const SECRET = 'Claims above 9000 euros.';

it.each([
  ['hidden text', '<w:vanish/>'],
  ['text of a hidden style', '<w:rStyle w:val="Ghost"/>'],
  ['letters of a point', '<w:sz w:val="2"/>'],
  ['white letters', '<w:color w:val="FFFFFF"/>'],
])('leaves %s out of a Word file', async (_, properties) => {
  const { markdown } = await readDocx(docx(`<w:p>${run('<w:b/>', 'Claims.')}${run(properties, SECRET)}</w:p>`), {});
  expect(markdown).toContain('Claims.');
  expect(markdown).not.toContain('9000');
});

it.each([
  ['text that is no longer hidden', '', '<w:vanish w:val="0"/>'],
  ['white letters on a painted paragraph', '<w:pPr><w:pStyle w:val="Banner"/></w:pPr>', '<w:color w:val="FFFFFF"/>'],
  ['white letters on a shade', '<w:pPr><w:shd w:val="clear" w:fill="1F3864"/></w:pPr>', '<w:color w:val="FFFFFF"/>'],
])('keeps %s of a Word file', async (_, paragraph, properties) => {
  const { markdown } = await readDocx(docx(`<w:p>${paragraph}${run(properties, SECRET)}</w:p>`), {});
  expect(markdown).toContain('9000');
});

const workbook = (change: (sheet: XLSX.WorkSheet) => void) => {
  const book = XLSX.utils.book_new();
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Gauge', 'Note', 'Price'],
    ['TG-10', 'small', '777 euros'],
    ['TG-40', 'large', '888 euros'],
  ]);
  change(sheet);
  XLSX.utils.book_append_sheet(book, sheet, 'Prices');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx', cellStyles: true }) as ArrayBuffer);
};

it('leaves out the hidden columns and rows of a sheet, and says so', async () => {
  const { markdown, metadata } = await readXlsx(
    workbook((sheet) => {
      sheet['!cols'] = [{}, {}, { hidden: true }];
      sheet['!rows'] = [{}, {}, { hidden: true }];
    }),
    {},
  );
  expect(markdown).toContain('TG-10');
  expect(markdown).not.toMatch(/777|888|TG-40/);
  expect(metadata.notices).toEqual(['Sheet "Prices": cells in hidden columns and rows that were left out: 5.']);
});

it('keeps groups that open by a click, and rows that a filter hides', async () => {
  const { markdown } = await readXlsx(
    workbook((sheet) => {
      sheet['!autofilter'] = { ref: 'A1:C3' };
      sheet['!cols'] = [{}, {}, { hidden: true, level: 1 }];
      sheet['!rows'] = [{}, {}, { hidden: true }];
    }),
    {},
  );
  expect(markdown).toMatch(/TG-40[^\n]*888 euros/);
});

it('leaves out what a PDF draws beside its page or as dots', async () => {
  const { markdown } = await readPdf(
    writePdf([
      [
        { text: 'A deviation is noted.', x: 72, y: 700, size: 11 },
        { text: 'Above 90 mm it goes back.', x: 72, y: -400, size: 11 },
        { text: 'Above 91 mm it goes back.', x: 72, y: 640, size: 0.6 },
      ],
    ]),
    {},
  );
  expect(markdown.trim()).toBe('A deviation is noted.');
});

const at = (y: number, text: string) => ({ text, x: 72, y, size: 11, helvetica: true });
const paint = (colour: string, y: number) => ({ operators: `q ${colour} rg 60 ${y} 400 16 re f Q` });
const ink = (colour: string) => ({ operators: `${colour} rg` });

it.each([
  ['white letters', [ink('1 1 1'), at(660, SECRET), ink('0 0 0')]],
  [
    'letters in the colour of their box',
    [paint('0.1 0.2 0.5', 656), ink('0.1 0.2 0.5'), at(660, SECRET), ink('0 0 0')],
  ],
  ['letters below a box that was drawn over them', [at(660, SECRET), paint('0 0 0', 656)]],
  ['letters without ink', [{ operators: '3 Tr' }, at(660, SECRET), { operators: '0 Tr' }]],
  [
    'white words behind seen ones in a line',
    [{ operators: `BT /F3 11 Tf 72 660 Td (Claims. ) Tj 1 1 1 rg (${SECRET}) Tj 0 0 0 rg ET` }],
  ],
])('leaves %s out of a PDF, and says on which page', async (_, written) => {
  const { markdown, metadata } = await readPdf(writePdf([[at(700, 'A deviation is noted.'), ...written]]), {});
  expect(markdown).toContain('A deviation is noted.');
  expect(markdown).not.toContain('9000');
  expect(metadata.notices).toEqual([expect.stringMatching(/no reader sees was left out .*page 1\.$/)]);
});

it.each([
  ['white letters on a painted box', [paint('0.1 0.2 0.5', 656), ink('1 1 1'), at(660, SECRET)]],
  ['letters on a box that was drawn before', [paint('1 1 0', 656), at(660, SECRET)]],
  [
    'letters below a box that lets them shine through',
    [at(660, SECRET), { operators: 'q /Marked gs 1 1 0 rg 60 656 400 16 re f Q' }],
  ],
  ['letters above a line of their colour', [{ operators: '0 0 0 rg 60 660 400 4 re f' }, at(660, SECRET)]],
  ['letters under a line', [at(660, SECRET), { operators: '0 0 0 rg 60 662 400 2 re f' }]],
])('keeps %s of a PDF', async (_, written) => {
  const { markdown } = await readPdf(writePdf([[at(700, 'A deviation is noted.'), ...written]]), {});
  expect(markdown).toContain('9000');
});
