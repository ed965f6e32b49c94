import { isOrder } from '../../core/injection/find-orders.ts';
import { isQuestion } from '../../core/injection/is-question.ts';
import { isSpoken } from '../../core/injection/spoken-lines.ts';
import { isCalendarWord } from '../../core/text/calendar-words.ts';
import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { words } from '../../core/text/words.ts';
import { inventedCodes } from '../model/grounded-output.ts';
import type { ClaimedCitation } from '../tasks/shapes.ts';
import { bestSentence, findQuote } from './find-quote.ts';
import type { NumberedReference } from './reference.ts';
import { tellsWhatIsMissing } from './says-unknown.ts';
import { askedWordsIn, newFactsIn, statedText } from './stated-words.ts';
import { codeLines, type Statement } from './statements.ts';

/** Minimum share of a statement's words in a source that supports it. */
const MIN_SHARE = 0.25;
/** The same of a source that the answer cites, but not for this statement. */
export const MIN_SHARE_UNCITED = 0.6;
/** Maximum share of words in a conclusion that neither question nor cited sources contain ("therefore", "older"). */
const MAX_NOVEL_SHARE = 0.4;

/** Strength of a sentence with all words of a statement: that of a quote is 1. */
const SURENESS_OF_SENTENCE = 0.8;

/** A source that supports a statement. */
export interface Support {
  n: number;
  quote: string;
  /** 1 if the model quoted the source verbatim, otherwise less, by the share of the statement's words in the sentence. */
  strength: number;
}

/** A statement with the sources that support it; without any, it concludes from the others. */
export type SupportedStatement = Statement & { support: Support[] };

/** Words of a quote, and their best overlap with a statement that cites the source. */
interface Fit {
  stems: ReadonlySet<string>;
  best: number;
}

/** A quote found in its source, with the overlap of its sentences where it has several: each may support a statement. */
export interface Claim extends Fit {
  n: number;
  quote: string;
  sentences: readonly Fit[];
}

/** The quotes found in the sources they name. Ignores injected instructions, and questions other than those of a chat. */
export const claimsOf = (
  claimed: readonly ClaimedCitation[],
  statements: readonly Statement[],
  citable: ReadonlyMap<number, NumberedReference>,
): Claim[] =>
  claimed.flatMap(({ n, quote }) => {
    const text = citable.get(n)?.text ?? '';
    const found = findQuote(text, quote);
    if (!found || isOrder(found) || (isQuestion(found) && !isSpoken(text, text.indexOf(found)))) return [];
    const citing = statements.filter(({ cited }) => cited.includes(n)).map(({ text }) => contentStems(text));
    const fitOf = (words: string): Fit => {
      const stems = contentStems(words);
      return { stems, best: Math.max(0, ...citing.map((wanted) => shareIn(wanted, stems))) };
    };
    const parts = splitSentences(found);
    const sentences = parts.length > 1 ? parts.map(({ start, end }) => fitOf(found.slice(start, end))) : [];
    return [{ n, quote: found, ...fitOf(found), sentences }];
  });

/**
 * The sources among `numbers` that support a statement, with their supporting words. A block of code needs a source that holds
 * each of its lines. Any other statement needs a quote, or a sentence of the source that has its words.
 * @param min minimum share of the statement's words in that sentence
 */
export const supportOf = (
  statement: Statement,
  numbers: readonly number[],
  claims: readonly Claim[],
  citable: ReadonlyMap<number, NumberedReference>,
  question: string,
  min = MIN_SHARE,
): Support[] => {
  const references = [...new Set(numbers)].flatMap((n) => citable.get(n) ?? []);
  const code = codeLines(statement);
  if (code) return holdingCode(code, references);
  const held = references
    .map(({ title, headings, text }) => `${title} ${headings.join(' ')} ${statedText(text)}`)
    .join(' ');
  const known = `${question} ${held}`;
  if (inventedCodes(statement.text, new Set(words(known))).length > 0) return [];
  const invented = [
    ...newFactsIn(statement.text, known),
    ...askedWordsIn(statement.text, references.map(({ text }) => text).join('\n'), known),
  ];
  const wanted = contentStems(statement.text);
  return references.flatMap(
    (reference) =>
      supportByQuote(statement, reference, claims, { wanted, invented }) ??
      (invented.length === 0 ? supportBySentence(statement, reference, { wanted, min }) : undefined) ??
      [],
  );
};

/** The sources that hold each line of a block of code: somebody may run it, so that it is shown line by line or not at all. */
const holdingCode = (code: readonly string[], references: readonly NumberedReference[]): Support[] => {
  const [quote = ''] = code.toSorted((a, b) => b.length - a.length);
  return references
    .filter(({ text }) => quote !== '' && code.every((line) => codeIn(text).has(line)))
    .map(({ n }) => ({ n, quote, strength: 1 }));
};

/**
 * The quote of a source by which it supports a statement that cites it. A quote supports the statement that it, or a sentence
 * of it, fits best ("Acme gives two weeks" of "We give two weeks. They end in May."), and one that adds figures and dates alone,
 * which may be worked out ("the 28th", "28 December"). A statement with other words that its sources lack needs a quote of its
 * own.
 * @param words.wanted the statement's content words
 * @param words.invented words of the statement that neither the question nor its sources have
 */
const supportByQuote = (
  { cited }: Statement,
  { n }: NumberedReference,
  claims: readonly Claim[],
  { wanted, invented }: { wanted: ReadonlySet<string>; invented: readonly string[] },
): Support | undefined => {
  if (!cited.includes(n)) return undefined;
  const addsFiguresAlone = invented.every((fact) => /^\p{N}/u.test(fact) || isCalendarWord(fact));
  const addsNames = invented.every((fact) => !/\p{N}/u.test(fact));
  const [best] = claims
    .filter((claim) => claim.n === n)
    .map((claim) => ({ ...claim, share: shareIn(wanted, claim.stems) }))
    .filter(
      ({ share, best, sentences }) =>
        share >= best || addsFiguresAlone || (addsNames && fitsSentence(wanted, sentences)),
    )
    .sort((a, b) => b.share - a.share);
  return best && { n, quote: best.quote, strength: 1 };
};

const fitsSentence = (wanted: ReadonlySet<string>, sentences: readonly Fit[]): boolean =>
  sentences.some(({ stems, best }) => best > 0 && shareIn(wanted, stems) >= best);

/** The sentence of a source that has most of a statement's words, together with its title and headings. */
const supportBySentence = (
  { text }: Statement,
  reference: NumberedReference,
  { wanted, min }: { wanted: ReadonlySet<string>; min: number },
): Support | undefined => {
  const { n, title, headings } = reference;
  const quote = bestSentence({ ...reference, text: statedText(reference.text) }, text);
  if (isOrder(quote)) return undefined;
  const share = shareIn(wanted, contentStems(`${title} ${headings.join(' ')} ${quote}`));
  return share >= min ? { n, quote, strength: share * SURENESS_OF_SENTENCE } : undefined;
};

/** The lines of a text and what stands in it as code, without indents. */
const codeIn = (text: string): Set<string> =>
  new Set(
    [...text.split('\n'), ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)].map((line) =>
      line.trim(),
    ),
  );

/** Words with which an answer speaks of its sources. */
const ABOUT_SOURCES = contentStems(
  'page pages source sources list table say says state states tell give gives have nothing none more newer newest older depends mean meant',
);

/** True for a statement that speaks of the sources and tells nothing of the world ("The pages have nothing newer."). */
export const speaksOfSources = ({ text }: Statement): boolean =>
  newFactsIn(text, '').length === 0 && [...contentStems(text)].every((stem) => ABOUT_SOURCES.has(stem));

/**
 * True for a statement without new facts: its words, names and numbers occur in the question, in what was worked out or in
 * what is cited, or it speaks of the sources themselves, or tells what they lack.
 * @param given the question and the results of calculations
 */
export const concludes = (
  statement: Statement,
  kept: readonly { support: Support[]; text: string }[],
  citable: ReadonlyMap<number, NumberedReference>,
  given: string,
): boolean => {
  const cited = new Set(kept.flatMap(({ support }) => support.map(({ n }) => n)));
  if (cited.size === 0) return false;
  let text = given;
  for (const n of cited) text += ` ${citable.get(n)!.title} ${citable.get(n)!.text}`;
  for (const earlier of kept) text += ` ${earlier.text}`;
  const held = new Set([...contentStems(text), ...ABOUT_SOURCES]);
  if (newFactsIn(statement.text, text).length > 0) return false;
  return tellsWhatIsMissing(statement.text) || 1 - shareIn(contentStems(statement.text), held) <= MAX_NOVEL_SHARE;
};

/** The ways in which an answer may write results of the calculator: whole, or with one or two decimals, with separators. */
export const workedFigures = (results: readonly number[]): string =>
  results
    .flatMap((result) =>
      [0, 1, 2].flatMap((digits) => [
        result.toFixed(digits),
        result.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      ]),
    )
    .join(' ');
