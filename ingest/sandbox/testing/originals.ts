import * as XLSX from '@e965/xlsx';
import { gzipSync, zipSync } from 'fflate';
import { report } from '../../formats/fixtures.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const zipOf = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])));

const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE_RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types';

/** Creates a Word document with this XML as its body. */
export const wordDocument = (body: string): Uint8Array =>
  zipOf({
    '[Content_Types].xml': `<Types xmlns="${TYPES}"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="r" Type="${OFFICE_RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>`,
  });

export const wordParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;

/** Creates an EPUB book with one chapter, which its contents list several times. */
export const epubBook = (times: number): Uint8Array =>
  zipOf({
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    'a.opf': `<package><metadata><title>The sea</title></metadata><manifest><item id="c" href="c.html"/></manifest><spine>${'<itemref idref="c"/>'.repeat(times)}</spine></package>`,
    'c.html': `<html><body><h1>Tides</h1>${'<p>The sea comes and goes twice a day. It has done so for long.</p>'.repeat(40)}</body></html>`,
  });

const slides = (): Uint8Array =>
  zipOf({
    'ppt/presentation.xml': `<p:presentation xmlns:p="p" xmlns:r="${OFFICE_RELATIONS}"><p:sldIdLst><p:sldId r:id="rId1"/></p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Target="slides/slide1.xml"/></Relationships>`,
    'ppt/slides/slide1.xml': `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><p:nvPr><p:ph type="title"/></p:nvPr><a:p><a:r><a:t>Kick-off</a:t></a:r></a:p></p:sp><p:sp>${'<a:p><a:r><a:t>A point to make</a:t></a:r></a:p>'.repeat(20)}</p:sp></p:sld>`,
  });

const workbook = (bookType: XLSX.BookType): Uint8Array => {
  const book = XLSX.utils.book_new();
  const rows = Array.from({ length: 60 }, (_, i) => ({
    City: `Town ${i}`,
    People: i * 31,
    Opened: `20${10 + (i % 10)}-05-01`,
  }));
  XLSX.utils.book_append_sheet(book, XLSX.utils.json_to_sheet(rows), 'Offices');
  return new Uint8Array(XLSX.write(book, { type: 'array', bookType }) as ArrayBuffer);
};

const html = `<!doctype html><html lang="en"><head><title>Leave</title><script type="application/ld+json">{"@type":"Article","headline":"Leave"}</script></head><body><nav><a href="/">Home</a></nav><main><h1>Leave</h1>${'<p>Everyone has <a href="/days">30 days</a> of leave a year, and more after ten years.</p>'.repeat(10)}<table><tr><th>Team</th><th>Days</th></tr><tr><td>Heron</td><td>30</td></tr><tr><td>Dipper</td><td>28</td></tr></table><ol><li>Ask</li><li>Go</li></ol><pre>leave --days 30</pre></main></body></html>`;
const markdown = `---\ntitle: Leave\nscopes: everyone\n---\n\n# Leave\n\n${'Everyone has [30 days](days.md) of *leave* a year.\n\n- one\n- two\n\n'.repeat(20)}| Team | Days |\n|---|---|\n| Heron | 30 |\n`;
const csv = `City,People,Opened\n${Array.from({ length: 200 }, (_, i) => `"Town, ${i}",${i * 7},2024-05-0${(i % 9) + 1}`).join('\n')}\n`;
const mail = `From: Maren Lie <maren@example.com>\nTo: all@example.com\nSubject: =?utf-8?q?Leave?=\nDate: Fri, 1 May 2026 10:00:00 +0000\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html; charset=utf-8\n\n${html}\n--b\nContent-Type: text/csv; name=a.csv\nContent-Disposition: attachment; filename=a.csv\nContent-Transfer-Encoding: base64\n\n${Buffer.from(csv).toString('base64')}\n--b--\n`;

/** A valid file of every format that Parley reads, by a name with its extension. */
export const originals = (): Readonly<Record<string, Uint8Array>> => ({
  'leave.md': bytesOf(markdown),
  'leave.txt': bytesOf('Everyone has 30 days of leave a year.\n'.repeat(50)),
  'leave.html': bytesOf(html),
  'report.pdf': report,
  'leave.docx': wordDocument(
    wordParagraph('Everyone has 30 days of leave a year.').repeat(20) +
      `<w:tbl>${`<w:tr><w:tc>${wordParagraph('Heron')}</w:tc><w:tc>${wordParagraph('30')}</w:tc></w:tr>`.repeat(5)}</w:tbl>`,
  ),
  'offices.xlsx': workbook('xlsx'),
  'offices.xls': workbook('biff8'),
  'offices.xlsb': workbook('xlsb'),
  'offices.ods': workbook('ods'),
  'kick.pptx': slides(),
  'sea.epub': epubBook(1),
  'offices.csv': bytesOf(csv),
  'leave.eml': bytesOf(mail),
  'leave.html.gz': gzipSync(bytesOf(html)),
});
