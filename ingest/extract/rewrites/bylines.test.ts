import { expect, it } from 'vitest';
import { readPage } from '../read-page.ts';

const page = (line: string, title = 'Expenses') => `<html><head><title>${title}</title></head><body>
<h1><span id="title-text">${title}</span></h1>${line}
<div id="main-content"><p>The mileage for your own car is 45 cents a kilometre for the first 5,000 kilometres.</p>
<p>Hand in receipts by the fifth of the month, and keep the originals for two years.</p></div></body></html>`;

const textOf = (html: string) =>
  readPage(html)
    .view.blocks.map(({ text }) => text)
    .join('\n');

it.each([
  [
    "<div class='page-metadata'>Created by <span class='author'>Ann Lee</span>, last modified by <span>Bo Li</span> on Jan 15, 2019</div>",
    '2019-01-15',
    'Ann Lee',
  ],
  [
    '<div id="foot"><ul><li>This page was last edited on 3 May 2021, at 14:02.</li></ul></div>',
    '2021-05-03',
    undefined,
  ],
  ['<div class="docInfo">plan.txt · Last modified: 2021/05/03 14:02 by ann</div>', '2021-05-03', undefined],
  ['<span class="theme-last-updated">Last updated on <b>May 3, 2021</b></span>', '2021-05-03', undefined],
])('reads when a page was changed, and takes the line out of its text: %s', (line, updated, author) => {
  const read = readPage(page(line));
  expect(read.metadata.updated).toMatch(new RegExp(`^${updated}`));
  expect(read.metadata.author).toBe(author);
  expect(textOf(page(line))).not.toMatch(/modified|edited|updated/i);
  expect(textOf(page(line))).toContain('mileage');
});

it('leaves sentences that speak of a change', () => {
  const sentence = 'The rate was last changed on 3 May 2021, when the board met in Porto and agreed on 45 cents.';
  expect(textOf(page(`<p>${sentence}</p>`))).toContain(sentence);
  expect(readPage(page(`<p>${sentence}</p>`)).metadata.updated).toBeUndefined();
});

it('takes the name of the space out of the title of an exported page', () => {
  expect(readPage(page('', 'Team handbook : Expenses : own car')).view.title).toBe('Expenses : own car');
});
