import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractMarkdownText } from '../extract/markdown/markdown.ts';
import { type ChunkInput, chunkDocument } from './chunk.ts';
import { countWords } from './words.ts';

const document = (text: string, more: Partial<ChunkInput> = {}): ChunkInput => ({
  id: 'd',
  title: 'Handbook',
  text,
  scopes: ['everyone'],
  ...more,
});
const sentence = (n: number) => `Rule ${n} says that every person in team ${n} writes down what they decided. `;
const paragraph = (sentences: number, from = 0) =>
  Array.from({ length: sentences }, (_, i) => sentence(from + i))
    .join('')
    .trim();
const chunkMarkdown = (markdown: string, more: Partial<ChunkInput> = {}) => {
  const page = extractMarkdownText(markdown, { url: more.url });
  return chunkDocument(document(page.markdown, more), { tables: page.tables });
};

/** What a passage must have: nothing but punctuation is no passage. */
const WORD = /[\p{L}\p{N}]|[^\P{S}`]/u;

describe('chunkDocument', () => {
  it('keeps a short text whole, whatever its paragraphs', () => {
    const text = [paragraph(5), paragraph(5, 5), paragraph(5, 10)].join('\n\n');
    const { passages } = chunkDocument(document(text), { format: 'text' });
    expect(passages.map((passage) => [passage.id, passage.text])).toEqual([['d#0', text]]);
  });

  it('cuts at headings and knows the path to each passage', () => {
    const { passages } = chunkMarkdown(
      `# Handbook\n\n${paragraph(6)}\n\n## Leave\n\n${paragraph(6)}\n\n### Abroad\n\n${paragraph(6)}\n\n## Pay\n\n${paragraph(6)}`,
    );
    expect(passages.map((passage) => passage.headings)).toEqual([[], ['Leave'], ['Leave', 'Abroad'], ['Pay']]);
    expect(passages[2]!.text).toMatch(/^### Abroad\n/);
  });

  it('takes no long paragraph above a rule for a heading', () => {
    const { passages } = chunkDocument(document(`Trip\n----\n\n${paragraph(4)}\n--\n\n${paragraph(80)}`), {
      format: 'markdown',
    });
    expect(new Set(passages.flatMap(({ headings }) => headings))).toEqual(new Set(['Trip']));
  });

  it("makes no passage of a table's caption alone, which the table's passages begin with", () => {
    const table = '| Boat | Fee |\n| --- | --- |\n| Dinghy | 4 |\n| Sloop | 12 |';
    const tablesOf = (caption: string, above: string) => {
      const markdown = `## Prices\n\n${above}\n\n${table}\n`;
      const [draft] = extractMarkdownText(markdown, {}).tables;
      return chunkDocument(document(markdown), { tables: [{ ...draft!, caption }] }).passages;
    };
    const caption = 'Harbour fees 2026';
    for (const above of [caption, `*${caption}*`])
      expect(tablesOf(caption, above)).toMatchObject([{ kind: 'table', text: expect.stringContaining(caption) }]);
    expect(tablesOf(caption, `${caption}, by night`)).toMatchObject([
      { kind: 'table', text: expect.stringMatching(/by night\n\n\| Boat/) },
    ]);
    expect(tablesOf('', caption)).toMatchObject([
      { kind: 'table', text: expect.stringMatching(/fees 2026\n\n\| Boat/) },
    ]);
  });

  it('joins sections too short to stand alone', () => {
    const { passages } = chunkMarkdown(
      '## Leave\n\n### Days\n\nYou get 25 days.\n\n### Carry over\n\nFive days until March.',
    );
    expect(passages).toHaveLength(1);
    expect(passages[0]).toMatchObject({ headings: ['Leave'] });
  });

  it('cuts between short sections side by side, and before a longer one whatever its length', () => {
    const item = (name: string, words: number) => `### ${name}\n\n${'word '.repeat(words)}end.\n\n`;
    const { passages } = chunkMarkdown(
      `## Minutes\n\n${item('Budget', 25)}${item('Boat', 25)}${item('Date', 5)}${item('Rota', 60)}`,
    );
    expect(passages.map(({ headings }) => headings.at(-1))).toEqual(['Budget', 'Boat', 'Date', 'Rota']);
  });

  it("joins the line below a page's title with its first section, though their headings have one level", () => {
    const body = `The box is opened with a key.\n\n## Synopsis\n\n${'word '.repeat(60)}end.\n\n## Options\n\n${'word '.repeat(60)}end.`;
    const headingsOf = (title: string) =>
      chunkMarkdown(`## open\n\n${body}`, { title }).passages.map(({ text }) => text.match(/^## .*$/gm)?.join());
    expect(headingsOf('open')).toEqual(['## open,## Synopsis', '## Options']);
    expect(headingsOf('Commands')).toEqual(['## open', '## Synopsis', '## Options']);
  });

  it('leaves what is short below a heading with it, and not with the section that comes next', () => {
    const part = (name: string) =>
      `### ${name}\n\n${paragraph(4)}\n\n#### Parameters\n\nwidget, a window\n\n#### Returns\n\nthe width\n\n`;
    const { passages } = chunkMarkdown(`## Functions\n\n${part('get_width')}${part('get_height')}`);
    expect(passages.map(({ text }) => text.match(/^#+ .*$/gm))).toEqual([
      ['## Functions', '### get_width', '#### Parameters', '#### Returns'],
      ['### get_height', '#### Parameters', '#### Returns'],
    ]);
    expect(passages[1]?.headings).toEqual(['Functions', 'get_height']);
  });

  it('does not cut a section to fill up the short one before it', () => {
    const { passages } = chunkMarkdown(`## Short\n\n${paragraph(3)}\n\n## Long\n\n${paragraph(9)}\n\n${paragraph(8)}`);
    expect(passages.map(({ headings }) => headings)).toEqual([['Short'], ['Long']]);
  });

  it('cuts a long paragraph between sentences, near the target', () => {
    const { passages } = chunkDocument(document(paragraph(60)), { format: 'text' });
    expect(passages.length).toBeGreaterThan(3);
    for (const { text } of passages) {
      expect(text).toMatch(/^Rule .*decided\.$/s);
      expect(countWords(text)).toBeLessThanOrEqual(250);
    }
  });

  it('keeps lists and code whole where they fit, and cuts them between items where not', () => {
    const code = `\`\`\`sh\n${Array.from({ length: 60 }, (_, i) => `run --step ${i}`).join('\n\n')}\n\`\`\``;
    const list = Array.from({ length: 80 }, (_, i) => `- ${sentence(i).trim()}`).join('\n');
    const { passages } = chunkMarkdown(`## Steps\n\n${paragraph(4)}\n\n${code}\n\n## Rules\n\n${list}`);
    expect(passages.some(({ text }) => text.includes(code))).toBe(true);
    const pieces = passages.filter(({ headings }) => headings[0] === 'Rules');
    expect(pieces.length).toBeGreaterThan(3);
    for (const { text } of pieces) expect(text.replace('## Rules\n\n', '')).toMatch(/^- Rule/);
  });

  it('makes passages of kind table with the page name and headers, and takes the table out of the text', () => {
    const rows = Array.from({ length: 80 }, (_, i) => `| Region ${i} | ${i * 7} | [page](r${i}.html) |`).join('\n');
    const { passages, tables } = chunkMarkdown(
      `# Handbook\n\n## Sales\n\n${paragraph(5)}\n\n| Region | Units | See |\n| --- | --- | --- |\n${rows}\n\n${paragraph(5)}`,
      { url: 'https://h.example/a/' },
    );
    expect(tables).toMatchObject([{ id: 'd#table-0', headings: ['Sales'], types: [{}, { kind: 'number' }, {}] }]);
    const pieces = passages.filter(({ kind }) => kind === 'table');
    expect(pieces.length).toBeGreaterThan(1);
    for (const { text, tableId } of pieces) {
      expect(text).toMatch(/^Handbook: Sales \(rows \d+–\d+ of 80\)\n\n\| Region \| Units \| See \|\n/);
      expect(tableId).toBe('d#table-0');
    }
    expect(passages.filter(({ kind, text }) => kind === 'text' && text.includes('| Region'))).toEqual([]);
  });

  it('makes no passage of headings alone, unless there is nothing else', () => {
    const table = '| A | B |\n| - | - |\n| 1 | 2 |';
    expect(chunkMarkdown(`# Prices\n\n${table}\n\n## Later`).passages.map(({ kind }) => kind)).toEqual(['table']);
    expect(chunkMarkdown('# Prices\n\n## Later').passages).toHaveLength(1);
  });

  it('gives each passage its own links, resolved', () => {
    const { passages } = chunkMarkdown(`## A\n\n${paragraph(6)} See [leave](leave.html).\n\n## B\n\n${paragraph(6)}`, {
      url: 'https://h.example/a/',
    });
    expect(passages.map(({ links }) => links)).toEqual([
      [{ href: 'https://h.example/a/leave.html', text: 'leave' }],
      [],
    ]);
  });

  it('loses no word, overlaps nowhere, and its offsets point at its text', () => {
    const block = fc.oneof(
      fc.integer({ min: 1, max: 40 }).map((n) => paragraph(n)),
      fc
        .tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('Leave', 'Pay', 'Travel'))
        .map(([level, text]) => `${'#'.repeat(level)} ${text}`),
      fc.integer({ min: 1, max: 60 }).map((n) => Array.from({ length: n }, (_, i) => `- item ${i}`).join('\n')),
      fc.integer({ min: 1, max: 9 }).map((n) => `\`\`\`\n${'x y z\n'.repeat(n)}\`\`\``),
      fc.constant('> quoted\n> words'),
      fc.string({ maxLength: 200 }),
    );
    fc.assert(
      fc.property(
        fc.array(block, { minLength: 1, maxLength: 12 }),
        fc.constantFrom('markdown' as const, 'text' as const),
        (blocks, format) => {
          const input = document(blocks.join('\n\n').trim());
          const { passages } = chunkDocument(input, { format });
          let at = 0;
          for (const passage of passages) {
            expect(passage.text).toBe(input.text.slice(passage.start, passage.end));
            expect(passage.start).toBeGreaterThanOrEqual(at);
            // Link reference definitions are the one thing that Markdown itself does not show.
            if (format === 'text') expect(input.text.slice(at, passage.start)).not.toMatch(WORD);
            at = passage.end;
          }
          if (format === 'text') expect(input.text.slice(at)).not.toMatch(WORD);
        },
      ),
    );
  });

  it('keeps a line that introduces code with the code, and a term with its definition', () => {
    const words = (n: number) => `${'The page is read again when its bytes change. '.repeat(n)}`.trim();
    const text = `${words(16)}\n\nFor example, this reads a whole folder:\n\n\`\`\`sh\n${'parley ingest ./handbook --every 6h\n'.repeat(30)}\`\`\``;
    const { passages } = chunkDocument({ id: 'a', title: 'Sync', text, scopes: ['everyone'] });
    expect(passages.map((passage) => passage.text.slice(0, 20))).toEqual([
      'The page is read aga',
      'For example, this re',
    ]);
    expect(passages[1]?.text).toContain('parley ingest');
  });

  it('leaves the heading of a table to the table', () => {
    const table = '| Day | Hall |\n| --- | --- |\n| Monday | Small hall |';
    const text = `# Concerts\n\nThe season opens in May.\n\n## Programme\n\n${table}`;
    const start = text.indexOf(table);
    const draft = {
      caption: '',
      headings: ['Concerts', 'Programme'],
      columns: [['Day'], ['Hall']],
      rows: [['Monday', 'Small hall']],
      types: [],
      markdown: table,
      links: [],
      start,
      end: text.length,
    };
    const { passages } = chunkDocument({ id: 'a', title: 'Concerts', text, scopes: ['everyone'] }, { tables: [draft] });
    expect(passages.map((passage) => passage.text)[0]).toBe('# Concerts\n\nThe season opens in May.');
    expect(passages[1]).toMatchObject({ kind: 'table', headings: ['Programme'] });
  });
});

it('keeps a declaration in code with the explanation that is set in below it', () => {
  const part = (n: number) =>
    `\`\`\`\nval open_${n} : string -> gate\n\`\`\`\n\n> ${'Opens the gate for a boat and tells the watch of it. '.repeat(2 + (n % 3))}\n\n`;
  const text = Array.from({ length: 30 }, (_, n) => part(n)).join('');
  const { passages } = chunkDocument({
    id: 'd',
    title: 'Gate',
    text,
    scopes: ['everyone'],
    url: undefined,
    updatedAt: undefined,
  });
  expect(passages.length).toBeGreaterThan(2);
  for (const { text: passage } of passages) {
    expect(passage).toMatch(/^```/);
    expect(passage).not.toMatch(/```$/);
  }
});

describe('what belongs together', () => {
  it('puts the line that introduces a table into its first passage, and not at the end of the text above', () => {
    const table = '| Boat | Fee |\n| --- | --- |\n| Dinghy | 4 |\n| Sloop | 12 |';
    const intro = 'Boats up to the length that is written on the board beside the gate, and no longer, pay these fees:';
    const { passages } = chunkMarkdown(`## Prices\n\n${paragraph(5)}\n\n${intro}\n\n${table}\n`);
    expect(passages.map(({ kind, text }) => [kind, text.includes(intro.slice(0, -1))])).toEqual([
      ['text', false],
      ['table', true],
    ]);
    expect(passages[1]?.text).toContain('| Dinghy | 4 |');
    const below = chunkMarkdown(`## Fees\n\n${paragraph(4)}\n\n### By day\n\n${intro}\n\n${table}\n`).passages;
    expect(below.map(({ text }) => text.includes('### By day'))).toEqual([false, false]);
    const { passages: said } = chunkMarkdown(`## Prices\n\n${paragraph(5)}\n\nChildren sail free.\n\n${table}\n`);
    expect(said[0]?.text).toMatch(/Children sail free\.$/);
  });

  it('keeps the last sentence of a long paragraph with the list that it introduces', () => {
    const intro = 'Ten kinds of boat may moor at the quay:';
    const list = Array.from({ length: 10 }, (_, i) => `- ${sentence(i).trim()}`).join('\n');
    const { passages } = chunkMarkdown(`## Quay\n\n${paragraph(10)} ${intro}\n\n${list}`);
    expect(passages.map(({ text }) => text.includes(intro))).toEqual([false, true]);
    expect(passages[1]?.text.startsWith(intro)).toBe(true);
  });

  it('keeps a sentence that goes on below a formula with it', () => {
    const { passages } = chunkMarkdown(
      `## Speed\n\n${paragraph(13)}\n\n- v = k * s\n\nwhere k is the constant of the boat.\n\n${paragraph(9)}`,
    );
    const of = (words: string) => passages.findIndex(({ text }) => text.includes(words));
    expect(of('where k')).toBe(of('v = k'));
  });

  it('does not join the rest of a section with the next section', () => {
    const table = '| Boat | Fee |\n| --- | --- |\n| Dinghy | 4 |\n| Sloop | 12 |';
    const { passages } = chunkMarkdown(
      `## One\n\n${paragraph(5)}\n\n${table}\n\nAsk at the gate, which is open from seven to seven.\n\nOr ask the harbour master, who is there on all other days.\n\n## Two\n\nShort.\n\n## Three\n\n${paragraph(6)}`,
    );
    expect(passages.find(({ text }) => text.startsWith('Ask'))).toMatchObject({
      text: 'Ask at the gate, which is open from seven to seven.\n\nOr ask the harbour master, who is there on all other days.',
      headings: ['One'],
    });
  });

  it('cuts text whose paragraphs begin with a line that is set in before such a line', () => {
    const lines = (n: number) =>
      `\tRule ${n} begins here and goes\non in this line, which says that every person in the\nteam writes down what they decided, and when they\ndid so, and who was asked before it was done`;
    const { passages } = chunkDocument(document(Array.from({ length: 12 }, (_, n) => lines(n)).join('\n')), {
      format: 'text',
    });
    expect(passages.length).toBeGreaterThan(1);
    for (const { text } of passages) expect(text.trim()).toMatch(/^Rule \d+ begins/);
  });

  it('cuts a long item before a paragraph or a term inside of it, never behind a term', () => {
    const meaning = (n: number) => `  **\`-${n}\`**\n\n  ${paragraph(4, n * 4)}`;
    const { passages } = chunkMarkdown(
      `## Flags\n\n- flags\n\n${Array.from({ length: 9 }, (_, n) => meaning(n)).join('\n\n')}`,
    );
    expect(passages.length).toBeGreaterThan(2);
    for (const [nth, { text }] of passages.entries())
      expect(text).toMatch(nth === 0 ? /^## Flags\n\n- flags\n\n {2}\*\*/ : /^\*\*`-\d`\*\*/);
  });

  it('joins the last section of a few words with the passage before it', () => {
    const { passages } = chunkMarkdown(`# Handbook\n\n${paragraph(6)}\n\n## Exceptions\n\n(none)`);
    expect(passages).toHaveLength(1);
    const { passages: apart } = chunkMarkdown(`## Rules\n\n${paragraph(6)}\n\n## Exceptions\n\n(none)`);
    expect(apart).toHaveLength(2);
  });

  it('writes the rows of a table with more columns than a passage holds as lists, and loses no cell', () => {
    const names = Array.from({ length: 90 }, (_, i) => `Long name of column ${i}`);
    const rows = Array.from({ length: 4 }, (_, row) => names.map((_, i) => (i % 3 === 0 ? '' : `cell ${row}x${i}`)));
    const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
    const { passages } = chunkMarkdown(`## Wide\n\n${[names, names.map(() => '---'), ...rows].map(line).join('\n')}\n`);
    const text = passages.map((passage) => passage.text).join('\n');
    for (const cell of rows.flat()) expect(text).toContain(cell);
    expect(text).toContain('Long name of column 88: cell 3x88');
    for (const passage of passages) expect(passage.text.length).toBeLessThanOrEqual(1800);
  });
});
