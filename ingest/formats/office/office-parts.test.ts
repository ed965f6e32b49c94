import { unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

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

/** A box with two boxes below it, whose order is that of their links. */
const DIAGRAM = `<dgm:dataModel xmlns:dgm="d" xmlns:a="a"><dgm:ptLst><dgm:pt modelId="0" type="doc"/>${[
  'Clay',
  'Head of hall',
  'Firing &amp; glaze',
]
  .map((text, at) => `<dgm:pt modelId="${at + 1}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`)
  .join(
    '',
  )}<dgm:pt modelId="9" type="parTrans"/></dgm:ptLst><dgm:cxnLst><dgm:cxn srcId="2" destId="1" srcOrd="1"/><dgm:cxn srcId="2" destId="3" srcOrd="0"/><dgm:cxn srcId="0" destId="2" srcOrd="0"/><dgm:cxn type="presOf" srcId="1" destId="9" srcOrd="0"/></dgm:cxnLst></dgm:dataModel>`;

describe('a Word file', () => {
  it('joins paragraphs in a style for code to one listing', async () => {
    const coded = (text: string) =>
      paragraph('<w:pPr><w:pStyle w:val="S"/></w:pPr>', `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`);
    const page = await read(
      'kiln.docx',
      word(paragraph(run('Type this:')) + coded('if cold:') + coded('  fire()') + paragraph(run('Then wait.')), {
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
        'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="S"><w:name w:val="HTML Preformatted"/></w:style></w:styles>`,
      }),
    );
    expect(page.markdown).toBe('Type this:\n\n```\nif cold:\n  fire()\n```\n\nThen wait.');
  });

  it('keeps words with their reading above them, the text of diagrams, and the data of charts', async () => {
    const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('よう')}</w:rt><w:rubyBase>${run('窯')}</w:rubyBase></w:ruby></w:r>`;
    const drawn = (inner: string) => `<w:r><w:drawing>${inner}</w:drawing></w:r>`;
    const page = await read(
      'kiln.docx',
      word(paragraph(ruby, run(' is a kiln.')) + paragraph(drawn('<dgm:relIds r:dm="d1" r:lo="d2"/>')), {
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="d1" Type="${RELATIONSHIPS}/diagramData" Target="diagrams/data1.xml"/><Relationship Id="c1" Type="${RELATIONSHIPS}/chart" Target="charts/chart1.xml"/></Relationships>`,
        'word/diagrams/data1.xml': DIAGRAM,
        'word/charts/chart1.xml':
          '<c:chartSpace xmlns:c="c"><c:ser><c:tx><c:v>Firings</c:v></c:tx><c:cat><c:pt idx="0"><c:v>May</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>7</c:v></c:pt></c:val></c:ser></c:chartSpace>',
      }),
    );
    expect(page.text).toMatch(/^窯 is a kiln\.\s+Head of hall\s+– Firing & glaze\s+– Clay/);
    expect(page.tables[0]?.rows).toEqual([['May', '7']]);
  });

  it('keeps which boxes of a form are ticked', async () => {
    const box = (on: number) =>
      `<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:default w:val="${on}"/></w:checkBox></w:ffData></w:fldChar></w:r><w:r><w:instrText> FORMCHECKBOX </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
    const bold = '<w:r><w:rPr><w:b/></w:rPr><w:t>Lid: </w:t></w:r>';
    const page = await read('form.docx', word(paragraph(run('Key: '), box(1)) + paragraph(bold, box(0))));
    expect(page.text).toBe('Key: [x]\nLid: [ ]');
  });

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

  it('takes no author and no date from the template of a library that wrote it', async () => {
    const properties = (description: string) =>
      `<cp:coreProperties xmlns:cp="c" xmlns:dc="d" xmlns:dcterms="t"><dc:creator>python-docx</dc:creator><dc:description>${description}</dc:description><dcterms:modified>2013-12-23T23:15:00Z</dcterms:modified></cp:coreProperties>`;
    const metadataOf = async (description: string) =>
      (await read('r.docx', word(paragraph(run('Boots.')), { 'docProps/core.xml': properties(description) }))).metadata;
    expect(await metadataOf('generated by python-docx')).toEqual({});
    expect(await metadataOf('a report')).toMatchObject({ author: 'python-docx', updated: '2013-12-23T23:15:00.000Z' });
  });

  it('is called by its heading where its properties name what it does not say', async () => {
    const titled = async (title: string) =>
      (
        await read(
          'lift.docx',
          word(
            paragraph('<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>', run('Lift')) +
              paragraph(run('The lift is serviced each quarter, says the Brandt handbook.')),
            {
              'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s1" Type="${RELATIONSHIPS}/styles" Target="styles.xml"/></Relationships>`,
              'word/styles.xml': `<w:styles ${W}><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`,
              'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>${title}</dc:title></cp:coreProperties>`,
            },
          ),
        )
      ).title;
    expect(await titled('Template for letters')).toBe('Lift');
    expect(await titled('Brandt: service of lifts')).toBe('Brandt: service of lifts');
  });

  it('keeps web pages that it holds as they were, and names parts of other formats', async () => {
    const chunk = (id: string, target: string) =>
      `<Relationship Id="${id}" Type="${RELATIONSHIPS}/aFChunk" Target="${target}"/>`;
    const page = await read(
      'policy.docx',
      word(`${paragraph(run('Boots.'))}<w:altChunk r:id="a1" xmlns:r="${RELATIONSHIPS}"/>`, {
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${chunk('a1', 'a.html')}${chunk('a2', '/word/b.mht')}${chunk('a3', 'c.rtf')}</Relationships>`,
        'word/a.html': '<html><body><p>Lids are round.</p></body></html>',
        'word/b.mht':
          'MIME-Version: 1.0\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n<html><body><p>Hinges turn.</p></body></html>',
        'word/c.rtf': '{}',
      }),
    );
    expect(page.markdown).toBe('Boots.\n\nLids are round.\n\nHinges turn.');
    expect(page.metadata.notices?.join()).toContain('c.rtf');
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

it('slides keep the text of their diagrams, box below box', async () => {
  const page = await read('show.pptx', {
    'ppt/slides/slide1.xml':
      '<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:graphicFrame><a:graphic><dgm:relIds r:dm="r5"/></a:graphic></p:graphicFrame></p:sld>',
    'ppt/slides/_rels/slide1.xml.rels':
      '<Relationships><Relationship Id="r5" Type="x/diagramData" Target="../diagrams/data1.xml"/></Relationships>',
    'ppt/diagrams/data1.xml': DIAGRAM,
  });
  expect(page.markdown).toBe('## Slide 1\n\n- Head of hall\n  - Firing & glaze\n  - Clay');
});

it('slides keep the comments on them', async () => {
  const page = await read('show.pptx', {
    'ppt/slides/slide1.xml':
      '<p:sld xmlns:p="p" xmlns:a="a"><p:sp><a:p><a:r><a:t>Open at nine</a:t></a:r></a:p></p:sp></p:sld>',
    'ppt/slides/_rels/slide1.xml.rels':
      '<Relationships><Relationship Id="r2" Type="x/comments" Target="../comments/comment1.xml"/></Relationships>',
    'ppt/comments/comment1.xml':
      '<p:cmLst xmlns:p="p"><p:cm authorId="0"><p:pos x="1" y="2"/><p:text>Eight in summer</p:text></p:cm></p:cmLst>',
  });
  expect(page.markdown).toBe('## Slide 1\n\nOpen at nine\n\nComment: Eight in summer');
});

it('hidden slides are left out, and named', async () => {
  const slide = (show: string, text: string) =>
    `<p:sld xmlns:p="p" xmlns:a="a"${show}><p:sp><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sp></p:sld>`;
  const page = await read('show.pptx', {
    'ppt/slides/slide1.xml': slide(' show="1"', 'Open at nine'),
    'ppt/slides/slide2.xml': slide(' show="0"', 'Open at ten'),
  });
  expect(page.markdown).toBe('## Slide 1\n\nOpen at nine');
  expect(page.metadata.notices).toEqual(['The hidden slide 2 was left out.']);
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
  files['xl/diagrams/data1.xml'] = new TextEncoder().encode(DIAGRAM);
  const { markdown } = await readerFor({ name: 'stock.xlsx' })!(zipSync(files));
  expect(markdown).toContain('## Text boxes\n\nClosed in May\nAsk Tom\n\n- Head of hall\n  - Firing');
  expect(markdown).toContain('## Comments\n\nStock!B2, Priya: Order two.');
});

it('reads a template as the file that is made of it', async () => {
  const files = word(paragraph(run('Dear member, the boats are ready.')));
  const template = Object.fromEntries(
    Object.entries(files).map(([name, text]) => [name, text.replace('.document.main+xml', '.template.main+xml')]),
  );
  expect((await read('letter.dotx', template)).markdown).toBe('Dear member, the boats are ready.');
  const XLSX = await import('@e965/xlsx');
  const book = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(
    book,
    XLSX.utils.aoa_to_sheet([
      ['Boat', 'Price'],
      ['Ann', 12],
      ['Bo', 15],
    ]),
    'Hire',
  );
  const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer);
  expect((await readerFor({ name: 'hire.xltx' })!(bytes)).markdown).toContain('| Ann | 12 |');
  for (const name of ['talk.ppsx', 'talk.potx']) expect(readerFor({ name }), name).toBeDefined();
});
