import { expect, it } from 'vitest';
import { extractHtmlText, extractWholeHtml } from './html.ts';

const paragraph = (n: number) =>
  `<p>Harbour rule ${n} says that the boat which comes in has the right of way, whatever the tide is, and that the boat which leaves waits outside of the channel until the light is white again.</p>`;
const rules = (from: number, count: number) => Array.from({ length: count }, (_, n) => paragraph(from + n)).join('\n');
const pageOf = (body: string) =>
  `<html><head><title>Rules</title></head><body><div class="content"><h1>Rules</h1>${body}</div></body></html>`;
const page = (body: string) => extractWholeHtml(pageOf(body));

it('reads all of a page whose lists without items are never closed', () => {
  const { markdown } = extractHtmlText(
    pageOf(
      `${rules(0, 30)}<ol> 1) A <b>gate</b>;<ol> 2) a <i>lamp</i>; and<ol> 3) a keeper. </ol>${rules(30, 60)}<h2>Later</h2>${rules(90, 60)}</ol></ol>`,
    ),
  );
  for (let n = 0; n < 150; n++) expect(markdown).toContain(`Harbour rule ${n} says`);
  expect(page('<ol> 1) A <b>gate</b>;<ol> 2) a <i>lamp</i>.<p>Later.</p></ol></ol>').markdown).toBe(
    '# Rules\n\n1\\) A **gate**;\n\n2\\) a *lamp*.\n\nLater.',
  );
  expect(markdown).toContain('\n\n## Later\n\nHarbour rule 90');
});

it('keeps the items of a list that holds a heading, and what is below it', () => {
  const { markdown } = page(
    `<ul><li>A boat needs a lamp in the dark.</li><li>A raft needs none of them.</li><h2>Later</h2>${rules(0, 3)}<li>A ship needs two of them.</li></ul>`,
  );
  expect(markdown).toContain('- A raft needs none of them.\n\n## Later\n\nHarbour rule 0');
  expect(markdown).toContain('\n\n- A ship needs two');
});

it('leaves a list of items as it is, whatever stands around them', () => {
  const { markdown } = page(
    `${rules(0, 3)}<ul><div><li>A boat needs a lamp in the dark.</li></div><p>Or two.</p></ul><ol><li>One</li><ol><li>Inner</li></ol></ol>`,
  );
  expect(markdown).toContain('- A boat needs a lamp');
  expect(markdown).toMatch(/1\. One\n\s*1\. Inner/);
});
