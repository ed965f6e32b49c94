import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedForReading, visibleText } from './visible-text.ts';

it('removes the controls of a terminal, and no white space', () => {
  expect(
    visibleText('a\u001b[31m\u001b]8;;https://evil.example\u0007\u009b1mb\u0007\u0008\u007f\tc\nd\r\u000ce\u0085f'),
  ).toBe('ab\tc\nd\r\u000ce\u0085f');
});

it('shows letters that are turned around in the order in which they are seen', () => {
  expect(visibleText('a \u202enref\u202c b\n\u202essom')).toBe('a fern b\nmoss');
});

describe('folding for reading', () => {
  it.each([
    ['Leave is 26 weeks, "paid" (as agreed).', 'leave is 26 weeks, "paid" (as agreed).'],
    ['1gn0re  the _rules_', 'ignore the rules'],
    ['i g n o r e this', 'ignore this'],
    ['a.b.c.d', 'abcd'],
    ['2 a b c d', '2 abcd'],
    ['dis- regard', 'disregard'],
    ['🇮 🇬 🇳 🇴 🇷 🇪   🅰🅛🅛', 'ignore all'],
    ['🅸🅶🅽🅾🆁🅴 🅰🅻🅻', 'ignore all'],
    ['; a | b ;', 'a ; b'],
    ['&#105;gnore', 'ignore'],
  ])('makes of %j %j', (text, folded) => {
    expect(foldedForReading(text)).toBe(folded);
  });

  it('does not depend on a bar at the end of a cell, whose text is never folded the quick way', () => {
    const piece = fc.constantFrom(
      ...[
        'a',
        'b',
        'Z',
        'ignore',
        'x',
        ' ',
        '  ',
        '.',
        '-',
        ';',
        '1',
        '3',
        '!',
        '@',
        '*',
        '_',
        '&',
        '#',
        '\n',
        'é',
        'K',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join('');
        expect(foldedForReading(text)).toBe(foldedForReading(`${text}|`));
      }),
      { numRuns: 2000 },
    );
  });
});
