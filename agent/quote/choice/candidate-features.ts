import { type Candidate, languageOfCandidate, readText } from '../candidates/candidate.ts';
import { titleAgreement } from '../pages/heading-agreement.ts';
import { isAboutThePage, isReplaced } from '../pages/replaced.ts';
import { lacksExact, shareOfSigns } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { asksWhat, asksWhetherThere } from '../reading/what-is-asked.ts';
import { isAnotherCase } from './case/another-case.ts';
import { namesAnotherCode } from './case/another-code.ts';
import { isOfAnotherTime } from './case/another-time.ts';
import { namesOneOf } from './case/one-of-two.ts';
import type { Features } from './features.ts';
import { answersByItself } from './kind/answers-by-itself.ts';
import { namesOneSide } from './kind/both-sides.ts';
import { dateFeatures } from './kind/day-asked.ts';
import { definesWhat, lacksMeaning, saysWhat } from './kind/defines.ts';
import { countedNumber, measureOf, withoutNames } from './kind/figures.ts';
import { speaksInGeneral } from './kind/in-general.ts';
import { asksForCase, asksHow, beginsWithVerbAsked, tellsHow } from './kind/instructs.ts';
import { lacksKind, lacksPerson } from './kind/lacks-kind.ts';
import { givesPermission } from './kind/permission.ts';
import { lacksVerb } from './kind/verb-asked.ts';
import { agreement, countNewWords, MIN_AGREEMENT, openingCoverage, proximity } from './match/coverage.ts';
import { speakerNamed } from './match/in-conversation.ts';
import { labelOf, namesColumn } from './match/labels.ts';
import { termCoverage } from './match/term-coverage.ts';
import { isConditional, isDangling, isExample, isFirst, isInChangelog, isNegated, isSynopsis } from './statement.ts';

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
  operatorUnmet: bestOperator >= MIN_OPERATOR_QUALITY && !operation ? 1 : 0,
});

/** The features of a candidate by itself; undefined if it cannot answer. */
export const featuresOf = (
  question: ReadQuestion,
  candidate: Candidate,
  scores: TermScores,
  context: WeighingContext,
): OwnFeatures | undefined => {
  const { terms, types } = question;
  const { operation, table, sentence, plain } = candidate;
  const fresh = countNewWords(candidate, terms);
  // A repetition of the question is not an answer.
  if (fresh === 0 && sentence && !/\p{N}/u.test(plain)) return undefined;
  const shown = readText(candidate);
  const covered = termCoverage(question, candidate, scores.weights);
  const { content, names } = covered;
  const { rest, ownRest, signs, ownSigns } = signsOf(question, candidate, shown);
  const label = labelOf(question, candidate);
  const about = agreement(candidate, terms, scores.weights, scores.common);
  const titled = titleAgreement(candidate.passage, terms, scores.weights, languageOfCandidate(candidate));
  const define = definesWhat(question, candidate);
  const isUsage = sentence?.itself.code === true || (sentence !== undefined && isSynopsis(plain));
  const operators = operatorFeatures(candidate);
  const action = actionFeatures(question, candidate, shown, { isUsage, about, missedShare: covered.missedShare });
  const measure = measureOf(question, table ? shown : plain, shown);
  const counted = countedNumber(question, table ? shown : plain, shown, candidate);
  const opening = openingCoverage(candidate, terms, scores.weights);
  const answers = answersByItself(question, candidate, { ...covered, counted, opening, ownSigns });
  const dates = dateFeatures(question, candidate, shown, covered.missedNumbers, context.today);
  // All names are written out: an object of this size made by spreading is several times slower, for each candidate.
  return {
    coverage: covered.coverage,
    ownCoverage: covered.ownCoverage,
    shownCoverage: covered.shownCoverage,
    missedShare: covered.missedShare,
    plainCoverage: covered.plainCoverage,
    missedNumbers: covered.missedNumbers,
    missedNames: covered.missedNames,
    properMissing: covered.properMissing,
    gap: covered.gap,
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
    dateMet: dates.dateMet,
    dateUnmet: dates.dateUnmet,
    year: dates.year,
    about,
    titled,
    opens: about >= MIN_AGREEMENT && isFirst(candidate) ? 1 : 0,
    opening,
    fits: covered.shownCoverage * ownSigns,
    bare: content <= 1 && names === 0 && !operation && label === 0 && about === 0 && define === 0 && !answers ? 1 : 0,
    unknown: scores.unknown.length,
    // A word that an operator read is not strange, although no page writes it: "joined" where a column is called "Since".
    strange:
      content === 0
        ? 0
        : Math.min(1, scores.unknown.filter(({ stem }) => !candidate.operation?.consumed.has(stem)).length / content),
    thingUnknown: asksWhetherThere(question.text) && lacksUnknown(scores.unknown, covered.gap) ? 1 : 0,
    unknownName: question.unknownNames.length > 0 ? 1 : 0,
    rank: 1 / (1 + candidate.rank),
    nearness: proximity(question, candidate.stems),
    shownSigns: signs ?? 0.5,
    signsMissing: signs === 0 ? 1 : 0,
    figureMissing: !operation && lacksExact(types, rest) ? 1 : 0,
    ownFigureMissing: !operation && lacksExact(types, ownRest) ? 1 : 0,
    ownSigns,
    measure,
    counted,
    label,
    column: label > 0 && namesColumn(candidate, question) ? 1 : 0,
    lead: terms.some((term) => !term.light && termMatch(term, candidate.lead) >= MIN_TERM_MATCH) ? 1 : 0,
    named: label === 1 ? 1 : 0,
    first: isFirst(candidate) ? 1 : 0,
    define,
    says: saidBelowItsName(saysWhat(question, candidate), define, about),
    thin: 1 / Math.max(1, content),
    old: !question.past && (context.replaced.has(candidate.passage.documentId) || isReplaced(shown)) ? 1 : 0,
    aboutPage: isAboutThePage(plain) && !question.past ? 1 : 0,
    // Known once the candidates are ranked.
    undecided: 0,
    echo: sentence && fresh <= 1 ? 1 : 0,
    long: Math.max(0, plain.length - 260) / 300,
    nested: question.nested,
    asks: sentence?.itself.unfit === 'question' ? 1 : 0,
    code: isUsage && !types.includes('action') ? 1 : 0,
    goesOn: question.query === question.text ? 0 : 1,
    alternative: namesOneOf(question.text, candidate.own) ? 1 : 0,
    codeMissing: namesAnotherCode(question.text, shown) ? 1 : 0,
    anotherCase: isAnotherCase(question, candidate) ? 1 : 0,
    anotherTime: isOfAnotherTime(question, candidate, shown, context) ? 1 : 0,
    swapMissing: covered.swapMissing,
    newMissed: covered.newMissed,
    kindMissing: lacksKind(question, candidate, shown) || lacksPerson(question, candidate) ? 1 : 0,
    meaningMissing: lacksMeaning(question, candidate, titled) ? 1 : 0,
    codeAlone: isUsage && about < MIN_AGREEMENT ? 1 : 0,
    inGeneral: sentence && speaksInGeneral(question.text, plain) ? 1 : 0,
    verbMissing: lacksVerb(question, candidate) ? 1 : 0,
    oneSided: !operation && namesOneSide(question.text, shown, table ? shown : plain) ? 1 : 0,
    permits: sentence ? givesPermission(question, plain, shown) : 0,
    howTo: action.howTo,
    forCase: action.forCase,
    instructs: action.instructs,
    doesAsked: action.doesAsked,
    whatIs: asksWhat(question) ? 1 : 0,
    yesNo: types.includes('yes-no') ? 1 : 0,
    negated: sentence && !types.includes('yes-no') && isNegated(question, plain) ? 1 : 0,
    conditional: sentence && isConditional(question, plain) ? 1 : 0,
    dangling: sentence && isDangling(plain) ? 1 : 0,
    example: sentence && isExample(question, plain) ? 1 : 0,
    changelog: isInChangelog(question, candidate) ? 1 : 0,
    speaker: speakerNamed(candidate, question),
    chat: sentence?.itself.speaker === undefined ? 0 : 1,
    // `alone` is set once all candidates are weighed, the cosines by an encoder.
    alone: 1,
    exact: covered.missedShare < 0.01 ? covered.shownCoverage : 0,
    cosine: 0,
    cosineGap: 0,
  };
};

/** How far a candidate tells what to do, if that is asked. */
const actionFeatures = (
  { text }: ReadQuestion,
  { plain, sentence }: Candidate,
  shown: string,
  { isUsage, about, missedShare }: { isUsage: boolean; about: number; missedShare: number },
) => ({
  howTo: asksHow(text) ? 1 : 0,
  forCase: asksForCase(text) ? 1 : 0,
  // What a heading says how to do, the code and the numbered steps below it do.
  instructs:
    (isUsage || sentence?.itself.item?.number !== undefined) && asksHow(text) && about >= MIN_AGREEMENT
      ? 1
      : tellsHow(text, plain, shown),
  doesAsked: sentence && missedShare === 0 && beginsWithVerbAsked(text, plain) ? 1 : 0,
});

/** The texts without the question's names, and the signs in them of the kinds of answer that are asked for. */
const signsOf = ({ terms, types }: ReadQuestion, { table, plain }: Candidate, shown: string) => {
  const rest = withoutNames(shown, terms);
  const ownRest = table || shown === plain ? rest : withoutNames(plain, terms);
  return { rest, ownRest, signs: shareOfSigns(types, rest), ownSigns: shareOfSigns(types, ownRest) ?? 0.5 };
};

/** True if the heaviest of a question's words is lacking, and one that no page contains. */
const lacksUnknown = (unknown: readonly Term[], gap: number): boolean => unknown.length > 0 && gap >= NOT_AT_ALL;
const NOT_AT_ALL = 0.99;

/**
 * A statement of one thing that the subject does counts fully if it comes first under the subject's name or heading.
 */
const saidBelowItsName = (says: number, define: number, about: number): number =>
  says > 0 && (define >= 0.8 || about >= MIN_AGREEMENT) ? 1 : says;

const operatorFeatures = ({ operation, table }: Candidate) => {
  const is = (kind: NonNullable<typeof operation>['operator']) => (operation?.operator === kind ? 1 : 0);
  return {
    row: table && !operation ? 1 : 0,
    operator: operation ? 1 : 0,
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
