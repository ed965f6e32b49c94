import { expect, it } from 'vitest';
import { extractHtmlText } from '../html.ts';

const sentence = (n: number) =>
  `Opens lid ${n} of a box, and keeps it open until all of the parts in it have come to rest.`;
const page = (body: string) =>
  extractHtmlText(
    `<html><head><title>Boxes</title></head><body><h1>Boxes</h1><h3>Functions</h3><p>${sentence(20)}</p>${body}</body></html>`,
  ).markdown;
const names = ['box', 'lid', 'all', 'none', 'next', 'last', 'first', 'other'].map((name) => `open_${name}`);

it('takes the line above a heading that repeats for the heading of what it describes', () => {
  const part = (name: string, n: number, level: number) =>
    `<div><b>${name}</b>( box )</div><h${level}>Summary</h${level}><p>${sentence(n)}</p><h${level}>Parameters</h${level}><p>The box ${n} that is opened by it.</p>`;
  const deep = page(names.map((name, n) => part(name, n, 5)).join(''));
  expect(deep).toMatch(/^#### open_lid\( box \)\n\n##### Summary$/m);
  // The name above the first heading is a line that a page this short does not keep.
  expect(deep.match(/^#### /gm)).toHaveLength(names.length - 1);
  // No level is free between the section and the parts, so the parts move down.
  expect(page(names.map((name, n) => part(name, n, 4)).join(''))).toMatch(/^#### open_lid\( box \)\n\n##### Summary$/m);
});

it('leaves sentences, and lines that repeat, above such headings as they are', () => {
  const part = (above: string, n: number) => `<p>${above}</p><h5>Summary</h5><p>${sentence(n)}</p>`;
  expect(page(names.map((_, n) => part(sentence(n + 10), n)).join(''))).not.toMatch(/^#### /m);
  expect(page(names.map((_, n) => part('<b>Function</b>', n)).join(''))).not.toMatch(/^#### /m);
});

it('takes no part of a class for the language of a listing', () => {
  const { markdown } = extractHtmlText(
    `<body><h1>Boxes</h1><p>${sentence(1)}</p><pre class="language-none"><code class="language-none">open box</code></pre><p>${sentence(2)}</p><pre class="language-ruby">open(box)</pre></body>`,
  );
  expect(markdown).toContain('```\nopen box');
  expect(markdown).toContain('```ruby\nopen(box)');
});
