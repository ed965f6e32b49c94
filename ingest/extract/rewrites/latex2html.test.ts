import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>2 Boxes</title><meta name="Generator" content="LaTeX2HTML v2002-2-1"></head><body>${body}<hr></body></html>`,
  ).markdown;
const bar =
  '<b> Next: <a name="t58" href="node5.html">3 Lids</a> </b>\n<b>Up: <a href="boxes.html">Manual</a></b>\n<b> Previous: <a href="node3.html">1 What is a box</a> </b>\n<br><p>\n';
const list =
  '<a name="CHILD_LINKS"><strong>Subsections</strong></a>\n<ul><li><a href="node4.html#S1">2.1 Corners</a><ul><li><a href="node4.html#S2">2.1.1 Moving</a></ul><li><a href="node4.html#S3">2.2 Volume</a></ul>\n<!--End--><hr>';
const text =
  '<h1><a name="S0">2 Boxes</a></h1><p>A box has two corners, and what lies between them belongs to it, whatever the number of its dimensions is.</p><h2><a name="S1">2.1 Corners</a></h2><p>The corners of a box are given when it is made, and may be moved afterwards by hand, one at a time.</p>';

it('leaves out the list of the sections of a page with its label, and keeps it where a page has nothing else', () => {
  for (const before of ['', '<br><p>']) {
    const markdown = page(`${before}${list}${text}`);
    expect(markdown).not.toMatch(/Subsections|2\.1\.1/);
    expect(markdown).toContain('## 2.1 Corners\n\nThe corners');
  }
  const contents = page(`<h1>2 Boxes and what belongs to them</h1><p>${list.replaceAll('2.', 'Section 2.')}`);
  expect(contents).toContain('[Section 2.1 Corners](node4.html#S1)');
});

it('leaves out a run of links behind labels that say where they lead from here, and no sentence with such words', () => {
  const said =
    '<p>Next: <a href="a.html">paint the lid</a> and then <a href="b.html">close it</a>, as the manual of paints says.</p>';
  const markdown = page(`${bar}${text}${said}<div>Up: <a href="c.html">the stairs</a></div>`);
  expect(markdown).not.toMatch(/Previous|Manual|1 What/);
  expect(markdown).toContain('2.1 Corners');
  expect(markdown).toContain('Next: [paint the lid](a.html) and then');
  expect(markdown).toContain('Up: [the stairs](c.html)');
});

it('knows the list of the sections of a page also by an id', () => {
  expect(page(`${list.replace('name=', 'id=')}${text}`)).not.toMatch(/Subsections|2\.1\.1/);
});
