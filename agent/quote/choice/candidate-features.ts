import { type Candidate, shownText } from '../candidates/candidate.ts';
import { lacksExact, shareOfSigns } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import {
  agreement,
  held,
  labelShare,
  MIN_AGREEMENT,
  newWords,
  proximity,
  RELATED,
  titleAgreement,
} from './coverage.ts';
import { asksWhat, definesWhat, saysWhat } from './defines.ts';
import type { Features } from './features.ts';
import { isReplaced, speaksOfThePage } from './replaced.ts';
import {
  datesMet,
  givesLeave,
  inOpening,
  isConditional,
  isDangling,
  isFirst,
  isInChangelog,
  isNegated,
  measureOf,
  numberBeside,
  speakerNamed,
  withoutNames,
} from './signs.ts';
import { termCoverage } from './term-coverage.ts';

/** What weighing needs to know beside the question. */
export interface WeighingContext {
  /** Passages that hold a stem, of `passages` in all. */
  counts: ReadonlyMap<string, number>;
  passages: number;
  /** Documents that say that they no longer hold. */
  replaced: ReadonlySet<string>;
  today: number;
}

/** What a question's candidates have in common, and a candidate's rank by BM25. */
export interface Standing {
  /** Of the question's terms, in their order. */
  weights: readonly number[];
  /** BM25 over the best candidate's. */
  bm25: number;
  /** Quality of the operator that reads this question best. */
  bestOperator: number;
  /** The question's content words that no page holds. */
  unknown: number;
}

/** From this quality on an operator reads the question so well that a plain sentence hardly answers it. */
const MIN_CUE = 0.75;

/** What speaks for and against a candidate; undefined for one that can be no answer. */
export const featuresOf = (
  question: ReadQuestion,
  candidate: Candidate,
  standing: Standing,
  context: WeighingContext,
): Features | undefined => {
  const { terms, types } = question;
  const { operation, table, sentence, plain } = candidate;
  const fresh = newWords(candidate, terms);
  // The question's own words are no answer to it.
  if (fresh === 0 && sentence && !/\p{N}/u.test(plain)) return undefined;
  const shown = shownText(candidate);
  const { content, names, ...covered } = termCoverage(question, candidate, standing.weights);
  const rest = withoutNames(shown, terms);
  const ownRest = withoutNames(table ? shown : plain, terms);
  const signs = shareOfSigns(types, rest);
  const ownSigns = shareOfSigns(types, ownRest) ?? 0.5;
  const label =
    labelShare(candidate, terms) *
    (asksWhat(question) && types.length === 0 && sentence ? namedByLead(candidate, terms) : 1);
  const about = agreement(candidate, terms, standing.weights);
  const define = definesWhat(question, candidate);
  const isUsage = sentence?.itself.code === true;
  return {
    ...covered,
    ...operatorFeatures(candidate, standing.bestOperator),
    ...dateFeatures(question, candidate, shown, covered.missedNumbers, context.today),
    about,
    titled: titleAgreement(candidate.passage, terms, standing.weights),
    opens: about >= MIN_AGREEMENT && isFirst(candidate) ? 1 : 0,
    opening: inOpening(candidate, terms, standing.weights),
    fits: covered.shownCoverage * ownSigns,
    bare: content <= 1 && names === 0 && !operation && label === 0 && about === 0 && define === 0 ? 1 : 0,
    unknown: standing.unknown,
    strange: content === 0 ? 0 : Math.min(1, standing.unknown / content),
    unknownName: question.unknownNames.length > 0 ? 1 : 0,
    bm25Share: standing.bm25,
    rank: 1 / (1 + candidate.rank),
    nearness: proximity(question, candidate.stems),
    shownSigns: signs ?? 0.5,
    signsMissing: signs === 0 ? 1 : 0,
    figureMissing: !operation && lacksExact(types, rest) ? 1 : 0,
    ownFigureMissing: !operation && lacksExact(types, ownRest) ? 1 : 0,
    ownSigns,
    measure: measureOf(question, table ? shown : plain, shown),
    counted: numberBeside(question, table ? shown : plain, shown, operation !== undefined),
    label,
    column: label > 0 && namesColumn(candidate, question) ? 1 : 0,
    lead: terms.some((term) => !term.light && held(term, candidate.lead) >= 0.65) ? 1 : 0,
    named: label === 1 ? 1 : 0,
    first: isFirst(candidate) ? 1 : 0,
    define,
    says: saidBelowItsName(saysWhat(question, candidate), define, about),
    thin: 1 / Math.max(1, content),
    old: !question.past && (context.replaced.has(candidate.passage.documentId) || isReplaced(shown)) ? 1 : 0,
    aboutPage: speaksOfThePage(plain) && !question.past ? 1 : 0,
    echo: sentence && fresh <= 1 ? 1 : 0,
    long: Math.max(0, plain.length - 260) / 300,
    nested: question.nested,
    asks: sentence?.itself.unfit === 'question' ? 1 : 0,
    code: isUsage && !types.includes('action') ? 1 : 0,
    codeAlone: isUsage && about < MIN_AGREEMENT ? 1 : 0,
    permits: sentence ? givesLeave(question, plain, shown) : 0,
    negated: sentence && !types.includes('yes-no') && isNegated(question, plain) ? 1 : 0,
    conditional: sentence && isConditional(question, plain) ? 1 : 0,
    dangling: sentence && isDangling(plain) ? 1 : 0,
    changelog: isInChangelog(question, candidate) ? 1 : 0,
    speaker: speakerNamed(candidate, terms),
    chat: sentence?.itself.speaker === undefined ? 0 : 1,
    // These two are told once every candidate is weighed, the last two by an encoder.
    alone: 1,
    exact: covered.missedShare < 0.01 ? covered.shownCoverage : 0,
    cosine: 0,
    cosineGap: 0,
  };
};

/** One thing that something does, said first under its name or below a heading that is about it alone, says what it does. */
const saidBelowItsName = (says: number, define: number, about: number): number =>
  says > 0 && (define >= 0.8 || about >= MIN_AGREEMENT) ? 1 : says;

/** Of what is asked about, the share that the paragraph's term is: "job" is no "job control". */
const namedByLead = ({ lead }: Candidate, terms: readonly Term[]): number => {
  const content = terms.filter(({ light }) => !light);
  return content.length === 0 ? 1 : content.filter((term) => held(term, lead) >= RELATED).length / content.length;
};

/** True where one of the columns beside the label is named in the question. */
const namesColumn = ({ table }: Candidate, { terms }: ReadQuestion): boolean =>
  table?.columnStems
    .slice(1)
    .some((head) => terms.some(({ light, stem, same }) => !light && [stem, ...same].some((one) => head.has(one)))) ===
  true;

const operatorFeatures = ({ operation, table }: Candidate, bestOperator: number) => {
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
    operatorUnmet: bestOperator >= MIN_CUE && !operation ? 1 : 0,
  };
};

const dateFeatures = (
  question: ReadQuestion,
  candidate: Candidate,
  shown: string,
  missedNumbers: number,
  today: number,
) => {
  const { passage, table, operation } = candidate;
  const dates = datesMet(question, candidate, shown, today);
  const isDateRow = operation?.operator === 'date';
  const around = `${shown} ${passage.title} ${passage.headings.join(' ')} ${table?.name ?? ''}`;
  return {
    dateMet: dates === 'met' || isDateRow ? 1 : 0,
    dateUnmet: dates === 'unmet' && !isDateRow ? 1 : 0,
    year:
      question.years.length > 0 && missedNumbers > 0 && !question.years.some((year) => around.includes(String(year)))
        ? 1
        : 0,
  };
};
