import { expect, it } from 'vitest';
import { extractWholeHtml } from '../html.ts';

const read = (body: string) => extractWholeHtml(`<h2>seal</h2>${body}<p>Seals a box.</p>`).markdown;

it('writes the arguments of a call in its line, with commas', () => {
  expect(
    read(
      '<div class="args"><span>(</span><ul>\n<li> <code>box</code>\n</li>\n<li>\n<code>wax</code> </li></ul><span>)</span></div>',
    ),
  ).toContain('(`box`, `wax`)\n');
});

it('writes a call among the arguments of another, whose commas are written', () => {
  expect(
    read(
      '<section>int <b>seal</b>(<wbr><ol><li>Box box, </li><li>bool test(<ol><li>Box one, </li><li>Box other</li></ol>)</li></ol>)</section>',
    ),
  ).toContain('int **seal**(Box box, bool test(Box one, Box other))');
});

it('keeps a list that no brackets stand around', () => {
  expect(read('<p>It needs (in this order)</p><ul><li>a box</li><li>wax</li></ul>')).toContain('- a box\n- wax');
});
