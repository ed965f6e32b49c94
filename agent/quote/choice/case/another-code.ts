import { type Candidate, readText } from '../../candidates/candidate.ts';
import { ofLast } from '../../words/of-last.ts';
import { stemsOf } from '../../words/stems.ts';

/** A code of letters and a number, as of errors, forms and models: "E-47", "HB-2290". Groups 1 and 2 are its parts. */
const CODE = /(?<![\p{L}\p{N}-])(\p{L}{1,5})-(\d{1,6})(?![\p{L}\p{N}-])/giu;
/** The number of a version: behind such a word or what changes in it, in a changelog's brackets, or of three parts. Group 1 to 4 are the number. */
const VERSION =
  /(?<![\p{L}\p{N}])(?:version|release|v)[ .]?(\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|\.\d)|\[v?(\d{1,4}(?:\.\d{1,4}){1,3})\]|(?:new|added|changed|fixed|removed|introduced|deprecated|dropped|changes) in (\d{1,4}(?:\.\d{1,4}){1,3})(?![\p{L}\p{N}]|\.\d)|(?<![\p{L}\p{N}.])(\d{1,4}(?:\.\d{1,4}){2,3})(?![\p{L}\p{N}]|\.\d)/giu;

interface Named {
  kind: string;
  number: string;
}

const codesIn = (text: string): Named[] => [
  ...Array.from(text.matchAll(CODE), ([, letters = '', number = '']) => ({ kind: letters.toLowerCase(), number })),
  ...Array.from(text.matchAll(VERSION), ([, worded, bracketed, changed, long]) => ({
    kind: 'version ',
    number: (worded ?? bracketed ?? changed ?? long ?? '').replace(/(?:\.0)+$/, ''),
  })),
];

const codesAsked = ofLast(codesIn);

/** True for the same number, and for 1.1.3 where 1.1 is asked. */
const isSame = (asked: Named, named: Named): boolean =>
  asked.kind === named.kind &&
  (asked.number === named.number || (asked.kind === 'version ' && named.number.startsWith(`${asked.number}.`)));

/** True if a text names codes or versions of the kind that the question names, but not that one. */
export const namesAnotherCode = (question: string, text: string): boolean => {
  const asked = codesAsked(question);
  if (asked.length === 0) return false;
  const named = codesIn(text);
  return asked.every(
    (one) => named.some(({ kind }) => kind === one.kind) && !named.some((other) => isSame(one, other)),
  );
};

const namesAskedCode = (question: string, text: string): boolean => {
  const named = codesIn(text);
  return codesAsked(question).some((one) => named.some((other) => isSame(one, other)));
};

/** Stems of the words of the versions and codes that a question names: "version", "1" and "0" of "version 1.1.0". */
export const stemsOfCodesAsked = ofLast(
  (question: string): ReadonlySet<string> =>
    new Set([CODE, VERSION].flatMap((pattern) => [...question.matchAll(pattern)].flatMap(([text]) => stemsOf(text)))),
);
/** True if a candidate or a heading above it names a code or version of the question. */
export const isOfAskedCode = (question: string, candidate: Candidate): boolean =>
  stemsOfCodesAsked(question).size > 0 && namesAskedCode(question, withHeadings(candidate));

/** What a candidate says with the headings above it. One that begins with a number is of that version: "[1.1] - 2019-02-15". */
const withHeadings = (candidate: Candidate): string => {
  const { passage, sentence } = candidate;
  const above = [...passage.headings, sentence?.itself.headings ?? ''];
  return [...above.map((heading) => heading.replace(/^\W*v?(?=\d+\.\d)/i, 'version ')), readText(candidate)].join('\n');
};

/**
 * Leaves out what is of another version, or of another code of the kind, than the question names, if something is of that one: the
 * changes of 1.0 are not those of 1.1.
 */
export const ofAskedCode = <One extends { candidate: Candidate }>(question: string, all: readonly One[]): One[] => {
  if (codesAsked(question).length === 0) return [...all];
  const texts = new Map(all.map((one) => [one, withHeadings(one.candidate)] as const));
  const isNamed = all.some((one) => namesAskedCode(question, texts.get(one) ?? ''));
  return isNamed ? all.filter((one) => !namesAnotherCode(question, texts.get(one) ?? '')) : [...all];
};
