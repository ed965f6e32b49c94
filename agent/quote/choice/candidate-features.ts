import { type Candidate, languageOfCandidate, readText } from '../candidates/candidate.ts';
import { titleAgreement } from '../pages/heading-agreement.ts';
import { isAboutThePage, isReplaced } from '../pages/replaced.ts';
import { lacksExact, shareOfSigns } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { asksWhat } from '../reading/what-is-asked.ts';
import { isAnotherCase } from './case/another-case.ts';
import { namesAnotherCode } from './case/another-code.ts';
import { isOfAnotherTime } from './case/another-time.ts';
import { namesOneOf } from './case/one-of-two.ts';
import type { Features } from './features.ts';
import { lacksNamed } from './kind/about-named.ts';
import { answersByItself } from './kind/answers-by-itself.ts';
import { dateFeatures } from './kind/day-asked.ts';
import { definesWhat, lacksMeaning, saysWhat } from './kind/defines.ts';
import { countedNumber, measureOf, withoutNames } from './kind/figures.ts';
import { asksForCase, asksHow, beginsWithVerbAsked, tellsHow } from './kind/instructs.ts';
import { lacksKind, lacksPerson } from './kind/lacks-kind.ts';
import { givesPermission } from './kind/permission.ts';
import {
  agreement,
  countNewWords,
  countNewWordsAbove,
  MIN_AGREEMENT,
  openingCoverage,
  proximity,
} from './match/coverage.ts';
import { speakerNamed } from './match/in-conversation.ts';
import { labelOf, namesColumn } from './match/labels.ts';
import { termCoverage } from './match/term-coverage.ts';
import {
  isConditional,
  isDangling,
  isExample,
  isFirst,
  isInChangelog,
  isNegated,
  isPurpose,
  isSynopsis,
} from './statement.ts';

/** What weighing needs besides the question. */
export interface WeighingContext {
  /** Number of passages with a stem, out of `passages`. */
  counts: ReadonlyMap<string, number>;
  passages: number;
  /** Words that most of the found passages contain. */
  common: ReadonlySet<string>;
  /** Documents that declare themselves replaced. */
  replaced: ReadonlySet<string>;
  today: number;
}

/** What the question's terms weigh among all pages. */
export interface TermScores {
  /** Weights of the question's terms, in their order. */
  weights: readonly number[];
  /** The question's content words that no page contains. */
  unknown: readonly Term[];
  /** Words that most of the found passages contain. */
  common: ReadonlySet<string>;
}

/** Scores that depend on the other candidates. */
export interface ScoresAmongOthers {
  /** The candidate's BM25 divided by the best candidate's. */
  bm25: number;
  /** Highest quality of an operator result. */
  bestOperator: number;
}

/** The features of a candidate by itself, whatever the other candidates are. */
export type OwnFeatures = Omit<Features, 'bm25Share' | 'operatorUnmet'>;

/** From this operator quality on, a plain sentence hardly answers the question. */
const MIN_OPERATOR_QUALITY = 0.75;

/** Adds the features that depend on the other candidates. */
export const amongOthers = (
  own: OwnFeatures,
  { operation }: Candidate,
  { bm25, bestOperator }: ScoresAmongOthers,
): Features => ({
  ...own,
  bm25Share: bm25,
  operatorUnmet: flag(bestOperator >= MIN_OPERATOR_QUALITY && !operation),
});

const flag = (is: unknown): 0 | 1 => (is ? 1 : 0);

/** The features of a candidate by itself; undefined if it cannot answer. */
export const featuresOf = (
  question: ReadQuestion,
  candidate: Candidate,
  scores: TermScores,
  context: WeighingContext,
): OwnFeatures | undefined => {
  const newWords = countNewWords(candidate, question.terms);
  // A repetition of the question is not an answer, unless it is an item: that it stands below "not paid" is news of it.
  const isListed = candidate.sentence?.itself.item !== undefined && countNewWordsAbove(candidate, question.terms) > 0;
  if (newWords === 0 && candidate.sentence && !isListed && !/\p{N}/u.test(candidate.plain)) return undefined;
  const measures = measuresOf(question, candidate, scores, context);
  const { terms, types } = question;
  const { operation, sentence, plain } = candidate;
  const { shown, covered, operators, dates, action, signs, about, titled, opening, label, define } = measures;
  // All names are written out: an object of this size made by spreading is several times slower, for each candidate.
  return {
    // How much of the question it has.
    coverage: covered.coverage,
    ownCoverage: covered.ownCoverage,
    shownCoverage: covered.shownCoverage,
    missedShare: covered.missedShare,
    plainCoverage: covered.plainCoverage,
    missedNumbers: covered.missedNumbers,
    missedNames: covered.missedNames,
    properMissing: covered.properMissing,
    gap: covered.gap,
    swapMissing: covered.swapMissing,
    newMissed: covered.newMissed,
    exact: covered.missedShare < 0.01 ? covered.shownCoverage : 0,
    fits: covered.shownCoverage * signs.own,
    thin: 1 / Math.max(1, covered.content),
    nearness: proximity(question, candidate.stems),
    echo: flag(sentence && newWords <= 1),
    bare: flag(isBare(candidate, measures)),
    // What no page has.
    unknown: scores.unknown.length,
    strange: strangeShare(scores.unknown, candidate, covered.content),
    // Rows and operators.
    row: operators.row,
    operator: operators.operator,
    operatorQuality: operators.operatorQuality,
    range: operators.range,
    date: operators.date,
    superlative: operators.superlative,
    comparison: operators.comparison,
    filter: operators.filter,
    count: operators.count,
    other: operators.other,
    whole: operators.whole,
    join: operators.join,
    // Where it stands: heading, label, place, page.
    about,
    titled,
    opens: flag(about >= MIN_AGREEMENT && isFirst(candidate)),
    opening,
    label,
    column: flag(label > 0 && namesColumn(candidate, question)),
    lead: flag(terms.some((term) => !term.light && termMatch(term, candidate.lead) >= MIN_TERM_MATCH)),
    named: flag(label === 1),
    first: flag(isFirst(candidate)),
    rank: 1 / (1 + candidate.rank),
    old: flag(!question.past && (context.replaced.has(candidate.passage.documentId) || isReplaced(shown))),
    aboutPage: flag(isAboutThePage(plain) && !question.past),
    changelog: flag(isInChangelog(question, candidate)),
    // The kind of answer asked for.
    shownSigns: signs.shown ?? 0.5,
    signsMissing: flag(signs.shown === 0),
    ownSigns: signs.own,
    figureMissing: flag(!operation && lacksExact(types, signs.shownText)),
    ownFigureMissing: flag(!operation && lacksExact(types, signs.ownText)),
    measure: measures.measure,
    counted: measures.counted,
    dateMet: dates.dateMet,
    dateUnmet: dates.dateUnmet,
    year: dates.year,
    define,
    says: saidBelowItsName(saysWhat(question, candidate), define, about),
    howTo: action.howTo,
    forCase: action.forCase,
    instructs: action.instructs,
    doesAsked: action.doesAsked,
    permits: sentence ? givesPermission(question, plain, shown) : 0,
    kindMissing: flag(lacksKind(question, candidate, shown) || lacksPerson(question, candidate)),
    meaningMissing: flag(lacksMeaning(question, candidate, titled)),
    // Another case than the one asked about.
    alternative: flag(namesOneOf(question.text, candidate.own)),
    codeMissing: flag(namesAnotherCode(question.text, shown)),
    anotherCase: flag(isAnotherCase(question, candidate)),
    anotherTime: flag(isOfAnotherTime(question, candidate, shown, context)),
    // The sort of statement.
    long: Math.max(0, plain.length - 260) / 300,
    asks: flag(sentence?.itself.unfit === 'question'),
    code: flag(measures.isUsage && !types.includes('action')),
    codeAlone: flag(measures.isUsage && about < MIN_AGREEMENT),
    negated: flag(sentence && !types.includes('yes-no') && isNegated(question, plain)),
    conditional: flag(sentence && isConditional(question, plain)),
    dangling: flag(sentence && isDangling(plain)),
    example: flag(sentence && isExample(question, plain)),
    purpose: flag(sentence && isPurpose(question, plain)),
    speaker: speakerNamed(candidate, question),
    chat: flag(sentence?.itself.speaker !== undefined),
    // The question itself.
    whatIs: flag(asksWhat(question)),
    who: flag(types.includes('person')),
    yesNo: flag(types.includes('yes-no')),
    namedMissing: flag(lacksNamed(question, candidate, shown)),
    unread: flag(isUnread(question.text)),
    nested: question.nested,
    goesOn: flag(question.query !== question.text),
    // Known later: once all are weighed (`alone`), ranked (`undecided`) or encoded (the cosines).
    alone: 1,
    undecided: 0,
    cosine: 0,
    cosineGap: 0,
  };
};

/** What several features are made of. */
const measuresOf = (question: ReadQuestion, candidate: Candidate, scores: TermScores, { today }: WeighingContext) => {
  const { terms } = question;
  const { table, sentence, plain } = candidate;
  const shown = readText(candidate);
  const own = table ? shown : plain;
  const covered = termCoverage(question, candidate, scores.weights);
  const signs = signsOf(question, candidate, shown);
  const about = agreement(candidate, terms, scores.weights, scores.common);
  const isUsage = sentence?.itself.code === true || (sentence !== undefined && isSynopsis(plain));
  const counted = countedNumber(question, own, shown, candidate);
  const opening = openingCoverage(candidate, terms, scores.weights);
  return {
    shown,
    covered,
    signs,
    about,
    isUsage,
    counted,
    opening,
    titled: titleAgreement(candidate.passage, terms, scores.weights, languageOfCandidate(candidate)),
    label: labelOf(question, candidate),
    define: definesWhat(question, candidate),
    measure: measureOf(question, own, shown),
    operators: operatorFeatures(candidate),
    action: actionFeatures(question, candidate, shown, { isUsage, about, missedShare: covered.missedShare }),
    dates: dateFeatures(question, candidate, shown, covered.missedNumbers, today),
    answers: answersByItself(question, candidate, { ...covered, counted, opening, ownSigns: signs.own }),
  };
};
type Measures = ReturnType<typeof measuresOf>;

/** True if the question has hardly a content word, and nothing else supports the candidate. */
const isBare = ({ operation }: Candidate, { covered, label, about, define, answers }: Measures): boolean =>
  covered.content <= 1 && covered.names === 0 && !operation && label === 0 && about === 0 && define === 0 && !answers;

/**
 * Share of the question's content words that no page contains. A word that an operator read is not strange, although no page
 * writes it: "joined" where a column is called "Since".
 */
const strangeShare = (unknown: readonly Term[], { operation }: Candidate, content: number): number =>
  content === 0 ? 0 : Math.min(1, unknown.filter(({ stem }) => !operation?.consumed.has(stem)).length / content);

/** How far a candidate tells what to do, if that is asked. */
const actionFeatures = (
  { text }: ReadQuestion,
  { plain, sentence }: Candidate,
  shown: string,
  { isUsage, about, missedShare }: { isUsage: boolean; about: number; missedShare: number },
) => ({
  howTo: flag(asksHow(text)),
  forCase: flag(asksForCase(text)),
  // What a heading says how to do, the code and the numbered steps below it do.
  instructs:
    (isUsage || sentence?.itself.item?.number !== undefined) && asksHow(text) && about >= MIN_AGREEMENT
      ? 1
      : tellsHow(text, plain, shown),
  doesAsked: flag(sentence && missedShare === 0 && beginsWithVerbAsked(text, plain)),
});

/** The texts without the question's names, and the signs in them of the kinds of answer that are asked for. */
const signsOf = ({ terms, types }: ReadQuestion, { table, plain }: Candidate, shown: string) => {
  const shownText = withoutNames(shown, terms);
  const ownText = table || shown === plain ? shownText : withoutNames(plain, terms);
  return { shownText, ownText, shown: shareOfSigns(types, shownText), own: shareOfSigns(types, ownText) ?? 0.5 };
};

/** True for a question in a script for whose languages there are no lists of words that mean the same, or that ask. */
const isUnread = (text: string): boolean => !/\p{sc=Latin}{2}/u.test(text) && /\p{L}{2}/u.test(text);

/**
 * A statement of one thing that the subject does counts fully if it comes first under the subject's name or heading.
 */
const saidBelowItsName = (says: number, define: number, about: number): number =>
  says > 0 && (define >= 0.8 || about >= MIN_AGREEMENT) ? 1 : says;

const operatorFeatures = ({ operation, table }: Candidate) => {
  const is = (kind: NonNullable<typeof operation>['operator']) => flag(operation?.operator === kind);
  return {
    row: flag(table && !operation),
    operator: flag(operation),
    operatorQuality: operation?.quality ?? 0,
    range: is('range'),
    date: is('date'),
    superlative: is('superlative'),
    comparison: is('comparison'),
    filter: is('filter'),
    count: is('count'),
    other: is('otherwise'),
    whole: is('whole'),
    join: is('join'),
  };
};
