import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPatternScreen } from './pattern-screen.ts';

/** A pattern and a text that it matches: by making both together, no pattern with nested repetitions has to be tried. */
interface Case {
  pattern: string;
  text: string;
}

/** Literals, classes, unknown text, alternations, options and repetitions, as in the rules. */
const cases = fc.letrec<{ whole: Case; part: Case }>((tie) => ({
  whole: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => ({
    pattern: parts.map(({ pattern }) => pattern).join(''),
    text: parts.map(({ text }) => text).join(''),
  })),
  part: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom('an', 'answer', 'swer', 'say', ' to', 'é', '質問', 'k').map((text) => ({ pattern: text, text })),
    fc
      .constantFrom(['[sz]', 'z'], ['[a-f]', 'e'], ['\\p{L}', 'q'], ['[^x]', '4'], ['(?!x)', ''], ['x?', ''])
      .map(([pattern = '', text = '']) => ({ pattern, text })),
    fc.tuple(tie('whole'), tie('whole'), fc.boolean()).map(([one, other, isFirst]) => ({
      pattern: `(?:${one.pattern}|${other.pattern})`,
      text: (isFirst ? one : other).text,
    })),
    fc
      .tuple(
        tie('whole'),
        fc.constantFrom(['?', 0], ['?', 1], ['*', 0], ['*', 2], ['+', 1], ['+', 3], ['{2}', 2], ['{0,3}', 3]),
      )
      .map(([one, [often, times]]) => ({
        pattern: `(?:${one.pattern})${often}`,
        text: one.text.repeat(Number(times)),
      })),
  ),
})).whole;

describe('a screen of patterns', () => {
  it('names every pattern that matches', () => {
    fc.assert(
      fc.property(fc.array(cases, { minLength: 1, maxLength: 5 }), (made) => {
        const screen = createPatternScreen(made.map(({ pattern }) => new RegExp(pattern, 'u')));
        for (const [index, { text }] of made.entries()) expect(screen.candidates(`so ${text}.`)).toContain(index);
        expect(screen.candidates(made.map(({ text }) => text).join(' '))).toEqual(made.map((_, index) => index));
      }),
      { numRuns: 500 },
    );
  });

  it('leaves out what cannot match', () => {
    const screen = createPatternScreen([/say (?:that|nothing)/u, /answers?/u, /\d+/u]);
    expect(screen.candidates('They say little.')).toEqual([2]);
    expect(screen.candidates('Say nothing: nothing to say that answers.')).toEqual([0, 1, 2]);
    expect(screen.candidates('')).toEqual([2]);
  });
});
