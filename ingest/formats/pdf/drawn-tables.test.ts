import { describe, expect, it } from 'vitest';
import { readerFor } from '../../sandbox/index.ts';

const read = async (name: string, lines: readonly string[]) =>
  readerFor({ name })!(new TextEncoder().encode(`${lines.join('\n')}\n`));

describe('tables of reStructuredText', () => {
  const tables = async (...lines: string[]) => {
    const page = await read('a.rst', ['Rates', '=====', '', 'Before it.', '', ...lines, '', 'After it.']);
    expect(page.markdown).toContain('Before it.');
    expect(page.markdown).toContain('After it.');
    return page.tables.map(({ columns, rows }) => [columns.map((path) => path.join(' / ')), ...rows]);
  };

  it('simple ones: rows that go on, empty first cells, paragraphs in a cell', async () => {
    expect(
      await tables(
        '=====  =====',
        'Name   Price',
        '=====  =====',
        'Saw    12 EUR',
        '       a day',
        '\\      9 EUR at night',
        'Axe    in two',
        '',
        '       parts',
        '=====  =====',
      ),
    ).toEqual([
      [
        ['Name', 'Price'],
        ['Saw', '12 EUR a day'],
        ['', '9 EUR at night'],
        ['Axe', 'in two parts'],
      ],
    ]);
  });

  it('simple ones whose names span columns, and without names', async () => {
    expect(
      await tables(
        '=====  =====  ======',
        '   Inputs     Output',
        '------------  ------',
        '  A      B    A or B',
        '=====  =====  ======',
        'False  True   True',
        '=====  =====  ======',
        '',
        '===  ===',
        'yes  1',
        'no   0',
        '===  ===',
      ),
    ).toEqual([
      [
        ['Inputs A', 'Inputs B', 'Output A or B'],
        ['False', 'True', 'True'],
      ],
      [
        ['', ''],
        ['yes', '1'],
        ['no', '0'],
      ],
    ]);
  });

  it('grids with cells over columns and rows, and letters of double width', async () => {
    const [spans, wide] = await tables(
      '+------------------------+------------+---------------------+',
      '| Header row, column 1   | Header 2   | Header 3            |',
      '| (header rows optional) |            |                     |',
      '+========================+============+=====================+',
      '| body row 1             | Cells may span columns.          |',
      '+------------------------+------------+---------------------+',
      '| body row 2             | Cells may  | Table               |',
      '+------------------------+ span rows. | cells               |',
      '| body row 3             |            |                     |',
      '+------------------------+------------+---------------------+',
      '',
      '+------+------+',
      '| 名前 | 価格 |',
      '+======+======+',
      '| C++  | 12   |',
      '+------+------+',
    );
    expect(spans).toEqual([
      ['Header row, column 1 (header rows optional)', 'Header 2', 'Header 3'],
      ['body row 1', 'Cells may span columns.', 'Cells may span columns.'],
      ['body row 2', 'Cells may span rows.', 'Table cells'],
      ['body row 3', 'Cells may span rows.', 'Table cells'],
    ]);
    expect(wide).toEqual([
      ['名前', '価格'],
      ['C++', '12'],
    ]);
  });

  it('those of directives', async () => {
    expect(
      await tables(
        '.. list-table:: Rates of the hall',
        '   :header-rows: 1',
        '',
        '   * - Name',
        '     - Price',
        '   * - Saw',
        '     - 12 a day,',
        '       8 at night',
        '   * - Axe',
        '     -',
        '',
        '.. csv-table:: Balance',
        '   :header: "Name", "Sum, in EUR"',
        '',
        '   "Ana, the first", 12',
      ),
    ).toEqual([
      [
        ['Name', 'Price'],
        ['Saw', '12 a day, 8 at night'],
        ['Axe', ''],
      ],
      [
        ['Name', 'Sum, in EUR'],
        ['Ana, the first', '12'],
      ],
    ]);
  });

  it('keeps as drawn what is broken off or stands in an example', async () => {
    const { markdown, tables: found } = await read('a.rst', [
      'Rates',
      '=====',
      '',
      'Write::',
      '',
      '    ===  ===',
      '    yes  1',
      '    ===  ===',
      '',
      '===  ===',
      'no   0',
    ]);
    expect(found).toEqual([]);
    expect(markdown).toContain('===  ===\nyes  1\n===  ===');
    expect(markdown).toContain('===  ===\nno   0');
  });
});

describe('tables of AsciiDoc', () => {
  const tables = async (...lines: string[]) =>
    (await read('a.adoc', ['= Guide', '', 'Before it.', '', ...lines])).tables.map(({ columns, rows }) => [
      columns.map((path) => path.join(' / ')),
      ...rows,
    ]);

  it('a cell a line, as many to a row as the columns that are stated', async () => {
    const rows = [
      ['Name', 'Price'],
      ['Saw', '12 EUR'],
      ['Axe', '15 EUR'],
    ];
    const cells = ['|===', '|Name', '|Price', '', '|Saw', '|12 EUR', '', '|Axe', '|15 EUR', '|==='];
    expect(await tables('[cols="1,2"]', ...cells)).toEqual([rows]);
    expect(await tables('[%header,cols=2*]', '.Rates', ...cells)).toEqual([rows]);
  });

  it('cells over columns and rows, repeated cells, and lists in a cell', async () => {
    expect(
      await tables(
        '[cols="1,1,2",options="header"]',
        '|===',
        '|A |B |C',
        '2+|both |c1',
        '.2+|tall |b2 |c2',
        '|b3 a|* open',
        '* close',
        '3*|same',
        '|===',
      ),
    ).toEqual([
      [
        ['A', 'B', 'C'],
        ['both', 'both', 'c1'],
        ['tall', 'b2', 'c2'],
        ['tall', 'b3', expect.stringMatching(/^\*? ?open.*close$/)],
        ['same', 'same', 'same'],
      ],
    ]);
  });

  it('CSV, and bars that are no borders', async () => {
    expect(await tables('[%header,format=csv]', '|===', 'Name,Price', '"Ana, first",12', '|===')).toEqual([
      [
        ['Name', 'Price'],
        ['Ana, first', '12'],
      ],
    ]);
    expect(await tables('|===', '|Sign|Use', '', '|a \\| b|either', '|===')).toEqual([
      [
        ['Sign', 'Use'],
        ['a | b', 'either'],
      ],
    ]);
  });

  it('reads a table of spans without end in bounded time and space', async () => {
    const page = await read('a.adoc', [
      '= Guide',
      '',
      'Before it.',
      '',
      '[cols="100*"]',
      '|===',
      ...Array.from({ length: 2000 }, (_, at) => `99999.99999+|cell ${at}`),
      '|===',
    ]);
    expect(page.tables[0]?.rows.length).toBeLessThanOrEqual(2000);
  });
});
