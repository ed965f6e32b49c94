import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeMarkdown, settledLength } from './safe-markdown.ts';

const cited = new Set(['https://wiki.example/leave']);
const safe = (text: string) => safeMarkdown(text, cited);

describe('Markdown without active elements', () => {
  it('keeps a link to a cited page', () =>
    expect(safe('See [the page](https://wiki.example/leave).')).toBe('See [the page](https://wiki.example/leave).'));
  it.each([
    ['a link', 'Click [here](https://evil.example/x)', 'Click here'],
    ['a titled link', '[here](https://evil.example "Free")', 'here'],
    ['an image', '![pixel](https://evil.example/p.png?q=secret)', 'pixel'],
    ['an image of a cited page', '![p](https://wiki.example/leave)', '[p](https://wiki.example/leave)'],
    ['a bare address', 'go to https://evil.example/x now', 'go to `https://evil.example/x` now'],
    ['an autolink', '<https://evil.example>', '`https://evil.example`'],
    ["a link in Slack's form", '<https://evil.example|wiki>', '‹`https://evil.example`|wiki›'],
    ['a ping of a Slack channel', '<!channel> and <@U123>', '‹!channel› and ‹@U123›'],
    ['a ping behind characters that nobody sees', '<\u200b!channel> <!he\u00adre>', '‹!channel› ‹!here›'],
    ["Discord's commands and guides", '</ban:123> and <id:customize>', '‹/ban:123› and ‹id:customize›'],
    ['a ping of everybody', '@everyone look', '`@\u200beveryone` look'],
  ])('disarms %s', (_, text, expected) => expect(safe(text)).toBe(expected));
  it('leaves citations, code and tables as they are', () => {
    const text = 'It is 28 days [1][2].\n\n| a | b |\n|---|---|\n| 1 < 2 | `x` |\n';
    expect(safe(text)).toBe(text);
  });

  it('shows only the part of a streamed text that later text cannot change', () => {
    const pieces = fc.array(
      fc.constantFrom(
        'word ',
        'see ',
        '[1] ',
        '[a link](https://evil.example) ',
        '<!channel> ',
        'https://evil.example/long ',
        '`code` ',
        '**bold** ',
        '\n\n',
        '(',
        ']',
        '<',
        '[un',
      ),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(pieces, fc.nat({ max: 300 }), (all, at) => {
        const text = all.join('');
        const grown = text.slice(0, at);
        const early = safe(grown.slice(0, settledLength(grown)));
        for (const url of early.matchAll(/\]\((https?:[^)]*)\)/g)) expect(cited.has(url[1] as string)).toBe(true);
        expect(early).not.toContain('<!channel');
      }),
    );
  });
});
