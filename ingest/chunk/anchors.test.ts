import { expect, it } from 'vitest';
import { extractWholeHtml } from '../extract/html.ts';
import { chunkDocument } from './chunk.ts';

const filler = (about: string) => `${`Each word here is about ${about} and stays with it. `.repeat(25)}`;
const html = `<title>Guide</title><h1>Guide</h1><p>${filler('the start')}</p>
<section id="install"><h2>Install</h2><p>${filler('installing')}</p>
<div class="caution" id="c1"><h3 class="title">Caution</h3><p>Never run it twice.</p></div><p>${filler('going on')}</p></section>
<h2><a name="limits"></a>Limits</h2><table><caption>Limits by plan</caption><tr><th>Plan</th><th>Seats</th></tr><tr><td>Small</td><td>5</td></tr></table>`;

const passages = (url?: string) => {
  const page = extractWholeHtml(html, { url });
  const document = { id: 'd', title: page.title, text: page.markdown, scopes: ['everyone'], url };
  return { page, passages: chunkDocument(document, { tables: page.tables, anchors: page.anchors }).passages };
};

it('a passage links to the nearest place above it that has a name', () => {
  const found = passages('https://docs.example/guide.html').passages;
  const linkOf = (words: string) => found.find(({ text }) => text.includes(words))?.url;
  expect(linkOf('the start')).toBe('https://docs.example/guide.html');
  expect(linkOf('about installing')).toBe('https://docs.example/guide.html#install');
  expect(found.find(({ kind }) => kind === 'table')?.url).toBe('https://docs.example/guide.html#limits');
  expect(passages().passages.every(({ url }) => url === undefined)).toBe(true);
});

it('the title of a box is no heading of what follows the box', () => {
  const { page, passages: found } = passages();
  expect(page.markdown).toContain('**Caution**');
  const after = found.filter(({ text }) => text.includes('going on'));
  expect(after.length).toBeGreaterThan(0);
  for (const { headings } of after) expect(headings).toEqual(['Install']);
});

it('a caption stands in the Markdown too, and its table has its place', () => {
  const { page } = passages();
  const [table] = page.tables;
  expect(page.markdown.slice(table?.start, table?.end)).toBe(`*Limits by plan*\n\n${table?.markdown}`);
});

it('cuts a page of declarations before one of them, and keeps a paragraph with the code below it', () => {
  const words = (about: string, count: number) => `${about} `.repeat(count).trim();
  const entries = Array.from(
    { length: 12 },
    (_, i) =>
      `<div id="f${i}"><pre>proc f${i}(a: int): string</pre><p>${words(`first${i}`, 25)}.</p><p>${words(`second${i}`, 25)}.</p><pre>f${i}(1)</pre></div>`,
  );
  const page = extractWholeHtml(`<title>Procs</title><h1>Procs</h1>${entries.join('')}`, {});
  const document = { id: 'd', title: page.title, text: page.markdown, scopes: ['everyone'] };
  const { passages: found } = chunkDocument(document, { tables: page.tables, anchors: page.anchors });
  expect(found.length).toBeGreaterThan(2);
  for (const { text } of found.slice(1)) expect(text).toMatch(/^```\nproc f/);

  const prose = Array.from({ length: 12 }, (_, i) => `${words(`about${i}`, 31)}.\n\n\`\`\`\ncall(${i})\n\`\`\``);
  const examples = chunkDocument({ ...document, text: `# Procs\n\n${prose.join('\n\n')}` }).passages;
  expect(examples.length).toBeGreaterThan(1);
  for (const { text } of examples.slice(1)) expect(text).toMatch(/^about/);
});
