import { expect, it } from 'vitest';
import { extractMarkdownText } from './markdown.ts';
import { referenceLinks } from './reference-links.ts';

it('links get the addresses that stand elsewhere, also directly below a sentence; the lines with those are no text', () => {
  const { markdown, links } = extractMarkdownText(`# Themes

Pick colours, see [palette] and [the guide][Guide].
  [palette]: https://example.com/palette "All of them"
  [Guide]: guide.md

Not [defined], and a note[^1].

[^1]: A note about colours.`);
  expect(markdown).toBe(`# Themes

Pick colours, see [palette](https://example.com/palette) and [the guide](guide.md).



Not [defined], and a note[^1].

[^1]: A note about colours.`);
  expect(links.map(({ href }) => href)).toEqual(['https://example.com/palette', 'guide.md']);
});

it('a heading keeps its words alone, as in changelogs', () => {
  expect(referenceLinks('## [1.1.0] - 2019-02-15\n\nText.\n\n[1.1.0]: https://example.com/1.0...1.1')).toBe(
    '## 1.1.0 - 2019-02-15\n\nText.\n\n',
  );
});

it('code and what only looks like a definition stay', () => {
  const code = '```\n[a]: https://example.com\n[a]\n```\n\nUse `[a]`.\n\n[Ann]: I think so.';
  expect(referenceLinks(code)).toBe(code);
  expect(referenceLinks(`${code}\n\n[a]: https://example.com`)).toBe(`${code}\n\n`);
});

it('reads a definition without a space behind its colon', () => {
  expect(extractMarkdownText('See [the lids][lids].\n\n[lids]:https://a.example/lids\n').markdown).toBe(
    'See [the lids](https://a.example/lids).',
  );
});
