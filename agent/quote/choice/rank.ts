import { type Candidate, excerpt, rowsCandidate, shownText } from '../candidates/candidate.ts';
import { isNumberedTitle } from '../pages/unfit.ts';
import { isDoubtful } from './doubts.ts';
import type { FeatureName, Weighed } from './features.ts';
import type { CalibratorFeature, QuoteWeights } from './weights.ts';

export interface Ranked extends Weighed {
  score: number;
  /** Its share of a softmax over all candidates. */
  probability: number;
  /** The rows of one table that it joins, because nothing in the question tells them apart. */
  tied?: readonly Candidate[];
}

/** Weighted sum of the features. */
export const scoreOf = <Name extends string>(
  features: Readonly<Record<Name, number>>,
  weights: Readonly<Partial<Record<Name, number>>>,
): number => {
  let score = 0;
  for (const [name, weight] of entriesOf(weights)) score += weight * (features[name as Name] ?? 0);
  return score;
};
const entriesOf = (weights: Readonly<Partial<Record<string, number>>>): readonly (readonly [string, number])[] => {
  let entries = entriesOfWeights.get(weights);
  if (!entries) {
    entries = Object.entries(weights).flatMap(([name, weight]) =>
      weight === undefined ? [] : [[name, weight] as const],
    );
    entriesOfWeights.set(weights, entries);
  }
  return entries;
};
/** Weights never change, and listing them takes longer than adding them up. */
const entriesOfWeights = new WeakMap<object, readonly (readonly [string, number])[]>();

/**
 * Sorts candidates, best first, by a listwise softmax ranker (Cao et al., "Learning to Rank: From Pairwise to
 * Listwise", ICML 2007).
 */
export const rankCandidates = (weighed: readonly Weighed[], weights: QuoteWeights['ranker']): Ranked[] => {
  const scored = weighed.map((one) => ({ ...one, score: scoreOf<FeatureName>(one.features, weights) }));
  const highest = Math.max(...scored.map(({ score }) => score));
  const total = scored.reduce((sum, { score }) => sum + Math.exp(score - highest), 0);
  const ranked = scored
    .map((one) => ({ ...one, probability: Math.exp(one.score - highest) / total }))
    .sort((a, b) => b.score - a.score);
  return withTiesJoined(LEADS.reduce<readonly Ranked[]>((before, lead) => lead(before), ranked));
};

/** Minimum quality of a count of rows that leads over what has no number. */
const MIN_COUNT_QUALITY = 0.75;

/**
 * To a question how many there are, rows that were counted are the answer, and not a text without their number, nor a table
 * that only mentions what is counted.
 */
const withCountFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  const isPoorCount = best?.features.count === 1 && best.features.operatorQuality < MIN_COUNT_QUALITY;
  if (best?.features.counted !== -1 && !isPoorCount) return ranked;
  const count = ranked.find(({ features }) => features.count === 1 && features.operatorQuality >= MIN_COUNT_QUALITY);
  return best && count && count !== best ? leading(count, best, ranked) : ranked;
};

/** What stands behind the title of an agenda's item, in place of the title: "**2. Yard.** Decision: …". */
const belowTitle = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  const { sentence, passage } = best?.candidate ?? {};
  if (!best || !sentence || !passage) return ranked;
  const { start, end } = sentence.itself;
  if (!isNumberedTitle(passage.text.slice(start, end))) return ranked;
  const below = sentence.parent.sentences[sentence.index + 1];
  const next = ranked.find((one) => below !== undefined && one.candidate.sentence?.itself === below);
  if (!next || below?.paragraph !== sentence.itself.paragraph) return ranked;
  return [{ ...best, candidate: next.candidate }, ...ranked.filter((one) => one !== next && one !== best)];
};

/** Candidates with one in front that answers better than the best, whose probability it gets. */
const leading = (one: Ranked, best: Ranked, ranked: readonly Ranked[]): Ranked[] => [
  { ...one, probability: Math.max(one.probability, best.probability) },
  { ...best, probability: Math.min(one.probability, best.probability) },
  ...ranked.filter((other) => other !== one && other !== best),
];

/** Maximum lead over a sentence beside it that tells how. */
const MAX_LEAD = 1;

/**
 * To a question how to do something, the sentence that tells how is the answer, and not the one beside it that only
 * speaks of it.
 */
const withInstructionFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  if (!best || (best.features.howTo === 0 && best.features.forCase === 0) || best.features.instructs === 1)
    return ranked;
  const telling = ranked.find(
    ({ candidate, features, score }) =>
      features.instructs === 1 && best.score - score < MAX_LEAD && isPartOf(candidate, best.candidate),
  );
  if (telling) return [telling, ...ranked.filter((one) => one !== telling)];
  const step = firstStepIn(best, ranked);
  if (!step) return ranked;
  // What fits the question is the section, so that its first step is as likely as the sentence that has the words.
  const features = { ...best.features, instructs: 1 };
  return [
    { ...step, features, score: best.score, probability: best.probability },
    ...ranked.filter((one) => one !== step),
  ];
};

/** Maximum lead over what does exactly what is asked for. */
const MAX_LEAD_OVER_ACTION = 1.5;
/** To a question how to do something, the entry that begins with doing it is the answer, and not what only has its words. */
const withActionFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  if (!best || best.features.howTo === 0 || doesIt(best.features)) return ranked;
  const action = ranked.find(({ features, score }) => doesIt(features) && best.score - score < MAX_LEAD_OVER_ACTION);
  return action ? [action, ...ranked.filter((one) => one !== action)] : ranked;
};
const doesIt = ({ doesAsked, instructs }: Pick<Ranked['features'], 'doesAsked' | 'instructs'>): boolean =>
  doesAsked === 1 && instructs === 1;
/** Minimum coverage of the question by such an entry's own words for it to be worth a look, however many others have them. */
const MIN_OWN_OF_ACTION = 0.85;

/** Minimum agreement of a heading with the question for the section to be about the case. */
const MIN_ABOUT = 0.5;
/** The first sentence that tells what to do in the section of a sentence whose heading names the case: "Lost or stolen". */
const firstStepIn = ({ candidate, features }: Ranked, ranked: readonly Ranked[]): Ranked | undefined => {
  const { sentence, passage } = candidate;
  if (!sentence || features.forCase === 0 || features.about < MIN_ABOUT) return undefined;
  return ranked
    .filter(
      (one) =>
        one.features.instructs === 1 &&
        one.candidate.passage.id === passage.id &&
        one.candidate.sentence?.itself.section === sentence.itself.section,
    )
    .sort((a, b) => (a.candidate.sentence?.index ?? 0) - (b.candidate.sentence?.index ?? 0))[0];
};

/** Rows of a table whose scores differ by less are tied. */
const TIE = 0.3;
/** Maximum tied rows that are shown together. */
const MAX_TIED = 8;

/** What leads over a candidate with a higher score, in the order in which it is looked for. */
const LEADS = [belowTitle, withCountFirst, withInstructionFirst, withActionFirst] as const;

/**
 * Joins the best row with those of its table that the question fits as well: for "is there parking?" one office's row is no
 * better than the others'.
 */
const withTiesJoined = (ranked: readonly Ranked[]): Ranked[] => {
  const [best] = ranked;
  const table = best && best.candidate.operation === undefined ? best.candidate.table : undefined;
  if (!best || !table) return [...ranked];
  const tied = ranked
    .filter(({ candidate, score }) => candidate.table === table && !candidate.operation && best.score - score < TIE)
    .map(({ candidate }) => candidate);
  if (tied.length < 2) return [...ranked];
  const first =
    // Several rows do not say what something is.
    tied.length <= MAX_TIED && best.features.whatIs === 0
      ? { ...best, candidate: rowsCandidate(tied), tied }
      : { ...best, features: { ...best.features, undecided: 1 } };
  return [first, ...ranked.slice(1)];
};

/** Maximum score margin over another page that the calibrator distinguishes. */
const MAX_MARGIN = 4;

/** Jaccard index of words from which on two candidates say the same. */
const SAME_WORDS = 0.8;
const saysTheSame = (a: Candidate, b: Candidate): boolean => {
  if (a.passage.id === b.passage.id) return false;
  const common = [...a.own].filter((stem) => b.own.has(stem)).length;
  return common > 0 && common / (a.own.size + b.own.size - common) >= SAME_WORDS;
};

/**
 * True for a row or a sentence among those that are shown with the answer: it is a part of the answer and does not compete
 * with it.
 */
const isPartOf = (part: Candidate, whole: Candidate): boolean => {
  const { table, rows = [], operation, sentence } = whole;
  if (sentence) {
    const itself = part.passage.id === whole.passage.id ? part.sentence?.itself : undefined;
    return itself !== undefined && excerpt(whole).sentences.some(({ start }) => start === itself.start);
  }
  return (
    (operation !== undefined || rows.length > 1) &&
    part.operation === undefined &&
    [{ table, rows }, ...(operation?.with ?? [])].some(
      (shown) => part.table === shown.table && part.rows?.every((row) => shown.rows.includes(row)) === true,
    )
  );
};

/** The calibrator's features of the best candidate. */
export const calibratorFeatures = (ranked: readonly Ranked[]): Record<CalibratorFeature, number> | undefined => {
  const [best] = ranked;
  if (!best) return undefined;
  const text = shownText(best.candidate);
  const isSame = ({ candidate }: Ranked) =>
    shownText(candidate) === text || saysTheSame(candidate, best.candidate) || isPartOf(candidate, best.candidate);
  const same = ranked.filter(isSame);
  const topProbability = same.reduce((sum, { probability }) => sum + probability, 0);
  const rivals = ranked.filter((one) => !isSame(one)).map(({ probability }) => probability);
  // Copies of a page, such as a manual as text and HTML, do not count as rivals.
  const pages = new Set(same.map(({ candidate }) => candidate.passage.documentId));
  const otherPage = ranked.find(({ candidate }) => !pages.has(candidate.passage.documentId));
  return {
    ...best.features,
    bias: 1,
    pageProbability: ranked.reduce(
      (sum, { candidate, probability }) => sum + (pages.has(candidate.passage.documentId) ? probability : 0),
      0,
    ),
    spread: entropy([topProbability, ...rivals]),
    topProbability,
    pageMargin: otherPage ? Math.min(MAX_MARGIN, best.score - otherPage.score) / MAX_MARGIN : 1,
  };
};

/** The entropy of probabilities: high where many candidates compete. */
const entropy = (probabilities: readonly number[]): number =>
  probabilities.reduce((sum, one) => (one > 0 ? sum - one * Math.log(one) : sum), 0);

/** Maximum probability of a doubtful choice. It is below the threshold for an answer. */
const MAX_DOUBTFUL = 0.5;

/** Above this share of words that no page contains, the question is about something else. */
const MAX_STRANGE = 0.6;

/** Minimum of `define` where a thing is defined at its own place. */
const AT_ITS_PLACE = 0.8;
/**
 * Probability of a definition that stands where the thing is introduced. Of those over the eleven corpora 36 of 39 are right;
 * a thing that much is written about has many rivals, which make the calibrator doubt the one that says what it is.
 */
const DEFINITION = 0.75;
const defines = ({ whatIs, says, define, missedShare }: Readonly<Record<CalibratorFeature, number>>): boolean =>
  whatIs === 1 && says === 1 && define >= AT_ITS_PLACE && missedShare === 0;

/** The calibrator's probability that a choice answers the question, whatever is doubtful about it. */
export const certaintyOf = (
  features: Readonly<Record<CalibratorFeature, number>>,
  weights: QuoteWeights['calibrator'],
): number => 1 / (1 + Math.exp(-scoreOf(features, weights)));

/** The probability that a choice answers the question. */
export const probabilityOf = (
  features: Readonly<Record<CalibratorFeature, number>>,
  weights: QuoteWeights['calibrator'],
): number => {
  if (features.strange > MAX_STRANGE) return 0;
  const probability = certaintyOf(features, weights);
  if (isDoubtful(features)) return Math.min(MAX_DOUBTFUL, probability);
  // Of eleven such choices below the line of an answer, over our corpora and five manuals, eight are right.
  if (probability < MAX_DOUBTFUL && doesIt(features) && features.ownCoverage >= MIN_OWN_OF_ACTION) return MAX_DOUBTFUL;
  return probability >= MAX_DOUBTFUL && defines(features) ? Math.max(probability, DEFINITION) : probability;
};

/** The probability that the best candidate answers the question. */
export const confidenceOf = (ranked: readonly Ranked[], weights: QuoteWeights['calibrator']): number => {
  const features = calibratorFeatures(ranked);
  return features ? probabilityOf(features, weights) : 0;
};
