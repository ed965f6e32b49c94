import { expect, it } from 'vitest';
import { type Written, writePdf } from '../testing/written-pdf.ts';
import { readPdf } from './pdf.ts';

const prose = (text: string, y: number, x = 60): Written => ({ text, x, y, size: 10, times: true });
const heading = (text: string, y: number, { x = 60, size = 14 } = {}): Written => ({ text, x, y, size, times: true });
const code = (text: string, y: number, x = 60): Written => ({ text, x, y, size: 9 });
/** Enough running text for its size to be the body's. */
const paragraph = (y: number): Written[] =>
  [
    'The packages of one release are made together and',
    'are kept apart from those of the next until the day',
    'on which that one is said to be ready for everyone.',
  ].map((text, i) => prose(text, y - 12 * i));
const markdownOf = async (pages: Written[][]): Promise<string> => (await readPdf(writePdf(pages))).markdown;

it("reads a section's number that stands apart with its heading, over two lines, and a chapter with its number", async () => {
  const markdown = await markdownOf([
    [
      heading('Chapter 4', 760, { size: 18 }),
      heading('Compatibility', 720, { size: 22 }),
      ...paragraph(690),
      heading('4.1', 640),
      heading('What happens to my rows, if a new release', 640, { x: 110 }),
      heading('is made of it?', 622, { x: 110 }),
      ...paragraph(600),
      heading('A', 550),
      ...paragraph(530),
    ],
  ]);
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    '# Chapter 4 Compatibility',
    '## 4.1 What happens to my rows, if a new release is made of it?',
  ]);
});

it('reads numbered titles one below the other as headings, not as a table', async () => {
  const numbered = (number: string, title: string, y: number) => [heading(number, y), heading(title, y, { x: 110 })];
  const markdown = await markdownOf([
    [
      heading('Boxes', 780, { size: 22 }),
      ...paragraph(750),
      ...numbered('5', 'Commands of the program', 690),
      ...numbered('5.1', 'Opening the lid', 660),
      ...numbered('5.1.1', 'Names of it', 630),
      ...paragraph(600),
    ],
  ]);
  expect(markdown).not.toContain('|');
  for (const title of ['5 Commands of the program', '5.1 Opening the lid', '5.1.1 Names of it'])
    expect(markdown).toMatch(new RegExp(`^#+ ${title}$`, 'm'));
});

it('reads lines in a font of one width as code: its comments are no headings, its indentation stays', async () => {
  const markdown = await markdownOf([
    [
      ...paragraph(760),
      code('# apt-get source foo', 700),
      code('if true; then', 689),
      code('make', 678, 60 + 4 * 5.4),
      code('fi', 667),
      ...paragraph(640),
      prose('# is a mark that begins no heading here, for it is said in the text', 590),
    ],
  ]);
  expect(markdown).toContain('```\n# apt-get source foo\nif true; then\n    make\nfi\n```');
  expect(markdown.replace(/```[^`]*```/g, '')).not.toMatch(/^# /m);
});

it('leaves out running heads whose words follow the section, and lines of contents', async () => {
  const names = ['Getting it', 'Choosing one', 'Making it work', 'Keeping it', 'Asking others', 'Helping'];
  const contents = names.map((name, i) =>
    prose(`${i + 1}.1 ${name} . . . . . . . . . . . . . . ${i + 2}`, 700 - 14 * i),
  );
  const markdown = await markdownOf([
    [heading('Contents', 740), ...contents],
    ...names.map((name, i) => [
      prose(`CHAPTER ${i + 1}. ${name.toUpperCase()}`, 800),
      ...paragraph(740),
      prose(`The end of ${name}.`, 690 - 30 * i),
    ]),
  ]);
  expect(markdown).not.toMatch(/CHAPTER|\. \. \./);
  expect(markdown.match(/The end of/g)).toHaveLength(names.length);
});

it('keeps the title of each slide, at the same height in larger letters', async () => {
  const names = ['Where we are', 'What we sell', 'Who helps us', 'What comes next', 'Thank you all'];
  const markdown = await markdownOf(names.map((name) => [heading(name, 780, { size: 24 }), ...paragraph(700)]));
  for (const name of names) expect(markdown).toContain(`# ${name}`);
});

const note = (mark: string, text: string, y: number): Written[] => [
  { text: mark, x: 62, y: y + 3, size: 5, times: true },
  { text, x: 66, y, size: 8, times: true },
];

it('keeps notes at the foot of a page behind the sentence that goes on over the page break, with their marks', async () => {
  const markdown = await markdownOf([
    [
      ...paragraph(760),
      prose('The keys are kept by the porter', 700),
      { text: '1', x: 184, y: 704, size: 6, times: true },
      prose('and by those who come', 700, 192),
      prose('in before him; the deep store has 10', 688),
      { text: '3', x: 202, y: 692, size: 6, times: true },
      prose('boxes, and each of them', 688, 213),
      ...note('1', 'His room is beside the gate; the bell', 120),
      { text: 'is on its left.', x: 60, y: 110, size: 8, times: true },
      ...note('2', 'Nobody refers to this one.', 99),
    ],
    [prose('has its own key.', 760), prose('The day ends at nine.', 730)],
  ]);
  expect(markdown.split('\n\n').slice(1)).toEqual([
    'The keys are kept by the porter[1] and by those who come in before him; the deep store has 103 boxes, and each of them has its own key.',
    '[1] His room is beside the gate; the bell is on its left.',
    '[2] Nobody refers to this one.',
    'The day ends at nine.',
  ]);
});

it('keeps a note that goes on over the page break whole, and notes below a table in front of none of its rows', async () => {
  const row = (y: number, ...cells: string[]): Written[] => cells.map((text, i) => prose(text, y, 60 + 150 * i));
  const markdown = await markdownOf([
    [
      ...paragraph(760),
      ...row(700, 'Shelf', 'Part'),
      ...row(686, 'A7', 'valve'),
      ...note('1', 'Parts are counted in May and', 100),
    ],
    [...row(790, 'B2', 'pump'), ...paragraph(700), { text: 'again in October.', x: 60, y: 100, size: 8, times: true }],
  ]);
  expect(markdown).toMatch(
    /\| A7 \| valve \|\n\| B2 \| pump \|\n\n[^[]*\n\n\[1\] Parts are counted in May and again in October\.$/,
  );
});

it('takes the levels of headings from the bookmarks, also of a line that is not large, and leaves the first page above', async () => {
  const pages = [
    [heading('Boat manual', 700, { size: 24 }), heading('The boat people', 640, { size: 18 })],
    [
      prose('CHAPTER', 785),
      heading('ONE', 760),
      heading('MOORING', 730),
      ...paragraph(700),
      heading('1.1 Knots', 640),
      ...paragraph(620),
    ],
    [prose('Bowline', 760), ...paragraph(740), heading('TWO', 660), heading('SAILING', 630), ...paragraph(600)],
  ];
  const bookmarks = [
    {
      title: 'Mooring',
      page: 2,
      below: [{ title: 'Knots', page: 2, below: [{ title: 'Bowline', page: 3 }] }],
    },
    { title: 'Sailing', page: 3 },
  ];
  const headings = async (marks: typeof bookmarks) =>
    (await readPdf(writePdf(pages, marks))).markdown.match(/^#+ .*$/gm)?.slice(2);
  expect((await readPdf(writePdf(pages, bookmarks))).markdown).not.toContain('CHAPTER');
  expect(await headings(bookmarks)).toEqual(['# ONE MOORING', '## 1.1 Knots', '### Bowline', '# TWO SAILING']);
  // Bookmarks with other words than the pages say nothing of the levels.
  const others = Array.from({ length: 9 }, (_, i) => ({ title: `Photograph number ${i}`, page: 3 }));
  expect(await headings([...bookmarks, ...others])).toEqual(['### ONE MOORING', '### 1.1 Knots', '### TWO SAILING']);
});

it('leaves out what a listing says of the end of its page', async () => {
  const markdown = await markdownOf([
    [...paragraph(760), code('let one = 1', 100), prose('(continues on next page)', 80, 400)],
    [prose('(continued from previous page)', 780, 400), code('let two = 2', 760), ...paragraph(740)],
  ]);
  expect(markdown).toContain('let two = 2');
  expect(markdown).not.toMatch(/continue/);
});

it('takes the numbers of its lines off a listing, also off an empty line, and keeps it code', async () => {
  const lines = ['for (const one of all) {', '  show(one);', '', '}', 'close();'];
  const number = (text: string, y: number): Written => ({ text, x: 40, y, size: 7, times: true });
  const markdown = await markdownOf([
    [
      ...paragraph(760),
      ...lines.flatMap((line, i) => [
        number(`${i + 98}`, 700 - 11 * i),
        ...(line === '' ? [] : [code(line.trim(), 700 - 11 * i, 60 + 5.4 * (line.length - line.trimStart().length))]),
      ]),
      ...paragraph(640),
    ],
  ]);
  expect(markdown).toContain('```\nfor (const one of all) {\n  show(one);\n}\nclose();\n```');
  expect(markdown).not.toMatch(/\b(?:98|99|10\d)\b/);
});

it('knows numbered titles in letters of the text, but of another font, as headings below their chapter', async () => {
  const title = (text: string, y: number): Written => ({ text, x: 60, y, size: 10, helvetica: true });
  const section = (name: string, y: number) => [title(name, y), ...paragraph(y - 14)];
  const markdown = await markdownOf([
    [heading('3 The boats', 780), ...section('3.1 Hiring One', 750), ...section('3.2 Bringing It Back', 690)],
    [heading('4 The house', 780), ...section('4.1 Keys', 750), ...section('4.1.1 Spare Keys', 690)],
  ]);
  expect(markdown.match(/^#+ .*$/gm)).toEqual([
    '# 3 The boats',
    '## 3.1 Hiring One',
    '## 3.2 Bringing It Back',
    '# 4 The house',
    '## 4.1 Keys',
    '### 4.1.1 Spare Keys',
  ]);
});

it('knows numbered titles in letters of the text below the section that the bookmarks end with', async () => {
  const title = (text: string, y: number): Written => ({ text, x: 60, y, size: 10, helvetica: true });
  const names = ['1.2.1.1 hull: oak', '1.2.1.2 hull: steel', '1.2.1.3 sail: canvas'];
  const pages = [
    [
      heading('1.2.1 Parts', 760),
      ...names.flatMap((name, i) => [title(name, 720 - 70 * i), ...paragraph(706 - 70 * i)]),
    ],
    [heading('2 Prices', 760), title('1.2.1.4 hull: ash', 720), ...paragraph(706)],
  ];
  const bookmarks = [
    { title: '1.2.1 Parts', page: 1 },
    { title: '2 Prices', page: 2 },
  ];
  const { markdown } = await readPdf(writePdf(pages, bookmarks));
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# 1.2.1 Parts', ...names.map((name) => `## ${name}`), '# 2 Prices']);
});

it('begins a paragraph at a first line that is set in', async () => {
  const markdown = await markdownOf([
    [
      ...['The boats lie at the pier and are', 'taken in for the winter.'].map((text, i) => prose(text, 760 - 12 * i)),
      prose('Members may hire one', 736, 72),
      ...['for a day, if they say so', 'a week before.'].map((text, i) => prose(text, 724 - 12 * i)),
    ],
  ]);
  expect(markdown).toContain(
    'The boats lie at the pier and are taken in for the winter.\n\nMembers may hire one for a day, if they say so a week before.',
  );
});

it('takes the authors below the title for no heading of the text', async () => {
  const markdown = await markdownOf([
    [
      heading('Keeping Boats in Winter', 780, { size: 20 }),
      heading('Ann Berg, Bo Lind and Cy Holm', 750),
      heading('1 Introduction', 720),
      ...paragraph(700),
    ],
  ]);
  expect(markdown.match(/^#+ .*$/gm)).toEqual(['# Keeping Boats in Winter', '## 1 Introduction']);
  expect(markdown).toContain('Ann Berg, Bo Lind and Cy Holm');
});
