import { expect, it } from 'vitest';
import { extractWholeHtml } from '../extract/html.ts';
import { extractMarkdownText } from '../extract/markdown/markdown.ts';
import type { Anchor } from '../extract/page.ts';
import { chunkDocument } from './chunk.ts';
import { countWords } from './words.ts';

const prose = (sentences: number, from = 0) =>
  Array.from(
    { length: sentences },
    (_, i) => `Box ${from + i} has two corners, and all that lies between them is in it.`,
  ).join(' ');
const code = (lines: number, name = 'box') =>
  `\`\`\`\n${Array.from({ length: lines }, (_, i) => `${name}.move(${i}, ${i + 1}) # and again`).join('\n')}\n\`\`\``;

const textsOf = (markdown: string, anchors: readonly Anchor[] = []) => {
  const page = extractMarkdownText(markdown, {});
  return chunkDocument(
    { id: 'd', title: 'Boxes', text: page.markdown, scopes: ['everyone'] },
    { tables: page.tables, anchors },
  ).passages.map(({ text }) => text);
};
const passagesOf = (markdown: string) => {
  const page = extractMarkdownText(markdown, {});
  const document = { id: 'd', title: 'Boxes', text: page.markdown, scopes: ['everyone' as const] };
  return chunkDocument(document, { tables: page.tables }).passages;
};
const holding = (texts: readonly string[], words: string) => texts.filter((text) => text.includes(words));

it('keeps the line that introduces an example with it, also behind few words', () => {
  for (const intro of ['For example:', '*Example:*', 'This is how a box is moved twice.'])
    for (const above of [1, 2, 3, 8, 12]) {
      const texts = textsOf(`## Moving\n\n${prose(above)}\n\n${intro}\n\n${code(50)}\n\n${prose(8, 40)}`);
      expect(holding(texts, intro), `${intro} behind ${above}`).toEqual([expect.stringContaining('box.move(0, 1)')]);
    }
});

it('cuts the sentence that introduces code from a long paragraph that has no room for it', () => {
  const texts = textsOf(`## Moving\n\n${prose(14)} The code below moves one of them.\n\n${code(24)}`);
  expect(texts).toHaveLength(2);
  expect(texts[1]).toMatch(/^The code below moves one of them\.\n\n```/);
});

it('keeps the sentence behind an example with it, unless that one introduces the next', () => {
  const example = `## Moving\n\n${prose(9)}\n\nFor example:\n\n${code(12)}`;
  const rest = `Every box is where it was before, only further on.\n\n${prose(14, 40)}`;
  const [first] = textsOf(`${example}\n\n${rest}`);
  expect(first).toMatch(/only further on\.$/);
  const [other] = textsOf(`${example}\n\nNow it is moved back to the place where it was.\n\n${code(20, 'back')}`);
  expect(other).toMatch(/```$/);
});

it('keeps what a label of an example is about with it', () => {
  const entry = (n: number) => `SIZE_${n} says how wide box ${n} is. ${prose(2)}\n\nExample:\n\n${code(3, `size${n}`)}`;
  const texts = textsOf(`## Variables\n\n${Array.from({ length: 16 }, (_, i) => entry(i)).join('\n\n')}`);
  expect(texts.length).toBeGreaterThan(3);
  for (let n = 0; n < 16; n++)
    expect(holding(texts, `SIZE_${n} `)).toEqual([expect.stringContaining(`size${n}.move(2, 3)`)]);
});

it('joins a rest of a few words with its section, though that is long', () => {
  const rest = 'The order of the boxes is their order of weight.';
  const markdown = `## Order\n\n${prose(11)}\n\n${prose(10, 20)}\n\n${rest}\n\n## Next\n\n${prose(8)}`;
  const texts = textsOf(markdown);
  expect(holding(texts, rest)).toEqual([expect.stringContaining('Box 29 has')]);
});

it('keeps a declaration in code with the explanation below it', () => {
  const entry = (n: number) =>
    `\`\`\`\nvolume_${n}(box) -> number\n\`\`\`\n\nGives volume ${n} of the box. ${prose(3, n * 10)}`;
  const markdown = `## Functions\n\n${Array.from({ length: 12 }, (_, i) => entry(i)).join('\n\n')}`;
  const texts = textsOf(markdown);
  expect(texts.length).toBeGreaterThan(2);
  for (let n = 0; n < 12; n++)
    expect(holding(texts, `volume_${n}(`)).toEqual([expect.stringContaining(`Gives volume ${n} of`)]);
});

it('takes code at an anchor for the beginning of an entry, and not an example or one that is only counted', () => {
  const short = 'It gives the volume of the box, which is what lies between its corners, and no more than that.';
  const entry = (n: number) => `\`\`\`\nvolume_${n}(box)\n\`\`\`\n\n${short} ${n}\n\n`;
  const markdown = `## Functions\n\n${prose(3)}\n\n${Array.from({ length: 40 }, (_, i) => entry(i)).join('')}`.trim();
  const starts = [...markdown.matchAll(/```\nvolume/g)].map(({ index }) => index);
  const anchored = textsOf(
    markdown,
    starts.map((start, n) => ({ id: `volume_of_${'abcdefgh'[n % 8]}`, start })),
  );
  expect(anchored.length).toBeGreaterThan(2);
  for (const text of anchored.slice(1)) expect(text).toMatch(/^```/);
  expect(anchored.at(0)).not.toMatch(/```$/);
  // An example goes with the line above it.
  const counted = textsOf(`## Moving\n\n${prose(14)}\n\nIt is moved here.\n\n${code(10)}\n\n${prose(3, 40)}`, [
    { id: 'cb1', start: `## Moving\n\n${prose(14)}\n\nIt is moved here.\n\n`.length },
  ]);
  expect(holding(counted, 'It is moved here.')).toEqual([expect.stringContaining('box.move(0, 1)')]);
});

it('keeps a list without marks whole, with the line above it', () => {
  const choices = ['a red box', 'a blue box', 'a box without a lid', 'a lid alone', 'two lids', 'none of these'];
  for (const above of [4, 9, 10, 11, 12, 13]) {
    const texts = textsOf(
      `${prose(above)}\n\nWhich box is the largest?\n\n${choices.join('\n\n')}\n\n${prose(20, 40)}`,
    );
    expect(holding(texts, 'Which box'), `behind ${above}`).toEqual([expect.stringContaining('none of these')]);
  }
});

it('cuts a page of headings alone, and drops no heading of a page that has hundreds before its first text', () => {
  const headings = Array.from({ length: 900 }, (_, i) => `## Box number ${i}`).join('\n\n');
  for (const markdown of [headings, `${headings}\n\n${prose(4)}`]) {
    const texts = textsOf(markdown);
    for (const text of texts) expect(countWords(text)).toBeLessThan(300);
    for (const n of [0, 450, 899]) expect(holding(texts, `## Box number ${n}`).length).toBeGreaterThan(0);
  }
});

it('cuts no sentence between the terms of a list, and no paragraph from the code that it can stand with', () => {
  const terms = '**lid**\n\nwhat closes the box, and\n\n**hinge**\n\nwhat the lid turns on.';
  for (const above of [10, 11, 12, 13])
    expect(holding(textsOf(`## Parts\n\n${prose(above)}\n\n${terms}\n\n${prose(9, 40)}`), 'closes the box')).toEqual([
      expect.stringContaining('what the lid turns on'),
    ]);
  const texts = textsOf(
    `## Moving\n\n${prose(12)}\n\nThis box is the first. ${prose(5, 40)} It is moved as below.\n\n${code(8)}`,
  );
  expect(holding(texts, 'This box is the first')).toEqual([expect.stringContaining('box.move(0, 1)')]);
});

it('keeps the parts of an entry with it where the same headings repeat for each', () => {
  const entry = (n: number) =>
    `### Function\n\nmove_${n} - moves box ${n}\n\n### Arguments\n\nThe box, and how far.\n\n### Description\n\n${prose(6, n * 10)}`;
  const texts = textsOf(`## Moving\n\n${prose(5)}\n\n${Array.from({ length: 6 }, (_, n) => entry(n)).join('\n\n')}`);
  for (let n = 0; n < 6; n++)
    expect(holding(texts, `moves box ${n}`)).toEqual([
      expect.stringMatching(/### Arguments[\s\S]*### Description\n\nBox/),
    ]);
  // Headings of equal sections that each stand for themselves stay what they are.
  const changes = ['Added', 'Fixed'].map((name) => `### ${name}\n\n${prose(6)}`).join('\n\n');
  expect(textsOf(`## 2.0\n\n${changes}\n\n## 1.0\n\n${changes}`)).toHaveLength(4);
});

it('keeps code in an item that is too long for a passage whole, and a declaration with an explanation that has its own anchor', () => {
  const item = `- ${prose(14)}\n\n  \`\`\`\n${code(50)
    .split('\n')
    .slice(1, -1)
    .map((line) => `  ${line}`)
    .join('\n')}\n  \`\`\`\n- A lid.`;
  const [, cut] = textsOf(`## Moving\n\n${item}`);
  expect(cut).toMatch(/^```\n\s*box\.move\(0[\s\S]*box\.move\(49[^\n]*\n\s*```/);
  const entry = (n: number) => `\`\`\`\nvolume-${n}\n\`\`\`\n\nThis is volume ${n}. ${prose(3, n * 10)}\n\n`;
  const markdown = Array.from({ length: 12 }, (_, n) => entry(n))
    .join('')
    .trim();
  const anchors = [...markdown.matchAll(/```\nvolume|This is/g)].map(({ index }, n) => ({
    id: `${n % 2 === 0 ? 'volume' : 'about'}_${'abcdefghijkl'[n >> 1]}`,
    start: index,
  }));
  const texts = textsOf(markdown, anchors);
  for (let n = 0; n < 12; n++)
    expect(holding(texts, `volume-${n}\n`)).toEqual([expect.stringContaining(`This is volume ${n}.`)]);
});

it('puts into the first passage of a table what introduces it without a colon', () => {
  const table = '| Box | Lid |\n| --- | --- |\n| red | flat |\n| blue | round |';
  const intro = 'The table below shows which lid a box has.';
  for (const [above, alone] of [
    [`## Lids\n\n${prose(5)}\n\n${intro}`, intro],
    [`## Lids\n\n${prose(30)} ${intro}`, intro],
    ['## Lids\n\nEvery box has one.\n\nIt is flat or round.', 'Every box has one.\n\nIt is flat or round.'],
  ] as const) {
    const passages = passagesOf(`${above}\n\n${table}`);
    expect(passages.at(-1)?.text).toContain(`${alone}\n\n| Box`);
    expect(passages.filter(({ text }) => text.includes(alone))).toHaveLength(1);
  }
});

it('keeps a short section with its table: what is above it, and the few words below it', () => {
  const table = '| Box | Lid |\n| --- | --- |\n| red | flat |\n| blue | round |';
  const above =
    'Says which lid a box has. It is set by [SET LID](set.html), and by nothing else that a box has.\n\n(Set)';
  const below = 'See [Lids](lids.html), if necessary.';
  const passages = passagesOf(`## Lids\n\n${above}\n\n${table}\n\n${below}\n\n## Ropes\n\n${prose(5)}`);
  expect(passages.map(({ kind }) => kind)).toEqual(['table', 'text']);
  expect(passages[0]?.text).toContain(`${above}\n\n${table}\n\n${below}`);
  expect(passages[0]?.links.map(({ text }) => text)).toEqual(['SET LID', 'Lids']);
});

it('cuts no comment of code from the lines that it explains', () => {
  for (const [comment, end] of [
    ['# Moves it back to where it was.', '\n'],
    ['// Moves it back,\n// and then once more.', '\n\n'],
  ] as const) {
    const steps = Array.from({ length: 40 }, (_, n) => `${comment}${end}box.move(${n}, and another ${n}, back)`);
    const texts = textsOf(`## Moving\n\n\`\`\`\n${steps.join(end)}\n\`\`\``);
    expect(texts.length).toBeGreaterThan(2);
    for (const text of texts) expect(text).not.toMatch(/(?:was|more)\.$/);
  }
});

it('names each passage of a long entry after its term, and not what stands below the next', () => {
  const passages = passagesOf(
    `## Parts\n\n**\`--lid\`**\n\n${Array.from({ length: 4 }, (_, n) => prose(9, 10 * n)).join('\n\n')}\n\n**--hinge**\n\n${prose(3, 80)}`,
  );
  expect(passages.map(({ headings }) => headings)).toEqual([
    ['Parts'],
    ...Array.from({ length: 3 }, () => ['Parts', '--lid']),
    ['Parts'],
  ]);
  expect(passages.at(-1)?.text).toMatch(/^\*\*--hinge/);
  // The title of a note is no term.
  const noted = passagesOf(`## Parts\n\n**Note**\n\n${prose(9)}\n\n${prose(9, 20)}\n\n${prose(9, 40)}`);
  expect(noted.map(({ headings }) => headings)).toEqual(noted.map(() => ['Parts']));
});

it('takes the terms of a page for entries of their own though links lead to one of them, and no sentence in bold for a term', () => {
  const markdown = `## Settings\n\n${Array.from({ length: 12 }, (_, i) => `**Setting ${i}**\n\n${prose(9, i * 10)}\n\n${prose(7, i * 10)}`).join('\n\n')}\n\n## Example\n\n**All of these boxes were moved by hand last week.**\n\n${code(120)}`;
  const page = extractMarkdownText(markdown, {});
  const start = page.markdown.indexOf('**Setting 3**');
  const { passages } = chunkDocument(
    { id: 'd', title: 'Boxes', text: page.markdown, scopes: ['everyone'] },
    { anchors: [{ id: 'three', start }] },
  );
  for (let n = 0; n < 12; n++) {
    const rests = passages.filter(({ text }) => text.includes(`Box ${n * 10 + 6} has`) && !text.includes('**Setting'));
    for (const { headings } of rests) expect(headings).toEqual(['Settings', `Setting ${n}`]);
  }
  const firsts = passages.filter(({ text }) => /^\*\*Setting [1-9]/.test(text));
  expect(firsts.length).toBeGreaterThan(5);
  for (const { headings } of firsts) expect(headings).toEqual(['Settings']);
  for (const { headings } of passages.filter(({ text }) => text.includes('box.move(')))
    expect(headings).toEqual(['Example']);
});

it('keeps links to other pages with what they are about', () => {
  const texts = textsOf(
    `## Lids\n\n${prose(8)}\n\n## See also\n\n[Hinges](hinges.html)\n\n## Corners\n\n${prose(8, 20)}`,
  );
  expect(holding(texts, 'Hinges')).toEqual([expect.stringMatching(/^## Lids[\s\S]*Hinges\]\(hinges\.html\)$/)]);
});

it('keeps a title in a plain line with the text below it', () => {
  for (const above of [8, 9, 10, 11, 12, 13]) {
    const texts = textsOf(`## Moving\n\n${prose(above)}\n\n3\\) Moving back\n\n${prose(12, 40)}`);
    expect(holding(texts, 'Moving back'), `behind ${above}`).toEqual([
      expect.stringContaining('Moving back\n\nBox 40'),
    ]);
  }
});

it('cuts an item that is too long between the items inside of it', () => {
  const inner = Array.from({ length: 12 }, (_, n) => `  - **move_${n}**: ${prose(3, n * 10)} It ends ${n}.`);
  const texts = textsOf(`## Moving\n\n- All of them:\n${inner.join('\n')}\n- A lid.`);
  expect(texts.length).toBeGreaterThan(2);
  for (let n = 0; n < 12; n++)
    expect(holding(texts, `**move_${n}**`)).toEqual([expect.stringContaining(`It ends ${n}.`)]);
});

it('makes no passage of the brace behind a table', () => {
  const texts = textsOf('## Box\n\n```\nstruct Box {\n```\n\n| a | b |\n| --- | --- |\n| int | side |\n\n```\n}\n```');
  expect(texts).toEqual([expect.stringContaining('| int | side |')]);
});

const TABLE = '| name | value |\n| --- | --- |\n| lid | open |\n| side | 4 |';

it('keeps a short section with its table: what is declared above it, and the example below', () => {
  const section = (name: string) =>
    `## ${name}\n\nMoves a ${name}.\n\n**Definition:**\n\n${code(1, name)}\n\n**Where:**\n\n${TABLE}\n\n**Example:**\n\n${code(2, `${name}es`)}`;
  const texts = textsOf(['box', 'lid', 'hinge'].map(section).join('\n\n'));
  expect(texts).toHaveLength(3);
  for (const [nth, name] of ['box', 'lid', 'hinge'].entries()) {
    expect(texts[nth]).toContain(`Moves a ${name}.`);
    expect(texts[nth]).toContain('| lid | open |');
    expect(texts[nth]).toContain(`${name}es.move(1, 2)`);
  }
});

it('keeps the numbered caption below a table with it, and leaves one above the next table to that', () => {
  const behind = textsOf(`## Lids\n\n${prose(8)}\n\n${TABLE}\n\n**Table 7.1:** Lids of a box\n\n${prose(8, 20)}`);
  expect(holding(behind, 'Lids of a box')).toEqual([expect.stringContaining('| lid | open |')]);
  const between = textsOf(`## Lids\n\n${prose(8)}\n\n${TABLE}\n\nTable A.2: Sides\n\n${TABLE.replace('open', 'shut')}`);
  expect(holding(between, 'Sides')).toEqual([expect.stringContaining('| lid | shut |')]);
});

it('keeps links to other pages below a table with the table', () => {
  const seeAlso = '#### See also\n\n[Hinges](hinges.html) | [Corners](corners.html)';
  for (const note of ['', 'A lid is a side.\n\n']) {
    const texts = textsOf(`## Lids\n\n${prose(8)}\n\n${TABLE}\n\n${note}${seeAlso}\n\n## Sides\n\n${prose(8, 20)}`);
    expect(holding(texts, 'See also')).toEqual([expect.stringContaining('| lid | open |')]);
    expect(holding(texts, '## Sides')).toEqual([expect.not.stringContaining('Hinges')]);
  }
  const behindText = textsOf(`## Lids\n\n${TABLE}\n\n${prose(8, 20)}\n\n${seeAlso}`);
  expect(holding(behindText, 'See also')).toEqual([expect.not.stringContaining('| lid | open |')]);
});

it('does not end a passage with the title of a box', () => {
  for (const above of [8, 9, 10, 11, 12])
    for (const title of ['Note', 'Warning:']) {
      const texts = textsOf(`## Moving\n\n${prose(above)}\n\n${title}\n\nNever move a box twice. ${prose(8, 40)}`);
      expect(holding(texts, title), `behind ${above}`).toEqual([expect.stringContaining('Never move a box twice.')]);
    }
});

it('takes two lines above a rule for the end of a mail, not for a heading', () => {
  const text = `${prose(14)}\n\nRegards,\nAnn\n--------\nbox makers\n\n${prose(14, 20)}`;
  const { passages } = chunkDocument({ id: 'd', title: 'Boxes', text, scopes: ['everyone'] });
  for (const { headings } of passages) expect(headings).toEqual([]);
});

it('goes a little over the size of a passage for the end of a sentence and a short explanation of code', () => {
  for (const end of ['before the box is closed, which takes some time.', `This moves it back. ${prose(2, 90)}`])
    for (const above of [9, 10, 11, 12])
      for (const lines of [6, 8, 10, 12]) {
        const texts = textsOf(
          `## Moving\n\n${prose(above)}\n\nIt is moved by\n\n${code(lines)}\n\n${end}\n\n${prose(12, 40)}`,
        );
        expect(holding(texts, end), `behind ${above}, ${lines}`).toEqual([expect.stringContaining('box.move(1, 2)')]);
      }
});

it('does not name what stands behind a list of short entries after the last of them', () => {
  const terms = ['red', 'blue', 'green', 'black', 'white'].map((name) => `**${name}**\n\nits colour`).join('\n\n');
  const passages = passagesOf(`## Colours\n\n${terms}\n\n${prose(9)}\n\n${prose(9, 20)}\n\n${prose(9, 40)}`);
  expect(passages.length).toBeGreaterThan(2);
  for (const { headings } of passages) expect(headings).toEqual(['Colours']);
});

it('names no text behind a list of terms on a page after its last term', () => {
  const paragraphs = (from: number) => [0, 20, 40].map((n) => `<p>${prose(9, from + n)}</p>`).join('');
  const page = extractWholeHtml(
    `<h1>Boxes</h1><dl><dt>lid</dt><dd>${paragraphs(0)}</dd></dl><p>So much for lids.</p>${paragraphs(100)}`,
  );
  const { passages } = chunkDocument(
    { id: 'd', title: 'Boxes', text: page.markdown, scopes: ['everyone'] },
    { anchors: page.anchors, listEnds: page.listEnds },
  );
  for (const { text, headings } of passages.slice(1))
    expect(headings, text).toEqual(/Box 1\d\d /.test(text) ? [] : ['lid']);
});

it('keeps an explanation that speaks of the code above it with the code, though it is long', () => {
  const explanation = `The first line in the body of the constructor creates a window. ${prose(5, 60)}`;
  const texts = textsOf(`## Moving\n\n${prose(3)}\n\n${code(26)}\n\n${explanation}\n\n${prose(12, 80)}`);
  expect(holding(texts, 'The first line in the body')).toEqual([expect.stringContaining('box.move(25, 26)')]);
});

it('begins an entry at the sentence that names what is declared below it', () => {
  const entries = Array.from(
    { length: 12 },
    (_, n) =>
      `<p>To open volume ${n}, use the function \`box_open${n}'.</p><dl><dt><kbd>int box_open${n}(BOX *box);</kbd></dt><dd>${prose(3, n)} It is closed by \`box_open${n + 1}', which is declared below.</dd></dl>`,
  );
  const page = extractWholeHtml(`<html><body><h1>Boxes</h1><h2>API</h2>${entries.join('')}</body></html>`);
  const { passages } = chunkDocument(
    { id: 'd', title: 'Boxes', text: page.markdown, scopes: ['everyone'] },
    { tables: page.tables, anchors: page.anchors, listEnds: page.listEnds },
  );
  expect(passages.length).toBeGreaterThan(3);
  for (let n = 0; n < 12; n++)
    expect(passages.filter(({ text }) => text.includes(`open volume ${n},`))).toMatchObject([
      { text: expect.stringContaining(`int box_open${n}(`) },
    ]);
});

it('cuts a list of terms in plain text before a term, though no empty lines are between them', () => {
  const entries = Array.from({ length: 12 }, (_, n) => {
    const lines = [0, 1, 2].map((line) => `          ${prose(1, n * 3 + line).replaceAll('box', 'lid')}`);
    return `   _term-${n}_\n${lines.join('\n')}`;
  });
  const texts = textsOf(`The features are these:\n${entries.join('\n')}`);
  expect(texts.length).toBeGreaterThan(2);
  for (const [n, text] of texts.slice(1).entries()) expect(text, `passage ${n + 1}`).toMatch(/^\s*_term-\d+_/);
});

it('cuts no comment of code at an empty line in it', () => {
  const parts = Array.from(
    { length: 30 },
    (_, n) => `<!-- Box ${n}\n  ${prose(1)}\n\n  Its lid is flat. -->\n<Box${n}>`,
  );
  const texts = textsOf(`## Boxes\n\n\`\`\`\n${parts.join('\n\n')}\n\`\`\``);
  expect(texts.length).toBeGreaterThan(1);
  for (const text of texts) expect(text.match(/<!--/g)?.length).toBe(text.match(/-->/g)?.length);
});

it('takes a long listing, and one whose lines have places of their own, for the example of the text above it', () => {
  for (const [lines, id] of [
    [20, 'boxes-demo'],
    [1, 'cb14-1'],
  ] as const) {
    const markdown = `## Moving\n\n${prose(11)}\n\nWe move one box after another.\n\n${code(lines)}\n\n${prose(9, 40)}`;
    const texts = textsOf(markdown, [{ id, start: markdown.indexOf('```') }]);
    expect(holding(texts, 'We move one box')).toEqual([expect.stringContaining('box.move(0, 1)')]);
  }
});

it('cuts no short quotation between its paragraphs', () => {
  const note = `> **Note:**\n\n> ${prose(3, 60)}\n\n> ${prose(3, 70)}`;
  for (const above of [4, 8, 10, 12, 14]) {
    const texts = textsOf(`## Moving\n\n${prose(above)}\n\n${note}\n\n${prose(9, 40)}`);
    expect(holding(texts, '**Note:**'), `behind ${above}`).toEqual([expect.stringContaining('Box 72')]);
  }
});

it('cuts a long item between its sentences, not at the ends of its lines', () => {
  const wrapped = (count: number, from: number) => prose(count, from).replace(/(and all) (that lies)/g, '$1\n    $2');
  const item = `* ${wrapped(24, 0)} The data of a box\n    was returned\n    directly:\n\n    ${wrapped(24, 30)}`;
  for (const text of textsOf(`## Changes\n\n${item}`)) expect(text.trim()).toMatch(/[.:]$/);
});

it('keeps all of an entry with its table of parameters, where its parts are named as those of the others', () => {
  const entry = (name: string, words: number) =>
    `## ${name}\n\nOpens ${name}.\n\n### Parameters\n\n| Name | Meaning |\n| --- | --- |\n| lid | ${name}'s lid |\n| rope | ${name}'s rope |\n\n### Returns\n\n${prose(words)}`;
  const passages = passagesOf(`# Boxes\n\n${entry('open', 4)}\n\n${entry('shut', 4)}\n\n${entry('lift', 30)}`);
  const [open, shut] = passages;
  expect([open?.kind, shut?.kind]).toEqual(['table', 'table']);
  expect([open?.headings, shut?.headings]).toEqual([['open'], ['shut']]);
  expect(open?.text).toMatch(
    /^Boxes: open\n\n[\s\S]*Opens open\.[\s\S]*\| lid \| open's lid \|[\s\S]*### Returns\n\n\S/,
  );
  expect(open?.text).not.toContain('shut');
  expect(shut?.text).toContain('Opens shut.');
  // One that fits no passage is cut, and its table says of what it is.
  expect(passages.filter(({ kind }) => kind === 'table').at(-1)?.text).toMatch(/^Boxes: lift > Parameters\n\n\|/);
});

it('calls the later parts of a long list by the line that introduces it', () => {
  const items = Array.from({ length: 60 }, (_, nth) => `- Box ${nth} holds ropes, lids and two small bells.`).join(
    '\n',
  );
  const passages = passagesOf(`## Stock\n\nWhat **every** [box](b.md) holds:\n\n${items}\n\n## Ropes\n\n${prose(4)}`);
  expect(passages.map(({ headings }) => headings.join(' > '))).toEqual([
    'Stock',
    ...Array.from({ length: passages.length - 2 }, () => 'Stock > What every box holds'),
    'Ropes',
  ]);
  expect(passages.length).toBeGreaterThan(3);
});

it('keeps an entry that begins with a declaration in one passage, in code or in a table of one row', () => {
  const code = passagesOf(
    `# Boxes\n\n## Box.open\n\n### Declaration\n\n\`\`\`c\nvoid box_open (Box* box);\n\`\`\`\n\n### Description\n\n${prose(7)}\n\n### Return value\n\nNothing.\n\n## Others\n\n${prose(4)}`,
  );
  expect(code.map(({ headings }) => headings)).toEqual([['Box.open'], ['Others']]);
  expect(code[0]?.text).toMatch(/Declaration[\s\S]*Description[\s\S]*Nothing\.$/);
  const row = '| type | default |\n| --- | --- |\n| word | none |';
  const settings = passagesOf(
    `# Boxes\n\n## Lid\n\n${row}\n\n${prose(6)}\n\n${prose(2, 20)}\n\n## Rope\n\n${row}\n\n${prose(40)}\n\n## Bell\n\n${row}\n\nRings.`,
  );
  expect(settings[0]).toMatchObject({ kind: 'table', headings: ['Lid'] });
  expect(settings[0]?.text).toContain(`${row}\n\n${prose(6)}\n\n${prose(2, 20)}`);
  // What fits no passage is cut behind the table.
  expect(settings[1]?.text).toBe(`Boxes: Rope\n\n${row}`);
  // A table alone on its page is what its section is about.
  expect(passagesOf(`# Boxes\n\n## Lid\n\n${row}\n\n${prose(6)}`).map(({ kind }) => kind)).toEqual(['table', 'text']);
});

it('takes no heading for a part of the page that is its title with other signs', () => {
  expect(passagesOf(`# "Boxes."\n\n## Lids\n\n${prose(5)}`).map(({ headings }) => headings)).toEqual([['Lids']]);
});
