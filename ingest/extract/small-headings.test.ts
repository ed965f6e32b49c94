import { expect, it } from 'vitest';
import { extractHtmlText } from './html.ts';

const sentence = (n: number) =>
  `Part ${n} of a box is moved by itself, and the box is drawn again when all of its parts have come to rest.`;
const page = (body: string, title = 'Boxes') =>
  extractHtmlText(`<html><head><title>${title}</title></head><body>${body}</body></html>`);

it('parts a bold line from its text where a page writes its small headings so', () => {
  const head = (name: string, n: number) => `<p><strong>${name}</strong><br>${sentence(n)}</p>`;
  const { markdown } = page(`<h3>3.2 open</h3>${head('Description', 1)}${head('Returns', 2)}<p>${sentence(3)}</p>`);
  expect(markdown).toContain(`**Description**\n\n${sentence(1)}\n\n**Returns**\n\n${sentence(2)}`);
  const once = page(`<h3>3.2 open</h3><p><b>Ann Lee</b><br>${sentence(1)}</p><p>${sentence(2)}</p>`).markdown;
  expect(once).toContain(`**Ann Lee** ${sentence(1)}`);
});

it("takes an author's name on a title page for no heading, and one in the text for a heading", () => {
  const body = `<h2>Lids</h2><p>${sentence(1)}</p>`;
  const author = '<div class="titlepage"><h1>Boxes</h1><div class="author"><h3 class="author">Ann Lee</h3></div></div>';
  expect(page(`${author}<p>${sentence(0)}</p>${body}`).markdown).toContain('\n\nAnn Lee\n\n');
  expect(page(`<h1>Boxes</h1>${body}<h3 class="author">Ann Lee</h3><p>${sentence(2)}</p>`).markdown).toContain(
    '### Ann Lee',
  );
});

it("has the name that Doxygen gives a page as the page's first heading, whatever the site is called", () => {
  const { markdown, title } = page(
    `<div class="header"><div class="headertitle"><div class="title">Box Class Reference</div></div></div><div class="contents"><p>${sentence(0)}</p><h2>Lids</h2><p>${sentence(1)}</p></div>`,
    'The Box Kit',
  );
  expect(markdown).toMatch(/^# Box Class Reference\n/);
  expect(title).toBe('Box Class Reference');
});

it('keeps the labels and tables between the code of a manual on one page', () => {
  const section = (n: number) =>
    `<h2 id="s${n}">move${n}</h2><p>${sentence(n)}</p><p><strong>Definition:</strong></p><pre>(move${n} box_id)</pre><p><strong>Where:</strong></p><table><tbody><tr><td>move${n}</td><td>The keyword.</td></tr><tr><td>box_id</td><td>A box.</td></tr></tbody></table><p><strong>Example:</strong></p><pre>(move${n} lid)</pre>`;
  const sections = Array.from({ length: 15 }, (_, n) => section(n)).join('');
  const { markdown, tables } = page(
    `<h1>Boxes</h1><ul><li><a href="#s0">move0</a></li><li><a href="#s1">move1</a></li></ul>${sections}`,
  );
  for (const label of ['Definition', 'Where', 'Example'])
    expect(markdown.match(new RegExp(`^\\*\\*${label}:\\*\\*$`, 'gm'))?.length).toBeGreaterThanOrEqual(14);
  expect(tables).toHaveLength(15);
});
