import { type Candidate, languageOfCandidate, readText } from '../candidates/candidate.ts';
import { cellStems } from '../operators/table-words.ts';
import { isAboutThePage, isReplaced } from '../pages/replaced.ts';
import { asksExact, lacksExact, shareOfSigns, tellsWhere } from '../reading/answer-types.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { lacksSupport } from '../reading/support.ts';
import { MIN_TERM_MATCH, RELATED_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { yearOf } from '../words/dates.ts';
import { ofLast } from '../words/of-last.ts';
import { stemOf, stemsOf } from '../words/stems.ts';
import { isAnotherCase } from './case/another-case.ts';
import { namesAnotherCode } from './case/another-code.ts';
import { agreement, countNewWords, labelShare, MIN_AGREEMENT, proximity, titleAgreement } from './coverage/coverage.ts';
import { termCoverage } from './coverage/term-coverage.ts';
import type { Features } from './features.ts';
import { namesOneSide } from './kind/both-sides.ts';
import { ASKS_OPTION, asksWhat, definesWhat, isOption, lacksMeaning, saysWhat } from './kind/defines.ts';
import { speaksInGeneral } from './kind/in-general.ts';
import { asksForCase, asksHow, beginsWithVerbAsked, tellsHow } from './kind/instructs.ts';
import { lacksKind, lacksPerson } from './kind/lacks-kind.ts';
import { lacksVerb } from './kind/verb-asked.ts';
import {
  countedNumber,
  givesPermission,
  isConditional,
  isDangling,
  isFirst,
  isInChangelog,
  isNegated,
  matchDates,
  measureOf,
  openingCoverage,
  speakerNamed,
  withoutNames,
} from './signs.ts';

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
  const counted = countedNumber(question, table ? shown : plain, shown, operation !== undefined);
  const opening = openingCoverage(candidate, terms, scores.weights);
  const answers = answersByItself(question, candidate, {
    counted,
    opening,
    ownSigns,
    ownCoverage: covered.ownCoverage,
  });
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
    anotherCase: isAnotherCase(question, candidate, shown) ? 1 : 0,
    kindMissing: lacksKind(question, candidate, shown) || lacksPerson(question, candidate) ? 1 : 0,
    meaningMissing: lacksMeaning(question, candidate, titled) ? 1 : 0,
    supportMissing: lacksSupport(question.text, shown) ? 1 : 0,
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

/** Share of the label that the question names; what something is must be named by the leading term too. */
const labelOf = (question: ReadQuestion, candidate: Candidate): number =>
  labelShare(candidate, question.terms) *
  (asksWhat(question) && question.types.length === 0 && candidate.sentence ? namedByLead(question, candidate) : 1);

/** How far a candidate tells what to do, if that is asked. */
const actionFeatures = (
  { text }: ReadQuestion,
  { plain, sentence }: Candidate,
  shown: string,
  { isUsage, about, missedShare }: { isUsage: boolean; about: number; missedShare: number },
) => ({
  howTo: asksHow(text) ? 1 : 0,
  forCase: asksForCase(text) ? 1 : 0,
  // What a heading says how to do, the code below it does.
  instructs: isUsage && asksHow(text) && about >= MIN_AGREEMENT ? 1 : tellsHow(text, plain, shown),
  doesAsked: sentence && missedShare === 0 && beginsWithVerbAsked(text, plain) ? 1 : 0,
});

/** A program's usage: "named-checkconf [-chjl] [-t directory] {filename}". */
const SYNOPSIS = /^\W*[\w.-]+(?:\s+(?:\[[^\]]*\]+|\{[^}]*\}|<[^>]*>|-[\w-]+|\.\.\.|[\w.-]+(?=\s*$)))+\W*$/;
const MAX_SYNOPSIS_CHARS = 400;
/** True for a program's usage in a line that is not marked as code. */
const isSynopsis = (plain: string): boolean =>
  plain.length <= MAX_SYNOPSIS_CHARS && /\s[[{]/.test(plain) && SYNOPSIS.test(plain);

/** The texts without the question's names, and the signs in them of the kinds of answer that are asked for. */
const signsOf = ({ terms, types }: ReadQuestion, { table, plain }: Candidate, shown: string) => {
  const rest = withoutNames(shown, terms);
  const ownRest = table || shown === plain ? rest : withoutNames(plain, terms);
  return { rest, ownRest, signs: shareOfSigns(types, rest), ownSigns: shareOfSigns(types, ownRest) ?? 0.5 };
};

/** True if a sentence says by itself what is asked about its one thing, so that the one word which fits is enough. */
const answersByItself = (
  { text, types, terms }: ReadQuestion,
  { plain, own, table, rows: [row = -1] = [] }: Candidate,
  { counted, opening, ownSigns, ownCoverage }: Pick<Features, 'counted' | 'opening' | 'ownSigns' | 'ownCoverage'>,
): boolean => {
  // "We take bikes, no scooters" has every word of "do you take scooters", the light ones too.
  const isFull = types.includes('yes-no') && terms.length > 1 && ownCoverage >= FULLY_COVERED;
  // "A shift lasts three hours", "The extinguisher hangs behind the shed": what is asked for stands beside the thing.
  const isToldOfIt = opening === 1 && ((ownSigns === 1 && asksExact(types)) || tellsWhere(text, plain));
  // The adjective of "how old must I be" is no thing.
  const thing = terms.find(({ light, share }) => !light && share === 1);
  // "There is a gym for staff" answers whether there is one, but a garage does not tell of parking.
  const isMentioned =
    thing !== undefined &&
    asksWhetherThere(text) &&
    terms.every(({ stem, word, light }) => own.has(stem) || (light && FILLS.has(word)));
  // "Count the float, it must be £150": the figure stands beside the thing.
  const hasFigure = !table && thing !== undefined && asksExact(types) && hasBeside(plain, thing.stem, types);
  // "Bright Spark · Job: electrician · Phone: …" for the electrician's number.
  const isCalled = thing !== undefined && ASKS_CONTACT.test(text) && isCellOf(table, row, thing.stem);
  return isFull || counted === 1 || isToldOfIt || isMentioned || hasFigure || isCalled;
};

/** Words beside a thing that a text need not have: "is there a bike to work thing". */
const FILLS = new Set('thing things anything something stuff got get have work here somewhere'.split(' '));

/** "Is there a gym?", "do we sell beer", "have we got anything for children". */
const WHETHER_THERE =
  /^\W*(?:(?:and|so|but|hi|hello|hey|ok)\W+)*(?:(?:is|are) there\b|(?:do|does|did) (?:we|you|they|i|the \p{L}+) (?:have|get|do|sell|take|offer|serve|stock|make)\b(?! to\b)|have (?:we|you|they|i) got\b|(?:got )?any\b)/iu;
const asksWhetherThere = ofLast((text: string): boolean => WHETHER_THERE.test(text));

/** True if the heaviest of a question's words is lacking, and one that no page contains. */
const lacksUnknown = (unknown: readonly Term[], gap: number): boolean => unknown.length > 0 && gap >= NOT_AT_ALL;
const NOT_AT_ALL = 0.99;

/** Characters beside a word in which a figure belongs to it. */
const BESIDE = 30;
/** True if a figure of the kind asked for stands beside a word in its clause. */
const hasBeside = (plain: string, stem: string, types: ReadQuestion['types']): boolean => {
  for (const { 0: word, index } of plain.matchAll(/[\p{L}\p{M}]+/gu)) {
    if (stemOf(word.toLowerCase()) !== stem) continue;
    const after = plain.slice(index + word.length, index + word.length + BESIDE).split(/[.;]\s/)[0] ?? '';
    const before =
      plain
        .slice(Math.max(0, index - BESIDE), index)
        .split(/[.;]\s/)
        .at(-1) ?? '';
    if (!lacksExact(types, after) || !lacksExact(types, before)) return true;
  }
  return false;
};

const ASKS_CONTACT = /\b(?:who|phone|telephone|mobile|e-?mail|number (?:for|of)|contact)\b/i;
/** True if a word is all of one of a row's cells. */
const isCellOf = (table: Candidate['table'], row: number, stem: string): boolean =>
  table?.rows[row]?.some((_, column) => {
    const cell = cellStems(table, row, column);
    return cell.size === 1 && cell.has(stem);
  }) === true;

/** Coverage by a sentence that has every word of the question. */
const FULLY_COVERED = 0.95;

/** "a rabbit or a ferret": groups 1 and 2 are what may be chosen. */
const EITHER = /([\p{L}\p{N}-]+)\s+or\s+(?:an?\s+|the\s+)?([\p{L}\p{N}-]+)/iu;
/** True if a question leaves a choice of two, and a candidate's words name one of them alone. */
const namesOneOf = (question: string, own: ReadonlySet<string>): boolean => {
  const sides = sidesOf(question);
  if (!sides) return false;
  const isNamed = (side: readonly string[]) => side.some((stem) => own.has(stem));
  return isNamed(sides.first) !== isNamed(sides.second);
};
const sidesOf = ofLast((question: string) => {
  const [, first, second] = EITHER.exec(question) ?? [];
  return first !== undefined && second !== undefined ? { first: stemsOf(first), second: stemsOf(second) } : undefined;
});

/**
 * A statement of one thing that the subject does counts fully if it comes first under the subject's name or heading.
 */
const saidBelowItsName = (says: number, define: number, about: number): number =>
  says > 0 && (define >= 0.8 || about >= MIN_AGREEMENT) ? 1 : says;

/**
 * Share of the question's content that the paragraph's leading term contains: the term "job" contains half of "job
 * control". 0 for a program's option unless the question asks for one.
 */
const namedByLead = ({ text, terms }: ReadQuestion, { lead, sentence }: Candidate): number => {
  if (isOption(sentence?.itself.lead ?? '') && !ASKS_OPTION.test(text)) return 0;
  const content = terms.filter(({ light }) => !light);
  return content.length === 0
    ? 1
    : content.filter((term) => termMatch(term, lead) >= RELATED_MATCH).length / content.length;
};

/** True if the question names a column other than the label's. */
const namesColumn = ({ table }: Candidate, { terms }: ReadQuestion): boolean =>
  table?.columnStems.some(
    (head, at) =>
      !table.labelColumns.includes(at) &&
      terms.some(({ light, stem, same }) => !light && [stem, ...same].some((one) => head.has(one))),
  ) === true;

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

const dateFeatures = (
  question: ReadQuestion,
  candidate: Candidate,
  shown: string,
  missedNumbers: number,
  today: number,
) => {
  const { passage, table, operation } = candidate;
  const dates = matchDates(question, candidate, shown, today);
  const isDateRow = operation?.operator === 'date';
  const around = `${shown} ${passage.title} ${passage.headings.join(' ')} ${table?.name ?? ''}`;
  return {
    dateMet: dates === 'met' || isDateRow ? 1 : 0,
    dateUnmet: dates === 'unmet' && !isDateRow ? 1 : 0,
    year: missedNumbers > 0 && lacksYear(question.years, around, today) ? 1 : 0,
  };
};

/**
 * True if a text names none of these years. A text without any year is of today: the opening hours are those of this year
 * too.
 */
const lacksYear = (years: readonly number[], text: string, today: number): boolean => {
  if (years.length === 0 || years.some((year) => text.includes(String(year)))) return false;
  return years.some((year) => year !== yearOf(today)) || NAMES_YEAR.test(text);
};
const NAMES_YEAR = /\b(?:19|20)\d\d\b/;
