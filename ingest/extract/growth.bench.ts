import { cpuMs } from '../../bench/bench.ts';
import { readPdf } from '../formats/pdf/pdf.ts';
import { writePdf } from '../formats/testing/written-pdf.ts';
import { extractHtml } from './html.ts';
import { extractMarkdown } from './markdown/markdown.ts';

export const about =
  'growth: processor time of reading a page of 3,000 and of 12,000 of the same thing (links in a listing, rows, headings …), as a ratio: 4 is linear';

const COUNT = 3000;
const TIMES = 4;
/** Above this ratio a step is likely to be quadratic, which would give 16. */
const GOAL_RATIO = 6;

const sentence = (n: number) => `word${n % 97} of line ${n} says that the thing number ${n} is kept.`;
const each = (make: (n: number) => string) => (count: number) =>
  Array.from({ length: count }, (_, n) => make(n)).join('');
const within = (open: string, close: string, make: (n: number) => string) => (count: number) =>
  `${open}${each(make)(count)}${close}`;

/** Pages by what they hold many of. */
const PAGES: Readonly<Record<string, (count: number) => string>> = {
  'links in a listing': within('<pre>', '</pre>', (n) => `<a href="#x${n}">item_${n}</a> ${sentence(n)}\n`),
  'links in a paragraph': within('<p>', '</p>', (n) => `<a href="p${n}.html">link ${n}</a>, `),
  'links on lines': within('<div>', '</div>', (n) => `<a href="p${n}.html">link ${n}</a><br>`),
  lines: within('<div>', '</div>', (n) => `${sentence(n)}<br>`),
  'lines of a listing': within('<pre>', '</pre>', (n) => `${sentence(n)}\n`),
  paragraphs: each((n) => `<p>${sentence(n)}</p>`),
  'unclosed font elements': each((n) => `<font size=2>${sentence(n)}<p>`),
  headings: each((n) => `<h3>Heading ${n}</h3><p>${sentence(n)}</p>`),
  'bold headings': each((n) => `<p><b>Heading ${n}</b></p><p>${sentence(n)}</p>`),
  definitions: within('<dl>', '</dl>', (n) => `<dt>term ${n}</dt><dd>${sentence(n)}</dd>`),
  items: within('<ul>', '</ul>', (n) => `<li>${sentence(n)}</li>`),
  'unclosed items': within('<ul>', '</ul>', (n) => `<li>${sentence(n)}`),
  'unclosed lists': each((n) => `<ul><p>${sentence(n)}`),
  'lists in items': within('<ul>', '</ul>', (n) => `<li>${n}<ul><li>${sentence(n)}</li></ul></li>`),
  rows: within('<table>', '</table>', (n) => `<tr><td>${n}</td><td>${sentence(n)}</td></tr>`),
  tables: each((n) => `<table><tr><th>a</th><th>b</th></tr><tr><td>${n}</td><td>${sentence(n)}</td></tr></table>`),
  'tables in a cell': within('<table><tr><td>', '</table>', (n) => `<table><tr><td>${sentence(n)}</td></tr></table>`),
  listings: each((n) => `<pre>code ${n}\n  call(${n});</pre><p>${sentence(n)}</p>`),
  'divisions in divisions': (count) => `${'<div>'.repeat(count)}${sentence(1)}`,
  'open anchors': each((n) => `<a name="a${n}"><p>${sentence(n)}</p>`),
  rules: each((n) => `<hr><p>${sentence(n)}</p>`),
  'code in a paragraph': within('<p>', '</p>', (n) => `<tt>cmd${n}</tt> ${sentence(n)} `),
  posts: each((n) => `<article><h2><a href="x${n}">Post ${n}</a></h2><p>${sentence(n)}</p></article>`),
  details: each((n) => `<details><summary>Question ${n}?</summary><p>${sentence(n)}</p></details>`),
  pictures: each((n) => `<img src="a${n}.png" alt="picture ${n}"><p>${sentence(n)}</p>`),
};

/** The same in Markdown. */
const MARKDOWN: Readonly<Record<string, (count: number) => string>> = {
  'spaces in a line': (count) => `{/* note */} <b>bold</b>${' '.repeat(count * 8)}end`,
  'comments and spaces': (count) => `a${' '.repeat(count * 8)}b <!-- note -->${' '.repeat(count * 8)}<!-- end -->`,
  'runs of backticks and a comment': (count) => {
    const longest = Math.round(Math.sqrt(count * 8));
    return `<!-- a -->${Array.from({ length: longest }, (_, n) => `${'`'.repeat(longest - n)}a`).join('')}`;
  },
  'definitions that are comments': each((n) => `[c${n}]: # (note ${n})\n\n${sentence(n)}\n`),
  'runs of backticks': (count) => {
    const longest = Math.round(Math.sqrt(count * 8));
    return `<b>${Array.from({ length: longest }, (_, n) => `${'`'.repeat(longest - n)}a`).join('')}`;
  },
  'open fences': each((n) => `\`\`\`lang${n}\n<b>${sentence(n)}\n`),
  'places for links': each((n) => `<a id="k${n}"></a>${sentence(n)} `),
  'lines with double colons': each((n) => `key${n}:: one:: ${sentence(n)}\n`),
  'boxes without end': each((n) => `:::note\n${sentence(n)}\n`),
  'components without end': each((n) => `<Tab label="${n}">\n${sentence(n)}\n`),
  'tags of templates without end': each((n) => `{% highlight x${n} %}\n{{< ${sentence(n)}\n`),
  'tables without end': each(() => '<table>\n\n<tr><td>a</td></tr>\n\n'),
  'paragraphs in Markdown': each((n) => `${sentence(n)}\n\n`),
};

const SIZE = 8;
/** Pages of PDF by what they hold many of: words at their places, each line on the page below the one before it. */
const PDF_PAGES: Readonly<Record<string, (n: number) => string[]>> = {
  'rows of a PDF’s table': (n) => [`row ${n}`, `${n % 97}`, `${n % 89}`],
  'lines of a PDF with one gap': (n) => (n % 2 === 0 ? [`left ${n}`, sentence(n).slice(0, 40)] : [sentence(n)]),
};
/** Lines of one page. */
const PAGE_LINES = 1500;

const pdfOf = (make: (n: number) => string[], count: number): Uint8Array =>
  writePdf(
    Array.from({ length: Math.ceil(count / PAGE_LINES) }, (_, page) =>
      Array.from({ length: Math.min(PAGE_LINES, count) }, (_, line) =>
        make(page * PAGE_LINES + line).map((text, i) => ({
          text,
          x: 40 + 180 * i,
          y: 830 - (line * 820) / PAGE_LINES,
          size: SIZE,
          helvetica: true,
        })),
      ).flat(),
    ),
  );

/** Prints the processor time of both sizes, in milliseconds, and their ratio. */
export const run = async (): Promise<void> => {
  const page = (body: string) => Buffer.from(`<html><head><title>Growth</title></head><body>${body}</body></html>`);
  const timeOf = async (read: () => unknown): Promise<number> => {
    const before = cpuMs();
    await read();
    return cpuMs() - before;
  };
  const readers: [name: string, read: (count: number) => unknown][] = [
    ...Object.entries(PAGES).map(([name, make]): [string, (count: number) => unknown] => [
      name,
      (count) => extractHtml(page(make(count))),
    ]),
    ...Object.entries(MARKDOWN).map(([name, make]): [string, (count: number) => unknown] => [
      name,
      (count) => extractMarkdown(Buffer.from(`# Growth\n\n${make(count)}\n`)),
    ]),
  ];
  for (const [name, make] of Object.entries(PDF_PAGES)) {
    // The file is written before its reading is measured.
    const files = new Map([100, COUNT, COUNT * TIMES].map((count) => [count, pdfOf(make, count)]));
    readers.push([name, (count) => readPdf(files.get(count) ?? new Uint8Array(), {})]);
  }
  // Loads and compiles what every page needs.
  for (const [, read] of readers) await read(100);
  for (const [name, read] of readers) {
    const [few, many] = [await timeOf(() => read(COUNT)), await timeOf(() => read(COUNT * TIMES))];
    const ratio = many / few;
    console.log(
      `${name.padEnd(24)} ${few.toFixed(0).padStart(6)} and ${many.toFixed(0).padStart(6)} ms, ratio ${ratio.toFixed(1)}${ratio > GOAL_RATIO ? ` (goal: at most ${GOAL_RATIO})` : ''}`,
    );
  }
};
