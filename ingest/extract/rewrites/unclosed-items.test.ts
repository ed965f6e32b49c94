import { expect, it } from 'vitest';
import type { Element } from '../dom.ts';
import { extractWholeHtml } from '../html.ts';
import { readPage } from '../read-page.ts';

const paragraph = (n: number) =>
  `<p>Harbour rule ${n} says that the boat which comes in has the right of way, whatever the tide is, and that the boat which leaves waits outside of the channel until the light is white again.</p>`;
const rules = (from: number, count: number) => Array.from({ length: count }, (_, n) => paragraph(from + n)).join('\n');
const pageOf = (body: string) =>
  `<html><head><title>Rules</title></head><body><div class="content"><h1>Rules</h1>${body}</div></body></html>`;
const page = (body: string) => extractWholeHtml(pageOf(body));

it('reads what stands in lists without items, which are never closed, as parts of the page', () => {
  const { view } = readPage(
    pageOf(`${rules(0, 2)}<ol> 1) A <b>gate</b>;<ol> 2) a lamp. ${rules(2, 2)}<h2>Later</h2></ol>`),
  );
  const parents = view.blocks.map(({ element }) => element?.parent).filter((parent) => parent && 'attribs' in parent);
  expect(new Set(parents.map((parent) => (parent as Element).attribs.class))).toEqual(new Set(['content']));
  expect(page('<ol> 1) A <b>gate</b>;<ol> 2) a <i>lamp</i>.<p>Later.</p></ol></ol>').markdown).toBe(
    '# Rules\n\n1\\) A **gate**;\n\n2\\) a *lamp*.\n\nLater.',
  );
});

it('leaves a list of items as it is, whatever stands around them', () => {
  const { markdown } = page(
    `${rules(0, 3)}<ul><div><li>A boat needs a lamp in the dark.</li></div><p>Or two.</p></ul><ol><li>One</li><ol><li>Inner</li></ol></ol>`,
  );
  expect(markdown).toContain('- A boat needs a lamp');
  expect(markdown).toMatch(/1\. One\n\s*1\. Inner/);
});

it('opens thousands of lists inside one another, in the order of the page', () => {
  const { markdown } = page(Array.from({ length: 5000 }, (_, n) => `<ul><p>Rule ${n}.`).join(''));
  expect(markdown.match(/Rule \d+\./g)).toEqual(Array.from({ length: 5000 }, (_, n) => `Rule ${n}.`));
});
