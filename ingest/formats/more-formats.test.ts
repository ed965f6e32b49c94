import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readerFor } from '../sandbox/index.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = async (name: string, bytes: Uint8Array | string) =>
  readerFor({ name })!(typeof bytes === 'string' ? bytesOf(bytes) : bytes);

describe('markup that is not Markdown', () => {
  it('reStructuredText: headings by their underlines, code, notes, links', async () => {
    const { title, markdown } = await read(
      'a.rst',
      '.. _top:\n\n=====\nGuide\n=====\n\nSee `the site <https://x.example/>`_ and :ref:`more <top>`, or ``run``.\n\nInstall\n-------\n\nRun this::\n\n    pip install it\n\n.. note::\n\n   Only once.\n\n.. toctree::\n\n   other\n\n.. code-block:: python\n   :linenos:\n\n   print(1)\n\nDetails\n-------\n\nThe end.\n',
    );
    expect(title).toBe('Guide');
    expect(markdown).toMatch(/^# Guide\n/);
    for (const kept of [
      '[the site](https://x.example/)',
      '`more`',
      '`run`',
      '## Install',
      'pip install it',
      '**Note**',
      'Only once.',
      '````python\nprint(1)',
      '## Details',
    ])
      expect(markdown).toContain(kept);
    expect(markdown).not.toMatch(/toctree|linenos|_top/);
  });

  it('AsciiDoc: a box is called by its kind and title, however it is written', async () => {
    const read = readerFor({ name: 'a.adoc' });
    const source = '= Water\n\n[TIP]\n.Rain\n====\nCollect it.\n====\n\n[WARNING]\nHot.\n\nNOTE:: Use a can.\n';
    const { markdown } = (await read?.(new TextEncoder().encode(source))) ?? { markdown: '' };
    expect(markdown.replace(/\n{2,}/g, '\n\n')).toBe(
      '# Water\n\n**Tip: Rain**\n\nCollect it.\n\n**Warning**\n\nHot.\n\n**Note:** Use a can.',
    );
  });

  it('AsciiDoc: headings, terms, code, tables', async () => {
    const { title, markdown, tables } = await read(
      'a.adoc',
      '= Guide\n:toc:\n\nIntro with https://x.example/[a link].\n\n== Install\n\n[source,sh]\n----\nmake install\n----\n\nNOTE: Only once.\n\n--all:: Everything.\n\n|===\n|Code |Meaning\n\n|0 |done\n|7 |missing\n|===\n',
    );
    expect(title).toBe('Guide');
    for (const kept of [
      '[a link](https://x.example/)',
      '## Install',
      '````sh\nmake install',
      '**Note:** Only once.',
      '**--all** Everything.',
    ])
      expect(markdown).toContain(kept);
    expect(tables[0]?.rows).toEqual([
      ['0', 'done'],
      ['7', 'missing'],
    ]);
    expect(markdown).not.toContain(':toc:');
  });

  it('Rich Text whose commands stand inside of a group, whose row never ends, and that holds bytes as they are', async () => {
    const rtf = String.raw`{\rtf1\ansi{\loch\b0\*\cs7 The kiln is cold.\par}{\*\generator X;}{\pict\bin4 }{{}}The lid is shut.\par\trowd Bay 4\cell Hall 7\cell }`;
    const page = await read('a.rtf', Buffer.from(rtf, 'latin1'));
    expect(page.text.split(/\s*\n+\s*/)).toEqual(['The kiln is cold.', 'The lid is shut.', 'Bay 4', 'Hall 7']);
  });

  it('Org: headings, code, tables, without drawers', async () => {
    const { title, markdown, tables } = await read(
      'a.org',
      '#+TITLE: Plan\n* First :tag:\n:PROPERTIES:\n:ID: 7\n:END:\nSee [[https://x.example/][it]] and ~code~.\n#+begin_src sh\nls\n#+end_src\n| Name | Age |\n|------+-----|\n| Ana  |  41 |\n| Bo   |  38 |\n',
    );
    expect(title).toBe('Plan');
    for (const kept of ['## First', '[it](https://x.example/)', '`code`', '````sh\nls\n````'])
      expect(markdown).toContain(kept);
    expect(tables[0]?.rows).toEqual([
      ['Ana', '41'],
      ['Bo', '38'],
    ]);
    expect(markdown).not.toContain('PROPERTIES');
  });
});

it('a Jupyter notebook: texts, code and what it printed', async () => {
  const notebook = {
    nbformat: 4,
    metadata: { language_info: { name: 'python' } },
    cells: [
      { cell_type: 'markdown', source: ['# Sales\n', 'By year.'] },
      {
        cell_type: 'code',
        source: 'total()',
        outputs: [{ text: ['120\n', '140'] }, { data: { 'image/png': 'AAAA' } }],
      },
    ],
  };
  const page = await read('a.ipynb', JSON.stringify(notebook));
  expect(page.title).toBe('Sales');
  expect(page.markdown).toContain('```python\ntotal()\n```\n\n```\n120\n140\n```');
  expect(page.markdown).not.toContain('AAAA');
  await expect(read('b.ipynb', '{"no": "cells"}')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('an OpenDocument text: a comment on a heading stands below it, the pattern of a bibliography is left out', async () => {
  const text = (content: string) =>
    zipSync({
      'content.xml': bytesOf(
        `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:dc="d"><office:body><office:text>${content}</office:text></office:body></office:document-content>`,
      ),
    });
  const { markdown } = await read(
    'c.odt',
    text(
      '<text:h text:outline-level="1">Opening<office:annotation><dc:creator>Bo</dc:creator><text:p>Since May.</text:p></office:annotation> hours</text:h><text:p>From nine.</text:p><text:bibliography><text:bibliography-source><text:index-entry-span>, : </text:index-entry-span></text:bibliography-source><text:index-body><text:p>Ana: Hours, 2026</text:p></text:index-body></text:bibliography>',
    ),
  );
  expect(markdown).toMatch(/^# Opening hours\n/);
  expect(markdown).toContain('Since May.');
  expect(markdown).toContain('Ana: Hours, 2026');
  expect(markdown).not.toContain(', :');
});

it('an OpenDocument text: headings, lists, tables, notes; struck text is gone', async () => {
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb"><office:body><office:text>
<text:tracked-changes><text:changed-region><text:p>gone</text:p></text:changed-region></text:tracked-changes>
<text:h text:outline-level="1">Report</text:h><text:p>All<text:s text:c="2"/>went well<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>mostly</text:p></text:note-body></text:note>.</text:p>
<text:list><text:list-item><text:p>one</text:p></text:list-item></text:list>
<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>City</text:p></table:table-cell><table:table-cell><text:p>People</text:p></table:table-cell></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell><text:p>Bergen</text:p></table:table-cell><table:table-cell><text:p>61</text:p></table:table-cell></table:table-row></table:table>
</office:text></office:body></office:document-content>`;
  const page = await read('a.odt', zipSync({ 'content.xml': bytesOf(content) }));
  expect(page.title).toBe('Report');
  expect(page.markdown).toContain('All went well (mostly).');
  expect(page.markdown).toContain('- one');
  expect(page.tables).toMatchObject([{ columns: [['City'], ['People']], rows: [['Bergen', '61']] }]);
  expect(page.markdown).not.toContain('gone');
  await expect(read('b.odt', 'no zip')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('an OpenDocument presentation: each slide below the title that it shows, or below its name', async () => {
  const slide = (name: string, title: string, text: string) =>
    `<draw:page draw:name="${name}">${title && `<draw:frame presentation:class="title"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame>`}<draw:frame><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame></draw:page>`;
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:draw="d" xmlns:presentation="p"><office:body><office:presentation>${slide('page1', 'Ropes &amp; knots', 'Tie them well.')}${slide('Safety', '', 'Wear a vest.')}</office:presentation></office:body></office:document-content>`;
  const { markdown } = await read('a.odp', zipSync({ 'content.xml': bytesOf(content) }));
  expect(markdown).toBe('## Ropes & knots\n\nTie them well.\n\n## Safety\n\nWear a vest.');
});

it('an OpenDocument text: numbers of lists by their style, also where one goes on; code; equations as they were typed', async () => {
  const numbers = (level: number, start: number) =>
    `<text:list-level-style-number text:level="${level}" style:num-format="1" text:start-value="${start}"/>`;
  const style = `<text:list-style style:name="L1">${numbers(1, 4)}<text:list-level-style-bullet text:level="2"/></text:list-style>
<style:style style:name="P1" style:parent-style-name="Preformatted_20_Text"/>`;
  const list = (attributes: string, ...items: string[]) =>
    `<text:list text:style-name="L1"${attributes}>${items.map((item) => `<text:list-item><text:p>${item}</text:p></text:list-item>`).join('')}</text:list>`;
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:style="s" xmlns:draw="d" xmlns:xlink="l"><office:automatic-styles>${style}</office:automatic-styles><office:body><office:text>
${list('', 'load', 'fire')}<text:p>Wait a day, at the least.</text:p>${list(' text:continue-numbering="true"', 'open')}
<text:p text:style-name="P1">fire --cone 6</text:p><text:p text:style-name="P1">cool --slow</text:p>
<text:p>Heat is <draw:object xlink:href="./Object 1"/> at most.</text:p></office:text></office:body></office:document-content>`;
  const math =
    '<math><semantics><mi>q</mi><annotation encoding="StarMath 5.0">Q = {m} cdot c^{2}</annotation></semantics></math>';
  const files = { 'content.xml': bytesOf(content), 'Object 1/content.xml': bytesOf(math) };
  expect((await read('a.odt', zipSync(files))).markdown).toBe(
    [
      '4. load\n5. fire',
      'Wait a day, at the least.',
      '6. open',
      '```\nfire --cone 6\ncool --slow\n```',
      'Heat is Q = m cdot c^2 at most.',
    ].join('\n\n'),
  );
});

it('Rich Text: code pages of fonts, Unicode signs, headings, tables; what is hidden or about the file is gone', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial Cyr;}}{\*\generator X;}
\pard\outlinelevel0 Report\par\pard Caf\'e9 and {\f1 \'cf\'f0\'e8\'e2\'e5\'f2} and \u8364?5 {\v secret}end.\par
\pard\intbl City\cell People\cell\row\pard\intbl Bergen\cell 61\cell\row\pard Last.\par}`;
  const { markdown } = await read('a.rtf', rtf);
  expect(markdown).toContain('# Report');
  expect(markdown).toContain('Café and Привет and €5 end.');
  expect(markdown).toMatch(/Bergen.*61/);
  expect(markdown).toContain('Last.');
  expect(markdown).not.toMatch(/secret|Arial|generator/);
  await expect(read('b.rtf', 'plain')).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

it('Rich Text: lists by their signs and by typed numbers, code by its font, links, lines, the title of the file', async () => {
  const rtf = String.raw`{\rtf1\ansi{\fonttbl{\f0\fswiss Arial;}{\f1\fmodern Courier;}{\f2\fmodern\fcharset128 Gothic;}}{\info{\title Kiln rules}{\author Ann}}
\pard\f0 {\listtext\pard\plain\'b7\tab}Load {\field{\*\fldinst{HYPERLINK "https://kiln.example/x"}}{\fldrslt the shelf}}\ilvl0\par
\pard\ilvl1{\listtext 1.\tab}Bottom first\par
\pard\li720\fi-360 2.\tab Then the top\par
\pard\li720 Note\tab no item\par\pard Two\line lines in a long enough sentence of prose\par
{\pard\f1 fire \{\line   cone 6\line\}\par}{\pard\f1 done\par}\pard\f2 In Gothic.\par}`;
  const page = await read('a.rtf', rtf);
  expect(page.title).toBe('Kiln rules');
  expect(page.metadata.author).toBe('Ann');
  expect(page.markdown).toBe(
    [
      '- Load [the shelf](https://kiln.example/x)\n  1. Bottom first\n2. Then the top',
      'Note no item',
      'Two lines in a long enough sentence of prose',
      '```\nfire {\n  cone 6\n}\ndone\n```',
      'In Gothic.',
    ].join('\n\n'),
  );
  const typed = await read(
    'b.rtf',
    String.raw`{\rtf1{\fonttbl{\f0\fmodern Courier;}}\pard\f0 A typewritten letter.\par}`,
  );
  expect(typed.markdown).toBe('A typewritten letter.');
});

it('Rich Text: bytes that are not escaped have the code page of their font; footnotes stand below their paragraph', async () => {
  const rtf = Buffer.from(
    '{\\rtf1\\ansi{\\fonttbl{\\f0\\fcharset204 Arial;}}{\\pard\\f0 \xcf\xf0\xe8\xe2\xe5\xf2 1\\par}\\pard\\f0 One{\\footnote {\\super 1} See\\par the \xcf.} two.\\par}',
    'latin1',
  );
  const { markdown } = await read('a.rtf', new Uint8Array(rtf));
  expect(markdown.split('\n\n')).toEqual([
    'Привет 1',
    'One[1] two.',
    expect.stringMatching(/^\\?\[1\\?\] 1 See the П\.$/),
  ]);
});

it('Word 97 and Outlook files that are none are refused by name', async () => {
  await expect(read('a.dot', 'digraph { a -> b }')).rejects.toMatchObject({
    message: expect.stringContaining('no Word file'),
  });
  await expect(read('a.msg', 'plain')).rejects.toMatchObject({ message: expect.stringContaining('Outlook') });
  const ole = new Uint8Array(2048).fill(7);
  ole.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const name of ['a.doc', 'a.msg'])
    await expect(read(name, ole)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
});

describe('text in encodings that it does not name', () => {
  it('UTF-16 without a mark, both ways', async () => {
    const little = Buffer.from('The Cannery opens at nine.', 'utf16le');
    expect((await read('a.txt', little)).text).toBe('The Cannery opens at nine.');
    expect((await read('a.txt', Buffer.from(little).swap16())).text).toBe('The Cannery opens at nine.');
  });

  it('UTF-16 without a mark and older encodings of Chinese and Japanese, and no other bytes', async () => {
    const simplified = '港口的规则：每条船在离开以前必须在门口登记。夏天的费用是四百元，孩子可以免费航行。';
    const japanese = '港の規則：船は出る前に門で登録しなければなりません。夏の料金は四百円です。';
    const russian = 'Каждая лодка записывается у ворот до выхода из гавани.';
    const utf16 = (text: string, big: boolean) => {
      const bytes = Buffer.from(text, 'utf16le');
      return big ? bytes.swap16() : bytes;
    };
    for (const text of [simplified, japanese, russian, `<h1>港口</h1><p>${simplified}</p>`])
      for (const big of [false, true]) {
        const { markdown } = await read(text.startsWith('<') ? 'a.html' : 'a.txt', utf16(text, big));
        expect(markdown).toContain(text.startsWith('<') ? simplified : text);
      }
    // The sentences "港口的规则是：船在离开以前必须登记。" in GB 18030 and "船在離開以前必須在門口登記，夏天的費用是四百元。" in Big5.
    const gb = 'b8dbbfdab5c4b9e6d4f2cac7a3bab4acd4dac0ebbfaad2d4c7b0b1d8d0ebb5c7bcc7a1a3';
    const big5 = 'b2eea662c2f7b67da548ab65a5b2b6b7a662aaf9a466b56eb04fa141ae4ca4d1aabab64fa5ceac4fa57ca6caa4b8a143';
    expect((await read('a.txt', Buffer.from(gb, 'hex'))).markdown).toBe('港口的规则是：船在离开以前必须登记。');
    expect((await read('a.txt', Buffer.from(big5, 'hex'))).markdown).toContain('離開以前必須在門口登記');
    const noise = Uint8Array.from({ length: 4000 }, (_, i) => (i * 7919 + (i >> 3) * 104_729) % 251);
    await expect(read('a.txt', noise)).rejects.toMatchObject({ code: 'INPUT_UNREADABLE' });
  });

  it('Shift-JIS by its kana, and Latin text stays Latin', async () => {
    // それはとてもよいことです。 and カタカナ
    const japanese = Buffer.from('82bb82ea82cd82c682c482e082e682a282b182c682c582b78142834a835e834a8369', 'hex');
    expect((await read('a.txt', japanese)).text).toBe('それはとてもよいことです。カタカナ');
    expect((await read('a.txt', Buffer.from('Café à la crème brûlée, déjà vu', 'latin1'))).text).toBe(
      'Café à la crème brûlée, déjà vu',
    );
  });
});
