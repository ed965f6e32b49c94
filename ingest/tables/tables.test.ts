import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tableMarkdown } from '../../core/tables/markdown.ts';
import { parseHtml } from '../extract/dom.ts';
import { gridTable } from './grid.ts';
import { htmlTables } from './html.ts';
import { readMarkdownTable } from './markdown.ts';

const tables = (html: string) => [
  ...htmlTables(parseHtml(html), (href) => new URL(href, 'https://h.example/a/').href).values(),
];

describe('HTML tables', () => {
  it('has no column in which no cell begins', () => {
    const [table] = tables(
      '<table><tr><th>Option</th><th colspan="3">Meaning</th></tr><tr><td>-g</td><td colspan="3">all details</td></tr><tr><td>-n</td><td colspan="3">none</td></tr></table>',
    );
    expect(table).toMatchObject({
      columns: [['Option'], ['Meaning']],
      rows: [
        ['-g', 'all details'],
        ['-n', 'none'],
      ],
    });
  });

  it('gives each column the path of its headers, over spans in both directions', () => {
    const [table] = tables(`<table><caption>Revenue</caption>
      <thead><tr><th rowspan="2">Region</th><th colspan="2">Revenue</th><th rowspan=2>Staff</th></tr><tr><th>2024</th><th>2025</th></tr></thead>
      <tbody><tr><th>North</th><td>$120</td><td>$180</td><td>4</td></tr><tr><th>South</th><td colspan=2>closed</td><td>2</td></tr></tbody>
      <tfoot><tr><td>Total</td><td>$120</td><td>$180</td><td>6</td></tr></tfoot></table>`);
    expect(table).toMatchObject({
      caption: 'Revenue',
      columns: [['Region'], ['Revenue', '2024'], ['Revenue', '2025'], ['Staff']],
      rows: [
        ['North', '$120', '$180', '4'],
        ['South', 'closed', 'closed', '2'],
        ['Total', '$120', '$180', '6'],
      ],
      types: [{ kind: 'text' }, { kind: 'text' }, { kind: 'text' }, { kind: 'number' }],
    });
  });

  it('carries a cell that spans rows down, and a row that spans the table as a column', () => {
    const [table] = tables(`<table><tr><th>Team</th><th>Name</th><th>Age</th></tr>
      <tr><td colspan=3>Engineering</td></tr><tr><td rowspan=2>Core</td><td>Ann</td><td>31</td></tr><tr><td>Bo</td><td>42</td></tr>
      <tr><td colspan=3>Sales</td></tr><tr><td>West</td><td>Cy</td><td>29</td></tr></table>`);
    expect(table).toMatchObject({
      columns: [[], ['Team'], ['Name'], ['Age']],
      rows: [
        ['Engineering', 'Core', 'Ann', '31'],
        ['Engineering', 'Core', 'Bo', '42'],
        ['Sales', 'West', 'Cy', '29'],
      ],
    });
  });

  it('gives the first group of rows its name where header cells divide the table', () => {
    const [table] = tables(`<table><tr><th>Part</th><th>Price</th></tr><tr><th colspan=2>Pumps</th></tr>
      <tr><td>A1</td><td>5</td></tr><tr><th colspan=2>Valves</th></tr><tr><td>A1</td><td>9</td></tr></table>`);
    expect(table).toMatchObject({
      caption: '',
      columns: [[], ['Part'], ['Price']],
      rows: [
        ['Pumps', 'A1', '5'],
        ['Valves', 'A1', '9'],
      ],
    });
  });

  it('keeps links and leaves footnote marks, scripts and hidden sort keys out', () => {
    const [table] = tables(`<table><tr><th>City</th><th>People</th></tr>
      <tr><td><a href="../bergen">Bergen</a><sup class=reference><a href="#cite-1">[1]</a></sup></td><td><span style="display:none">0061</span>61<script>x()</script></td></tr></table>`);
    expect(table).toMatchObject({
      rows: [['Bergen', '61']],
      markdown: '| City | People |\n| --- | --- |\n| [Bergen](https://h.example/bergen) | 61 |',
      links: [{ href: 'https://h.example/bergen', text: 'Bergen' }],
    });
  });

  it('keeps which row a nested table belongs to', () => {
    const [outer, ...more] = tables(`<table><tr><th>Depot</th><th>Stock</th></tr>
      <tr><td>Bergen</td><td><table><tr><th>Part</th><th>Count</th></tr><tr><td>bolt</td><td>40</td></tr><tr><td>nut</td><td>80</td></tr></table></td></tr>
      <tr><td>Oslo</td><td><table><tr><td>bolt</td><td>12</td></tr></table></td></tr></table>`);
    expect(outer).toMatchObject({
      columns: [['Depot'], ['Stock']],
      rows: [
        ['Bergen', 'Part: bolt, Count: 40; Part: nut, Count: 80'],
        ['Oslo', 'bolt, 12'],
      ],
    });
    expect(more.map(({ rows }) => rows)).toEqual([
      [
        ['bolt', '40'],
        ['nut', '80'],
      ],
    ]);
  });

  it('names a table in a page that is laid out as a table by the words beside it', () => {
    const found =
      tables(`<table><tr><td>Bergen</td><td><table><tr><th>Part</th><th>Count</th></tr><tr><td>bolt</td><td>40</td></tr></table></td></tr>
      <tr><td>Oslo</td><td><table><tr><th>Part</th><th>Count</th></tr><tr><td>bolt</td><td>12</td></tr></table></td></tr></table>`);
    expect(found.map(({ caption, rows }) => [caption, rows])).toEqual([
      ['Bergen', [['bolt', '40']]],
      ['Oslo', [['bolt', '12']]],
    ]);
  });

  it('reads an infobox of names and values', () => {
    const [table] = tables(
      '<table class="infobox"><tr><th colspan=2>Tern</th></tr><tr><th>Weight</th><td>3.2 kg</td></tr><tr><th>Range</th><td>40 km</td></tr></table>',
    );
    expect(table).toMatchObject({
      rows: [
        ['Weight', '3.2 kg'],
        ['Range', '40 km'],
      ],
    });
  });

  it('divides an infobox at its headings, not at its pictures', () => {
    const [table] = tables(
      '<table class="infobox"><caption>Tern</caption><tr><td colspan=2><img>A tern at sea</td></tr><tr><th>Weight</th><td>3.2 kg</td></tr><tr><th colspan=2>Use</th></tr><tr><th>Range</th><td>40 km</td></tr></table>',
    );
    expect(table?.rows).toEqual([
      ['', 'A tern at sea', ''],
      ['', 'Weight', '3.2 kg'],
      ['Use', 'Range', '40 km'],
    ]);
  });

  it('takes the caption from a figure', () => {
    const [table] = tables(
      '<figure><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table><figcaption>Table 1: Pairs</figcaption></figure>',
    );
    expect(table?.caption).toBe('Table 1: Pairs');
  });

  it.each([
    [
      'a page laid out in columns',
      `<table><tr><td>${'<p>Long running text of a page. </p>'.repeat(20)}</td><td><ul><li>Home</ul></td></tr></table>`,
    ],
    ['a table inside a layout table', '<table><tr><td><table><tr><td>a</td></tr></table></td><td>b</td></tr></table>'],
    [
      'what says that it is layout',
      '<table role=presentation><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>',
    ],
    [
      'a calendar',
      '<table class="ui-datepicker-calendar"><tr><th>Mo</th><th>Tu</th></tr><tr><td>1</td><td>2</td></tr></table>',
    ],
    ['navigation', '<nav><table><tr><th>a</th><th>b</th></tr><tr><td>c</td><td>d</td></tr></table></nav>'],
    ['an empty table', '<table><tr><th>A</th><th>B</th></tr><tr><td></td><td> </td></tr></table>'],
    ['one column', '<table><tr><td>a</td></tr><tr><td>b</td></tr></table>'],
  ])('leaves %s out', (_, html) => expect(tables(html)).toEqual([]));

  it('finds the data table inside a layout table', () => {
    const found = tables(
      `<table><tr><td>menu</td><td><p>Text.</p><table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2</td></tr></table></td></tr></table>`,
    );
    expect(found.map(({ rows }) => rows)).toEqual([[['1', '2']]]);
  });

  it('survives spans without sense', () => {
    const span = fc.constantFrom(
      '',
      'colspan=0',
      'colspan=9999999',
      'rowspan=0',
      'rowspan=9999999',
      'colspan=-3',
      'rowspan=x',
      'colspan=2 rowspan=2',
    );
    const cell = fc.tuple(fc.constantFrom('td', 'th'), span).map(([name, attribute]) => `<${name} ${attribute}>w`);
    const row = fc.array(cell, { maxLength: 6 }).map((cells) => `<tr>${cells.join('')}`);
    fc.assert(
      fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
        for (const table of tables(`<table><caption>c</caption>${rows.join('')}</table>`))
          for (const one of table.rows) expect(one).toHaveLength(table.columns.length);
      }),
    );
  });
});

describe('tables without a header', () => {
  it('does not take a row of values for names of columns, and leaves out the signs between names and values', () => {
    const row = (name: string, said: string) => `<tr><td>${name}</td><td>-</td><td>${said}</td></tr>`;
    const [table] = tables(
      `<table>${row('path', 'what to convert')}${row('base', 'where to start from')}${row('ec', 'what went wrong')}</table>`,
    );
    expect(table).toMatchObject({
      columns: [[], []],
      rows: [
        ['path', 'what to convert'],
        ['base', 'where to start from'],
        ['ec', 'what went wrong'],
      ],
    });
  });
});

describe('Markdown tables', () => {
  it('reads what it writes', () => {
    const word = fc.stringMatching(/^[a-z0-9|.,% -]{0,12}$/).map((text) => text.trim().replace(/\s+/g, ' '));
    const shape = fc.integer({ min: 1, max: 5 }).chain((width) =>
      fc.record({
        header: fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: width, maxLength: width }),
        rows: fc.array(fc.array(word, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      }),
    );
    fc.assert(
      fc.property(shape, ({ header, rows }) => {
        fc.pre(rows.some((row) => row.some((cell) => cell !== '')));
        const columns = header.map((name) => [name]);
        const read = readMarkdownTable(tableMarkdown({ columns, rows }));
        expect(read).toMatchObject({ columns, rows });
      }),
    );
  });

  it('reads header paths, links and code', () => {
    expect(readMarkdownTable('Days › 2025 | Key\n--- | :-:\n[20](a.md) | `a|b`')).toMatchObject({
      columns: [['Days', '2025'], ['Key']],
      rows: [['20', 'a|b']],
      links: [{ href: 'a.md', text: '20' }],
    });
  });
});

describe('grids', () => {
  it('takes the first row for the header only where it names columns', () => {
    expect(
      gridTable([
        ['Name', 'Age'],
        ['Ann', '31'],
      ])?.columns,
    ).toEqual([['Name'], ['Age']]);
    expect(
      gridTable([
        ['Ann', '31'],
        ['Bo', '42'],
      ])?.columns,
    ).toEqual([[], []]);
    expect(
      gridTable([
        ['Region', '2024', '2025'],
        ['North', '1', '2'],
      ])?.columns,
    ).toEqual([['Region'], ['2024'], ['2025']]);
  });
});

it('reads the text of a picture that fills a cell, and not the name of its file', () => {
  const row = (box: string, alt: string) => `<tr><td>${box}</td><td><img src="lid.png" alt="${alt}"></td></tr>`;
  const html = `<table><tr><th>Box</th><th>Lid</th></tr>${row('red', 'yes')}${row('blue', 'icons/no.png')}</table>`;
  expect([...htmlTables(parseHtml(html)).values()][0]?.rows).toEqual([
    ['red', 'yes'],
    ['blue', ''],
  ]);
});
