import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const paragraph = (n: number) =>
  `<p>Harbour rule ${n} says that the boat which comes in has the right of way, whatever the tide is, and that the boat which leaves waits outside of the channel until the light is white again. Whoever breaks it pays.</p>`;
const rules = (from: number, count: number) => Array.from({ length: count }, (_, n) => paragraph(from + n)).join('\n');
const read = (body: string) =>
  extractHtmlText(
    `<html><head><title>Rules | Harbour</title></head><body><div class="top"><a href="/">Home</a> <a href="b">Fleet</a></div><div class="wrap"><h1>Rules</h1>${body}</div><div class="book-navigation"><a href="x.html">Previous page</a> <a href="y.html">Next page</a></div><div class="footer"><p>The harbour office is open on all days of the week, and it keeps the boats that nobody asks for.</p></div></body></html>`,
  ).markdown;
const numbers = (markdown: string) => markdown.match(/Harbour rule \d+ says/g)?.length;

it('reads all of a very long text that stands beside a short one', () => {
  const markdown = read(`${rules(0, 10)}<div>${rules(10, 150)}<h2>Later</h2><p>Ask.</p>${rules(160, 150)}</div>`);
  expect(numbers(markdown)).toBe(310);
  expect(markdown).toContain('## Later\n\nAsk.');
  expect(markdown).not.toMatch(/Fleet|Next page|harbour office/);
});

it('reads all of one whose sections are parts of their own', () => {
  const sections = Array.from(
    { length: 150 },
    (_, n) => `<div class="s${n}"><h2>Part ${n}.</h2>${rules(n * 5, 5)}</div>`,
  );
  const markdown = read(sections.join(''));
  expect(numbers(markdown)).toBe(750);
  expect(markdown.match(/^## Part/gm)).toHaveLength(150);
  expect(markdown).not.toMatch(/Fleet|Next page|harbour office/);
});
