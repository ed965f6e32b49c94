import * as XLSX from '@e965/xlsx';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';
import { formatOf } from './detect.ts';
import { locked, report, scanned } from './testing/pdf-files.ts';
import { writePdf } from './testing/written-pdf.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (name: string, bytes: Uint8Array) => readerFor({ name })!(bytes);
const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, bytesOf(text)])));
const core = (title: string) =>
  `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:title>${title}</dc:title><dc:creator>Maren Lie</dc:creator><dcterms:modified>2026-05-01T10:00:00Z</dcterms:modified></cp:coreProperties>`;

describe('PDF', () => {
  it('reads headings, paragraphs over lines, tables, and leaves running feet out', async () => {
    const page = await read('report.pdf', report);
    expect(page.title).toBe('Annual report');
    expect(page.metadata).toMatchObject({ author: 'Maren Lie' });
    expect(page.markdown).toMatch(/^# Annual report\n\nThe year went well .* at the beginning\.\n\n# Sales\n/);
    expect(page.tables).toMatchObject([
      {
        headings: ['Sales'],
        columns: [['Region'], ['2024'], ['2025']],
        rows: [
          ['North', '120', '180'],
          ['South', '90', '110'],
          ['West', '75', '70'],
        ],
      },
    ]);
    expect(page.markdown).not.toMatch(/Page \d/);
  });

  it.each([
    'about:blank',
    'file:///tmp/rules.html',
    'https://intern.example/rules?print',
    'Microsoft Word - rules.doc',
    'Document1',
  ])('is called by its heading where its title was made up by a program: %s', async (title) => {
    const heading = { text: 'House rules of the weekend', x: 60, y: 780, size: 20 };
    const text = { text: 'Full board costs 128 euros in a double room.', x: 60, y: 740, size: 10 };
    expect(await read('rules.pdf', writePdf([[heading, text]], [], title))).toMatchObject({ title: heading.text });
    expect(await read('rules.pdf', writePdf([[heading, text]], [], 'Rules'))).toMatchObject({ title: 'Rules' });
  });

  it('takes lines of contents and labels of boxes for no headings, and two headings for two', async () => {
    const at = (text: string, y: number, size: number) => ({ text, x: 60, y, size });
    const page = await read(
      'manual.pdf',
      writePdf([
        [
          at('Contents', 780, 14),
          at('The shell . . . . . . . . . . 168', 740, 14),
          at('ONE', 710, 14),
          at('ABOUT THIS MANUAL', 660, 14),
          at('1.1 What it describes and', 640, 14),
          at('what it leaves out', 622, 14),
          at('This manual tells what a package must do before it may be part of it.', 600, 10),
          at('1.2 Boxes', 570, 14),
          at('1.3 More boxes', 550, 14),
          at('Note:', 520, 14),
          at('The callback is made by a process of its own, hence the order is not', 500, 10),
          at('known before all of the files have been read and written once again.', 488, 10),
        ],
      ]),
    );
    expect(page.markdown.match(/^#+ .*$/gm)).toEqual([
      '# Contents',
      '# ONE ABOUT THIS MANUAL',
      '# 1.1 What it describes and what it leaves out',
      '# 1.2 Boxes',
      '# 1.3 More boxes',
    ]);
    expect(page.markdown).toContain('Note:\n\nThe callback is made');
    expect(page.markdown).toContain('The shell . . .');
  });

  it('says that a file is locked, scanned or broken', async () => {
    await expect(read('a.pdf', locked)).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      message: expect.stringContaining('password'),
    });
    await expect(read('a.pdf', scanned)).rejects.toMatchObject({
      code: 'INPUT_UNREADABLE',
      message: expect.stringContaining('scanned'),
    });
    await expect(read('a.pdf', report.subarray(0, 400))).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  });
});

describe('PDF pages in columns', () => {
  /** Text of a certain width: Courier's letters are 0.6 of their size wide. */
  const line = (words: string[], start: number, letters: number) => {
    let text = '';
    let i = start;
    while (text.length + words[i % words.length]!.length < letters)
      text += `${text ? ' ' : ''}${words[i++ % words.length]}`;
    return { text, next: i };
  };
  const column = (name: string, lines: number) => {
    const words = 'the quick brown fox jumps over one lazy dog while it rains'.split(' ');
    const texts: string[] = [`${name} begins right here with words`];
    for (let i = 0, at = 0; i < lines - 2; i++) {
      const one = line(words, at, 38);
      texts.push(one.text);
      at = one.next;
    }
    return [...texts, `and here the ${name} column ends.`];
  };
  const left = column('Left', 20);
  const right = column('Right', 20);
  const heading = { text: 'A heading over both of the columns of this page', x: 60, y: 780, size: 18 };
  const rows = (start: number) =>
    left.map((text, i) => [
      { text, x: 60, y: start - i * 14, size: 10 },
      { text: right[i]!, x: 310, y: start - i * 14, size: 10 },
    ]);

  it('reads the left column before the right one, however the file holds them', async () => {
    const byRow = await read('rows.pdf', writePdf([[heading, ...rows(740).flat()]]));
    const byColumn = await read(
      'columns.pdf',
      writePdf([[heading, ...rows(740).map(([one]) => one!), ...rows(740).map(([, two]) => two!)]]),
    );
    expect(byRow.markdown).toBe(byColumn.markdown);
    expect(byRow.markdown).toMatch(
      /^# A heading [\s\S]*Left begins[\s\S]*Left column ends\.\n\nRight begins[\s\S]*Right column ends\.$/,
    );
    expect(byRow.tables).toEqual([]);
  });

  it('keeps what spans the columns in its place', async () => {
    const wide = {
      text: 'In between stands a sentence as wide as both columns together are, and nothing beside it.',
      x: 60,
      y: 440,
      size: 10,
    };
    const page = await read('wide.pdf', writePdf([[heading, ...rows(740).flat(), wide, ...rows(400).flat()]]));
    const order = [...page.markdown.matchAll(/Left begins|Right begins|In between/g)].map(([found]) => found);
    expect(order).toEqual(['Left begins', 'Right begins', 'In between', 'Left begins', 'Right begins']);
  });

  it('leaves a table of two columns a table', async () => {
    const cells = Array.from({ length: 12 }, (_, i) => [
      { text: `Item number ${i}`, x: 60, y: 700 - i * 14, size: 10 },
      { text: `${i * 100} pieces in stock`, x: 310, y: 700 - i * 14, size: 10 },
    ]);
    const page = await read('table.pdf', writePdf([cells.flat()]));
    expect(page.tables[0]!.rows.length).toBeGreaterThanOrEqual(11);
  });
});

describe('workbooks', () => {
  const workbook = () => {
    const book = XLSX.utils.book_new();
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Sales by region'],
      ['Region', 'Revenue', ''],
      ['', '2024', '2025'],
      ['North', 1200, 1800],
      ['South', 900, 1100],
      [],
      ['Note', 'when'],
      ['closed', new Date(Date.UTC(2026, 0, 5))],
    ]);
    sheet['!merges'] = [{ s: { r: 1, c: 1 }, e: { r: 1, c: 2 } }];
    XLSX.utils.book_append_sheet(book, sheet, 'Figures');
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['secret', 'x'],
        ['a', 'b'],
      ]),
      'Hidden',
    );
    book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
    return new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }));
  };

  it('writes all digits of a long whole number, which Excel shows with an exponent', async () => {
    const book = XLSX.utils.book_new();
    XLSX.utils.book_append_sheet(
      book,
      XLSX.utils.aoa_to_sheet([
        ['Account', 'Share'],
        [123456789012345, 1.5e-9],
      ]),
      'Sheet1',
    );
    const page = await read('accounts.xlsx', new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
    expect(page.tables[0]?.rows).toEqual([['123456789012345', '1.5E-09']]);
  });

  it('reads a time of day as a time, also where days are counted from 1904', async () => {
    for (const date1904 of [false, true]) {
      const book = XLSX.utils.book_new();
      const sheet = XLSX.utils.aoa_to_sheet([
        ['Ferry', 'Leaves'],
        ['Heron', 0.3125],
        ['Egret', 0.75],
      ]);
      for (const cell of [sheet.B2, sheet.B3]) cell.z = 'h:mm';
      XLSX.utils.book_append_sheet(book, sheet, 'Sheet1');
      book.Workbook = { WBProps: { date1904 } };
      const page = await read('ferry.xlsx', new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
      expect(page.tables[0]?.rows).toEqual([
        ['Heron', '7:30'],
        ['Egret', '18:00'],
      ]);
    }
  });

  it('reads cells that are merged over the same columns in every row as one column', async () => {
    const book = XLSX.utils.book_new();
    const sheet = XLSX.utils.aoa_to_sheet([
      ['Boat', '', 'Berth', '', ''],
      ['Heron', '', 'at the north quay', '', ''],
      ['Egret', '', 'in the shed', '', ''],
    ]);
    sheet['!merges'] = [0, 1, 2].flatMap((r) => [
      { s: { r, c: 0 }, e: { r, c: 1 } },
      { s: { r, c: 2 }, e: { r, c: 4 } },
    ]);
    XLSX.utils.book_append_sheet(book, sheet, 'Berths');
    const page = await read('berths.xlsx', new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
    const rows = [
      ['Heron', 'at the north quay'],
      ['Egret', 'in the shed'],
    ];
    expect(page.tables).toMatchObject([{ columns: [['Boat'], ['Berth']], rows }]);
  });

  it('keeps the names of columns with their rows over an empty row, and a first row of equal numbers', async () => {
    const book = XLSX.utils.book_new();
    const rows = [['Squares of numbers'], [], ['', 'Number', 'Square'], [], ['', 1, 1], ['', 2, 4], ['', 3, 9]];
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Sheet1');
    const page = await read('squares.xlsx', new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' })));
    expect(page.tables).toMatchObject([
      {
        columns: [['Number'], ['Square']],
        rows: [
          ['1', '1'],
          ['2', '4'],
          ['3', '9'],
        ],
      },
    ]);
  });

  it('reads regions of sheets as tables with merged headers, dates as ISO 8601', async () => {
    const page = await read('figures.xlsx', workbook());
    expect(page.tables).toMatchObject([
      {
        caption: 'Sales by region',
        headings: ['Figures'],
        columns: [['Region'], ['Revenue', '2024'], ['Revenue', '2025']],
        rows: [
          ['North', '1200', '1800'],
          ['South', '900', '1100'],
        ],
      },
      { columns: [['Note'], ['when']], rows: [['closed', '2026-01-05']] },
    ]);
    for (const table of page.tables) expect(page.markdown.slice(table.start, table.end)).toBe(table.markdown);
    expect(page.markdown).not.toContain('secret');
    expect(page.metadata.notices).toEqual(['The hidden sheet "Hidden" was left out.']);
  });

  it('refuses a bomb before unpacking it', async () => {
    const bomb = zipSync({
      '[Content_Types].xml': bytesOf('<x/>'),
      'xl/worksheets/sheet1.xml': new Uint8Array(200_000_000),
    });
    const before = process.memoryUsage().rss;
    await expect(read('bomb.xlsx', bomb)).rejects.toMatchObject({ code: 'INPUT_TOO_LARGE' });
    expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
  });

  it.each(['xlsx', 'xls', 'ods', 'xlsb'] as const)('reads .%s as it reads .xlsx', async (bookType) => {
    const book = XLSX.utils.book_new();
    const rows = [
      ['Region', 'Revenue', 'Since'],
      ['Nörd', 1200.5, new Date(Date.UTC(2026, 0, 5))],
      ['South', 900, new Date(Date.UTC(2025, 5, 1))],
    ];
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows, { UTC: true }), 'Figures');
    const page = await read(`figures.${bookType}`, new Uint8Array(XLSX.write(book, { type: 'array', bookType })));
    expect(page.tables).toMatchObject([
      {
        columns: [['Region'], ['Revenue'], ['Since']],
        rows: [
          ['Nörd', '1200.5', '2026-01-05'],
          ['South', '900', '2025-06-01'],
        ],
        types: [{ kind: 'text' }, { kind: 'number' }, { kind: 'date' }],
      },
    ]);
  });

  it.each(['docx', 'pptx', 'ods', 'epub'])('refuses a bomb in a .%s', async (ending) => {
    const bomb = zipSync({ mimetype: bytesOf('x'), 'content.xml': new Uint8Array(2_000_000) });
    await expect(read(`bomb.${ending}`, bomb)).rejects.toMatchObject({ code: 'INPUT_TOO_LARGE' });
  });

  it('reads CSV with the delimiter that it has', async () => {
    const page = await read(
      'people.csv',
      bytesOf('\uFEFFName;Salary;Office\r\n"Lie; Maren";"1.200,50 €";Bergen\r\nBo;900 €;Oslo\r\n'),
    );
    expect(page.tables).toMatchObject([
      {
        columns: [['Name'], ['Salary'], ['Office']],
        rows: [
          ['Lie; Maren', '1.200,50 €', 'Bergen'],
          ['Bo', '900 €', 'Oslo'],
        ],
        types: [{ kind: 'text' }, { kind: 'currency', currency: 'EUR' }, { kind: 'text' }],
      },
    ]);
  });

  it('reads CSV with comments above, between and below, whatever stands in its cells', async () => {
    const page = await read(
      'people.csv',
      bytesOf(
        '# export of 15 October\nname;role;ext\nLena Grote;Technician;610\n# the workshop moves in May\nEmre Yildiz;Shift lead | driver;321\nAnja Krug;Lead | deputy;400\n# state October\n',
      ),
    );
    expect(page.tables).toMatchObject([
      {
        columns: [['name'], ['role'], ['ext']],
        rows: [
          ['Lena Grote', 'Technician', '610'],
          ['Emre Yildiz', 'Shift lead | driver', '321'],
          ['Anja Krug', 'Lead | deputy', '400'],
        ],
      },
    ]);
    expect(page.markdown).toMatch(/^export of 15 October\n\n\| name /);
    expect(page.markdown).toMatch(/400 \|\n\nthe workshop moves in May\n\nstate October$/);
    const notes = await read('notes.csv', bytesOf('# one\n# two\n'));
    expect(notes.markdown).toBe('one\n\ntwo');
  });
});

describe('documents', () => {
  it('reads Word files by their styles', async () => {
    const paragraph = (style: string, text: string) =>
      `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
    const cell = (text: string) => `<w:tc>${paragraph('Normal', text)}</w:tc>`;
    const docx = zipOf({
      '[Content_Types].xml':
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      '_rels/.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      'word/styles.xml':
        '<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>',
      'word/_rels/document.xml.rels':
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>',
      'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${paragraph('Heading1', 'Leave')}${paragraph('Normal', 'You get 25 days.')}<w:tbl><w:tr>${cell('Region')}${cell('Days')}</w:tr><w:tr>${cell('North')}${cell('25')}</w:tr><w:tr>${cell('South')}${cell('26')}</w:tr></w:tbl></w:body></w:document>`,
      'docProps/core.xml': core('Leave policy'),
    });
    const page = await read('leave.docx', docx);
    expect(page).toMatchObject({
      title: 'Leave policy',
      metadata: { author: 'Maren Lie', updated: '2026-05-01T10:00:00.000Z' },
    });
    expect(page.markdown).toMatch(/^# Leave\n\nYou get 25 days\.\n\n\| Region \| Days \|/);
    expect(page.tables).toMatchObject([
      {
        headings: ['Leave'],
        rows: [
          ['North', '25'],
          ['South', '26'],
        ],
      },
    ]);
  });

  it('reads slides in the order of the show, with notes', async () => {
    const shape = (type: string, ...lines: string[]) =>
      `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
    const slide = (...shapes: string[]) =>
      `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shapes.join('')}</p:spTree></p:cSld></p:sld>`;
    const pptx = zipOf({
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="r2"/><p:sldId id="2" r:id="r1"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels':
        '<Relationships><Relationship Id="r1" Target="slides/slide1.xml"/><Relationship Id="r2" Target="slides/slide2.xml"/></Relationships>',
      'ppt/slides/slide1.xml': slide(shape('title', 'Second'), shape('body', 'One', 'Two')),
      'ppt/slides/slide2.xml': slide(shape('ctrTitle', 'First')),
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="r1" Type="x/notesSlide" Target="../notesSlides/n1.xml"/></Relationships>',
      'ppt/notesSlides/n1.xml': slide(shape('body', 'Say this')),
      'docProps/core.xml': core('Kick-off'),
    });
    const page = await read('kick.pptx', pptx);
    expect(page.title).toBe('Kick-off');
    expect(page.markdown).toBe('## First\n\n## Second\n\n- One\n- Two\n\nNotes: Say this');
  });

  it('reads the chapters of a book', async () => {
    const epub = zipOf({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/b.opf"/></rootfiles></container>',
      'OEBPS/b.opf':
        '<package xmlns:dc="d"><metadata><dc:title>The Sea</dc:title><dc:creator>A. Lie</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="a" href="1%20a.xhtml"/><item id="b" href="2.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
      'OEBPS/1 a.xhtml':
        '<html><head><title>x</title></head><body><h1>Water</h1><p>It is wet.</p><table><tr><th>Sea</th><th>Salt</th></tr><tr><td>Red</td><td>41</td></tr></table></body></html>',
      'OEBPS/2.xhtml': '<html><body><h1>Land</h1><p>It is dry.</p></body></html>',
    });
    const page = await read('sea.epub', epub);
    expect(page).toMatchObject({ title: 'The Sea', metadata: { author: 'A. Lie', language: 'en' } });
    expect(page.markdown).toMatch(/^## Water\n\nIt is wet\.\n\n\| Sea \| Salt \|[\s\S]*\n\n## Land\n\nIt is dry\.$/);
    const [table] = page.tables;
    expect(page.markdown.slice(table!.start, table!.end)).toBe(table!.markdown);
  });

  it('reads a book whose contents are in UTF-16, and refuses one that lists no chapters', async () => {
    const book = (spine: string) => ({
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf"/></rootfiles></container>',
      'b.opf': `\uFEFF<package><metadata><title>The Sea</title></metadata><manifest><item id="a" href="1.xhtml"/></manifest>${spine}</package>`,
      '1.xhtml': '<html><body><p>It is wet.</p></body></html>',
    });
    const { 'b.opf': contents, ...rest } = book('<spine><itemref idref="a"/></spine>');
    const wide = zipSync({
      ...Object.fromEntries(Object.entries(rest).map(([name, text]) => [name, new TextEncoder().encode(text)])),
      'b.opf': Buffer.from(contents, 'utf16le'),
    });
    expect(await read('sea.epub', wide)).toMatchObject({ title: 'The Sea', text: 'It is wet.' });
    await expect(read('sea.epub', zipOf(book('')))).rejects.toMatchObject({
      message: expect.stringContaining('lists no chapters'),
    });
  });

  it('reads a mail with its attachments and says which it could not', async () => {
    const page = await read(
      'mail.eml',
      bytesOf(
        [
          'From: Maren Lie <maren@h.example>',
          'To: team@h.example',
          'Subject: =?utf-8?q?Pr=C3=A9cis?=',
          'Date: Fri, 01 May 2026 10:00:00 +0200',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain',
          '',
          'Please see the figures.',
          '--b',
          'Content-Type: text/csv; name=f.csv',
          'Content-Disposition: attachment; filename=f.csv',
          '',
          'Region,Sales\nNorth,3\nSouth,4',
          '--b',
          'Content-Type: application/zip; name=x.zip',
          'Content-Disposition: attachment; filename=x.zip',
          '',
          'PK',
          '--b--',
        ].join('\r\n'),
      ),
    );
    expect(page.title).toBe('Précis');
    expect(page.metadata).toMatchObject({
      author: 'Maren Lie',
      updated: '2026-05-01T08:00:00.000Z',
      notices: ['The attachment x.zip was not read.'],
    });
    expect(page.markdown).toContain('Please see the figures.\n\n## Attachment: f.csv\n\n| Region | Sales |');
    expect(page.tables).toMatchObject([
      {
        headings: ['Attachment: f.csv'],
        rows: [
          ['North', '3'],
          ['South', '4'],
        ],
      },
    ]);
  });

  it('sets the headings of an attached page below its name, and leaves the comments in its code as they are', async () => {
    const page = await read(
      'mail.eml',
      bytesOf(
        [
          'Subject: Steps',
          'MIME-Version: 1.0',
          'Content-Type: multipart/mixed; boundary=b',
          '',
          '--b',
          'Content-Type: text/plain',
          '',
          'The steps are attached.',
          '--b',
          'Content-Type: text/markdown; name=steps.md',
          'Content-Disposition: attachment; filename=steps.md',
          '',
          '# Install\n\n````sh\n# as root\n```\n# still code\n````\n\n## Start\n\nTurn it on.',
          '--b--',
        ].join('\r\n'),
      ),
    );
    expect(page.markdown.match(/^#+ .*$/gm)).toEqual([
      '## Attachment: steps.md',
      '### Install',
      '# as root',
      '# still code',
      '#### Start',
    ]);
  });
});

describe('formatOf', () => {
  it('trusts the media type, then the ending, then the first bytes', () => {
    const name = (file: Parameters<typeof formatOf>[0]) => formatOf(file)?.name;
    expect(name({ name: 'a.pdf', contentType: 'text/html; charset=utf-8' })).toBe('html');
    expect(name({ name: 'https://h.example/a.csv?x=1', contentType: 'application/octet-stream' })).toBe('csv');
    expect(name({ name: 'download', bytes: bytesOf('%PDF-1.7') })).toBe('pdf');
    expect(formatOf({ name: 'a.csv.gz' })).toEqual({ name: 'csv', packed: true });
    expect(formatOf({ name: 'a.exe' })).toBeUndefined();
  });
});
