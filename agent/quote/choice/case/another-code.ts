import { ofLast } from '../../words/of-last.ts';

/** A code of letters and a number, as of errors, forms and models: "E-47", "HB-2290". Groups 1 and 2 are its parts. */
const CODE = /(?<![\p{L}\p{N}-])(\p{L}{1,5})-(\d{1,6})(?![\p{L}\p{N}-])/giu;

const codesIn = (text: string): { letters: string; number: string }[] =>
  Array.from(text.matchAll(CODE), ([, letters = '', number = '']) => ({ letters: letters.toLowerCase(), number }));

const codesAsked = ofLast(codesIn);

/** True if a text names codes of the kind that the question names, but not that one. */
export const namesAnotherCode = (question: string, text: string): boolean => {
  const asked = codesAsked(question);
  if (asked.length === 0) return false;
  const named = codesIn(text);
  return asked.every(
    ({ letters, number }) =>
      named.some((one) => one.letters === letters) &&
      !named.some((one) => one.letters === letters && one.number === number),
  );
};
