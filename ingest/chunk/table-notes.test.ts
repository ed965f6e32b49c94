import { expect, it } from 'vitest';
import { extractHtml } from '../extract/html.ts';
import { chunkDocument } from './chunk.ts';

const sentence = (n: number) =>
  `Part ${n} of a box is moved by itself, and the box is drawn again when all of its parts have come to rest.`;
const note = (mark: string, text: string) =>
  `<aside class="footnote brackets" role="doc-footnote"><span class="label"><span class="fn-bracket">[</span>${mark}<span class="fn-bracket">]</span></span><span class="backrefs">(<a href="#a">1</a>,<a href="#b">2</a>)</span><p>${text}</p></aside>`;
const passages = (below: string) => {
  const table =
    '<table><thead><tr><th>Box</th><th>Opens after</th></tr></thead><tbody><tr><td>oak</td><td>9 s [1]</td></tr><tr><td>tin</td><td>4 s [2]</td></tr></tbody></table>';
  const { title, markdown, tables } = extractHtml(
    Buffer.from(
      `<html><head><title>Boxes</title></head><body><h1>Boxes</h1><p>${sentence(1)}</p><h2>Times</h2><p>${sentence(2)}</p>${table}${below}</body></html>`,
    ),
  );
  return chunkDocument({ id: 'd', title, text: markdown, scopes: [] }, { tables }).passages;
};

it('keeps the notes to the marks of a table with it, each behind its mark', () => {
  // The second is a paragraph, as most generators write it.
  const notes = `${note('1', `Counted from the first turn of the key. ${sentence(3)}`)}<p>[2] Without a lid. ${sentence(4)}</p>`;
  const own = passages(`${notes}<p>${sentence(5)}</p>`).find(({ kind }) => kind === 'table');
  expect(own?.text).toContain('[1] Counted from the first turn');
  expect(own?.text).toContain('[2] Without a lid.');
  expect(own?.text).not.toContain('Part 5');
});

it('leaves notes to other marks, and text that begins otherwise, below the table', () => {
  const below = `<p>[7] ${sentence(6)} ${sentence(7)}</p>`;
  const own = passages(below).find(({ kind }) => kind === 'table');
  expect(own?.text).not.toContain('Part 6');
});
