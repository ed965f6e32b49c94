import { isAscii, words } from '../../../core/text/words.ts';
import { type Candidate, excerpt } from '../candidates/candidate.ts';
import { labelsOf } from '../pages/tables.ts';
import { holdsMeasure } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { type DaySpan, daysIn, MONTHS, spanIn } from '../words/dates.ts';
import { type NumberRange, rangeIn } from '../words/numbers.ts';
import { ofLast } from '../words/of-last.ts';
import { stemsOf } from '../words/stems.ts';

// Signs that a candidate is the kind of answer that the question asks for.

export const measureOf = ({ measure }: ReadQuestion, own: string, shown: string): number => {
  if (measure === undefined) return 0;
  if (holdsMeasure(measure, own)) return 1;
  return holdsMeasure(measure, shown) ? 0.3 : -1;
};

const TOKEN = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * The shown text without the question's own names and numbers: "ISO 17025" does not answer a question for the number of
 * that accreditation.
 */
export const withoutNames = (shown: string, terms: readonly Term[]): string => {
  const { names, inAscii } = namesOf(terms);
  if (names.size === 0) return shown;
  if (!isAscii(shown)) return shown.replace(TOKEN, (token) => (names.has(words(token)[0] ?? token) ? ' ' : token));
  return inAscii ? shown.replace(inAscii, ' ') : shown;
};

const namesOf = ofLast((terms: readonly Term[]) => {
  const names = new Set(terms.flatMap(({ specific, word }) => (specific ? [word] : [])));
  const ascii = [...names].filter((name) => /^[a-z\d]+$/.test(name));
  return {
    names,
    /** Matches them in an ASCII text; absent if none can be in one. */
    inAscii: ascii.length > 0 ? new RegExp(`(?<![a-z\\d])(?:${ascii.join('|')})(?![a-z\\d])`, 'gi') : undefined,
  };
});

/** The number ranges in a sentence: "from 5 to 40 °C", "up to EUR 500 alone; above that …". */
export const rangesOf = (text: string): NumberRange[] => {
  if (!/\p{N}|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\b/u.test(text)) return [];
  const pieces = text.split(/[;,.](?=\s)|\|/);
  const found = pieces.flatMap((piece) => rangeIn(piece) ?? partRanges(piece));
  for (const [at, piece] of pieces.entries()) {
    const before = pieces
      .slice(0, at)
      .flatMap((one) => rangeIn(one) ?? [])
      .at(-1);
    if (before && Number.isFinite(before.to) && /\b(?:above|beyond|over|more than) that\b|\bbeyond\b/i.test(piece))
      found.push({ from: before.to, to: Number.POSITIVE_INFINITY, openFrom: true });
  }
  return found;
};
const partRanges = (piece: string) =>
  Array.from(
    piece.matchAll(
      /\b(?:from |between |up to |at most |above |over |more than |under |less than |at least )?\d[\d,.]*(?:\s?(?:to|and|–|-)\s?\d[\d,.]*)?(?:\s\p{L}+)?/giu,
    ),
    ([part]) => rangeIn(part),
  ).filter((range) => range !== undefined);

/**
 * True for the first sentence of its section or of the paragraphs under its leading term. Ignores questions and
 * headings before it.
 */
export const isFirst = ({ sentence, passage }: Candidate): boolean => {
  if (!sentence || sentence.itself.speaker !== undefined) return false;
  const { itself, index, parent } = sentence;
  // A command's syntax precedes its description.
  const before = parent.sentences.slice(0, index).findLast(({ unfit, code }) => unfit === undefined && !code);
  // A passage that starts without a heading continues the section of the passage before it.
  if (before === undefined) return itself.headings !== '' || itself.lead !== '' || passage.ordinal === 0;
  return before.section !== itself.section || before.lead !== itself.lead;
};

/**
 * 1 if the question names the candidate's speaker, .7 if it names the speaker of a shown reply, -1 if it names only
 * other speakers and does not ask who, 0 otherwise.
 */
export const speakerNamed = (candidate: Candidate, { terms, types }: ReadQuestion): number => {
  const { sentence, lead } = candidate;
  if (sentence?.itself.speaker === undefined) return 0;
  const isNamed = (stems: ReadonlySet<string>) =>
    terms.some((term) => term.specific && termMatch(term, stems) >= MIN_TERM_MATCH);
  if (isNamed(lead)) return 1;
  const shown = excerpt(candidate).sentences;
  if (sentence.itself.unfit === 'question' && shown.some(({ leadStems }) => isNamed(leadStems))) return 0.7;
  if (types.includes('person')) return 0;
  return sentence.parent.sentences.some(({ leadStems }) => isNamed(leadStems)) ? -1 : 0;
};

export const matchDates = (
  question: ReadQuestion,
  { plain, passage, sentence }: Candidate,
  shown: string,
  today: number,
): 'met' | 'unmet' | undefined => {
  const { days } = question;
  if (!days) return undefined;
  const text = sentence ? shown : plain;
  const meets = (span: DaySpan) =>
    (span.from <= days.to && span.to >= days.from) || ((span.anyYear || days.anyYear) && sameDay(span.from, days.from));
  if (daysIn(text, today).some(meets) || daysIn(passage.title, today).some(meets)) return 'met';
  const span = spanIn(text, today);
  if (span && meets(span)) return 'met';
  return 'unmet';
};
const sameDay = (a: number, b: number): boolean => {
  const [first, second] = [new Date(a * 86_400_000), new Date(b * 86_400_000)];
  return first.getUTCDate() === second.getUTCDate() && first.getUTCMonth() === second.getUTCMonth();
};

/** First words of a candidate that tell what it is about. */
const OPENING_WORDS = 6;

/** Share of the question's content weight in a sentence's first words or in a row's label. */
export const openingCoverage = (
  { sentence, table, rows = [], stems }: Candidate,
  terms: readonly Term[],
  weights: readonly number[],
): number => {
  if (!sentence && !table) return 0;
  const opening = new Set(table ? stemsOf(labelsOf(table, rows[0] ?? -1).join(' ')) : stems.slice(0, OPENING_WORDS));
  let [met, total] = [0, 0];
  for (let at = 0; at < terms.length; at++) {
    const term = terms[at] as Term;
    if (term.light) continue;
    total += weights[at] ?? 0;
    met += (weights[at] ?? 0) * termMatch(term, opening);
  }
  return total === 0 ? 0 : met / total;
};

/** The counted noun: "tables" in "How many tables". */
const COUNTED = /\bhow many\s+(?:of\s+|the\s+|our\s+|different\s+)*([\p{L}-]+)/iu;
/** Without years, days of a date and times, and without "one" and "first", which often count nothing: "as well as one other column". */
const NUMBER = String.raw`(?:(?<![\p{L}\p{N}])(?!(?:19|20)\d\d(?!\d)|\d{1,2}(?::\d\d|\.? (?:${MONTHS.join('|')})))\p{N}+|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|unlimited)\b)`;

/**
 * Whether a number is next to the noun that the question counts: 1 in the candidate's own words, .3 in the shown text,
 * -1 nowhere.
 */
export const countedNumber = (question: ReadQuestion, own: string, shown: string, isOperation: boolean): number => {
  const beside = besideNoun(question.text);
  if (beside === undefined || isOperation || question.measure !== undefined) return 0;
  return beside.test(own) ? 1 : beside.test(shown) ? 0.3 : -1;
};

const PEOPLE = /^(?:people|persons?|guests?|visitors?)$/;
const WHO = '(?:people|persons?|guests?|visitors?|staff|members?|employees|passengers|participants)';
/** Matches a number next to the noun that the question counts. */
const besideNoun = ofLast((question: string): RegExp | undefined => {
  const noun = COUNTED.exec(question)?.[1]?.toLowerCase();
  if (noun === undefined) return undefined;
  const stem = noun.replace(/(?:ies|es|s|y)$/, '');
  // Matches inside names such as MAX_COLUMN.
  const start = `(?<![\\p{L}\\p{N}])`;
  // People are often counted without the word: "the boat takes six."
  if (PEOPLE.test(noun))
    return new RegExp(
      `(?<![€$£¥:.,]|\\b\\p{Lu}{3}\\s?)${NUMBER}(?=\\s*(?:[.;)](?!\\p{N})|$))|${NUMBER}[^.;|\\n]{0,24}${start}${WHO}|${start}${WHO}[^.;\\n]{0,24}${NUMBER}`,
      'iu',
    );
  return new RegExp(`${NUMBER}[^.;|\\n]{0,24}${start}${stem}|${start}${stem}[^.;\\n]{0,24}${NUMBER}`, 'iu');
});

const NEGATION =
  /\b(?:not|never|no longer|nobody|none|cannot|can['’]t|don['’]t|doesn['’]t|won['’]t|isn['’]t|aren['’]t|without)\b/i;
/** True if the candidate contains a negation and the question does not. */
export const isNegated = ({ text }: ReadQuestion, plain: string): boolean =>
  NEGATION.test(plain) && !NEGATION.test(text);

const CONDITION = /^\W*(?:if|unless|when|whenever|where|in case|provided|although|even if)\b/i;
/** True if the candidate starts with a condition and the question contains none. */
export const isConditional = ({ text }: ReadQuestion, plain: string): boolean =>
  CONDITION.test(plain) && !/\b(?:if|unless|when|in case)\b/i.test(text);

/** True if a sentence starts with a reference to the text before it, or refers to the text above. */
export const isDangling = (plain: string): boolean =>
  /\b(?:the|as|see) above\b/i.test(plain) ||
  /^\W*(?:this|that|these|those|it|its|they|such|however|also|additionally|furthermore|moreover|then|therefore|thus|similarly|otherwise|likewise|in (?:this|that) case|for example|note that)\b/i.test(
    plain,
  );

const CHANGES =
  /\b(?:release(?: notes?)? [\dvV]|release notes|change ?log|what['’]?s new|version history|release history|changes (?:in|since|from|between)\b)/i;
/** A version heading: "Version 1.0.11rc1 (2017-06-27)", "v2.1", "Release 4". */
const VERSION =
  /^\W*(?:(?:[\p{L}.+-]+ )?(?:version|release|v)\.?\s?)?v?\d+\.\d+[\w.+-]*(?:\s*[-–—,(:]?\s*(?:released )?(?:on )?(?:\(?\d{4}-\d\d-\d\d|\(?\d{1,2} \p{L}+ \d{4}|\(?\p{L}+ \d{1,2},? \d{4}|unreleased|not released yet|upcoming).*)?\W*$/iu;
const ASKS_FOR_CHANGES =
  /\b(?:releas(?:e|es|ed)|versions?|what(?:['’]?s| is| has| was)? (?:new|changed)|changed (?:in|since|from|between)|new (?:in|since|features?)|change ?log|upgrad\w+|since when)\b|\d+\.\d+/i;
const asksForChanges = ofLast((text: string) => ASKS_FOR_CHANGES.test(text));
/** True for a changelog entry if the question does not ask for changes. */
export const isInChangelog = ({ text }: ReadQuestion, { passage, sentence }: Candidate): boolean => {
  if (asksForChanges(text)) return false;
  const above = [passage.title, ...passage.headings, sentence?.itself.headings ?? ''];
  return above.some((heading) => CHANGES.test(heading) || VERSION.test(heading));
};

/** A question whether something is allowed or required. */
const MODAL =
  /^\W*(?:(?:and|so|but|hi|hello)\W+)*(?:can|could|may|must|should)\b|\b(?:need|have|allowed|permitted|ok(?:ay)?) (?:to|for|if)\b|\ballowed\b/i;
const PERMISSION =
  /\b(?:may|can|cannot|can['’]t|allow\w*|permit\w*|must|need\w*|required?|only|never|nobody|not|no|free|choose|accept\w*|possible|forbid\w*|prohibit\w*|optional|unless|without|should|supports?|up to|at (?:most|least)|within|limit\w*|maximum|minimum)\b/i;

/**
 * For questions about permission: 1 if the sentence itself allows or forbids, .3 if its surroundings do, -1 if nothing
 * does. 0 for other questions.
 */
export const givesPermission = ({ text, types }: ReadQuestion, own: string, shown: string): number => {
  if (!types.includes('yes-no') || !MODAL.test(text)) return 0;
  return PERMISSION.test(own) ? 1 : PERMISSION.test(shown) ? 0.3 : -1;
};
