import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';

const zipOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])));
const read = async (name: string, files: Record<string, string>) => readerFor({ name })!(zipOf(files));

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const paragraph = (...inner: string[]) => `<w:p>${inner.join('')}</w:p>`;

/** A Word file of one body, and of what else it has. */
const word = (body: string, parts: Record<string, string> = {}) => ({
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/document.xml': `<w:document ${W} xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><w:body>${body}</w:body></w:document>`,
  ...parts,
});

describe('a Word file', () => {
  it('keeps comments with who wrote them and about which words, headers and footers once', async () => {
    const page = await read(
      'policy.docx',
      word(
        paragraph(
          run('You get '),
          '<w:commentRangeStart w:id="7"/>',
          run('25 days'),
          '<w:commentRangeEnd w:id="7"/>',
          run(' a year.'),
        ),
        {
          'word/comments.xml': `<w:comments ${W}><w:comment w:id="7" w:author="Priya">${paragraph(run('26 from May on.'))}</w:comment></w:comments>`,
          'word/header1.xml': `<w:hdr ${W}>${paragraph(run('Policy HR-12, version 3'))}</w:hdr>`,
          'word/header2.xml': `<w:hdr ${W}>${paragraph(run('Policy HR-12, version 3'))}</w:hdr>`,
          'word/footer1.xml': `<w:ftr ${W}>${paragraph(run('Page '), run('2'))}</w:ftr>`,
        },
      ),
    );
    expect(page.markdown).toBe(
      'You get 25 days a year.\n\n## Comments\n\nPriya on “25 days”: 26 from May on.\n\n## Headers and footers\n\nPolicy HR-12, version 3',
    );
  });

  it('writes an equation on one line', async () => {
    const text = (words: string) => `<m:r><m:t>${words}</m:t></m:r>`;
    const root = `<m:rad><m:deg/><m:e><m:sSup><m:e>${text('b')}</m:e><m:sup>${text('2')}</m:sup></m:sSup>${text('−4ac')}</m:e></m:rad>`;
    const equation = `<m:oMathPara><m:oMath>${text('x=')}<m:f><m:num>${text('−b±')}${root}</m:num><m:den>${text('2a')}</m:den></m:f></m:oMath></m:oMathPara>`;
    const page = await read('sum.docx', word(paragraph(run('Then'), equation, run('holds.'))));
    expect(page.markdown).toBe('Then x=(−b±√(b^2−4ac))/2a holds.');
  });
});

describe('a PowerPoint file', () => {
  it('reads a chart as the table that it draws', async () => {
    const cache = (tag: string, values: string[]) =>
      `<c:${tag}><c:cache>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:cache></c:${tag}>`;
    const series = (name: string, values: string[]) =>
      `<c:ser><c:tx><c:strRef><c:strCache><c:pt idx="0"><c:v>${name}</c:v></c:pt></c:strCache></c:strRef></c:tx>${cache('cat', ['North', 'South'])}${cache('val', values)}</c:ser>`;
    const page = await read('sales.pptx', {
      'ppt/slides/slide1.xml':
        '<p:sld xmlns:p="p" xmlns:a="a" xmlns:c="c" xmlns:r="r"><p:graphicFrame><a:graphic><c:chart r:id="r5"/></a:graphic></p:graphicFrame></p:sld>',
      'ppt/slides/_rels/slide1.xml.rels':
        '<Relationships><Relationship Id="r5" Type="x/chart" Target="../charts/chart1.xml"/></Relationships>',
      'ppt/charts/chart1.xml': `<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:p><a:r><a:t>Boats sold</a:t></a:r></a:p></c:title>${series('2024', ['12', '7'])}${series('2025', ['18', '9'])}</c:chart></c:chartSpace>`,
    });
    expect(page.tables).toMatchObject([
      {
        caption: 'Boats sold',
        columns: [[], ['2024'], ['2025']],
        rows: [
          ['North', '12', '18'],
          ['South', '7', '9'],
        ],
      },
    ]);
  });
});

it('slides without words are not named by their number', async () => {
  const slide = (text: string) =>
    `<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
  const page = await read('show.pptx', {
    'ppt/slides/slide1.xml': slide(''),
    'ppt/slides/slide2.xml': slide('Open at nine'),
  });
  expect(page.markdown).toBe('## Slide 2\n\nOpen at nine');
});

it('a workbook keeps the text boxes over its sheets and the comments on its cells', async () => {
  const XLSX = await import('@e965/xlsx');
  const sheet = XLSX.utils.aoa_to_sheet([
    ['Shelf', 'Part'],
    ['A7', 'valve'],
  ]);
  XLSX.utils.cell_add_comment(sheet.B2 as import('@e965/xlsx').CellObject, 'Order two.', 'Priya');
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(book, sheet, 'Stock');
  const files = unzipSync(new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer));
  const box = (...lines: string[]) =>
    `<xdr:sp><xdr:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</xdr:txBody></xdr:sp>`;
  files['xl/drawings/drawing1.xml'] = new TextEncoder().encode(
    `<xdr:wsDr xmlns:xdr="x" xmlns:a="a">${box('Closed in May', 'Ask Tom')}</xdr:wsDr>`,
  );
  const { markdown } = await readerFor({ name: 'stock.xlsx' })!(zipSync(files));
  expect(markdown).toContain('## Text boxes\n\nClosed in May\nAsk Tom');
  expect(markdown).toContain('## Comments\n\nStock!B2, Priya: Order two.');
});
