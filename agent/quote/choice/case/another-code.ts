import { ofLast } from '../../words/of-last.ts';

/** A code of letters and a number, as of errors, forms and models: "E-47", "HB-2290". Groups 1 and 2 are its parts. */
const CODE = /(?<![\p{L}\p{N}-])(\p{L}{1,5})-(\d{1,6})(?![\p{L}\p{N}-])/giu;

const codesIn = (text: string) =>
  Array.from(text.matchAll(CODE), ([, letters = '', number = '']) => ({ kind: letters.toLowerCase(), number }));
const codesAsked = ofLast(codesIn);

/** True if a text names codes of the kind that the question names, but not that one. */
export const namesAnotherCode = (question: string, text: string): boolean => {
  const asked = codesAsked(question);
  if (asked.length === 0) return false;
  const named = codesIn(text);
  return asked.every(({ kind, number }) => {
    const ofKind = named.filter((one) => one.kind === kind);
    return ofKind.length > 0 && !ofKind.some((one) => one.number === number);
  });
};
