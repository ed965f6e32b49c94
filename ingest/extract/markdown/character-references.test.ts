import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';

const read = (source: string) => extractMarkdownText(source).markdown;

it('writes characters that stand by name or number as themselves', () => {
  const { title, markdown, tables } = extractMarkdownText(
    '# R&amp;D in M&uuml;nchen\n\nBudget&nbsp;is 5&#160;000 &mdash; ask &quot;Jos&#xe9;&quot;.\n\n| Team | Lead |\n| --- | --- |\n| R&amp;D | Jos&eacute; |',
  );
  expect(title).toBe('R&D in München');
  expect(markdown).toContain('Budget is 5 000 — ask "José".');
  expect(tables[0]?.rows).toEqual([['R&D', 'José']]);
});

it('keeps signs of Markdown from acting, and code, tags, unknown names and names of names as they are', () => {
  expect(read('Call &lt;desk&gt; at 5 &ast; 3.')).toBe('Call \\<desk\\> at 5 \\* 3.');
  expect(read('Write `&lt;` or &lt;, not &nosuchname; or &amp;lt;.')).toBe(
    'Write `&lt;` or \\<, not &nosuchname; or &amp;lt;.',
  );
  expect(read('```html\n&amp;\n```')).toBe('```html\n&amp;\n```');
  expect(read('Tom & Ana; Ben &c.')).toBe('Tom & Ana; Ben &c.');
});

it('takes spaces at the start of a line for no code', () => {
  expect(extractMarkdownText('&nbsp;&nbsp;&nbsp;&nbsp;&nbsp;Gates open at ten.').text).toBe('Gates open at ten.');
});
