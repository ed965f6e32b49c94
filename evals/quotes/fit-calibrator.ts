import { calibratorFeatures } from '../../agent/quote/choice/certainty.ts';
import { isDoubtful } from '../../agent/quote/choice/doubts.ts';
import { rankCandidates } from '../../agent/quote/choice/rank.ts';
import type { CalibratorFeature, QuoteWeights } from '../../agent/quote/choice/weights.ts';
import type { QuoteExample } from './examples.ts';
import { dot, minimise, type Sign } from './projected-gradient.ts';

/**
 * What the calibrator may weigh, and to which side. It sees few examples of each kind of page, so it is kept to what says how sure
 * a choice is on any page; what orders candidates (their length, their operator) only memorised the pages that were fitted to.
 */
const CALIBRATOR: Readonly<Partial<Record<CalibratorFeature, Sign>>> = {
  bias: 'free',
  alone: 'positive',
  exact: 'positive',
  topProbability: 'positive',
  pageProbability: 'positive',
  pageMargin: 'positive',
  measure: 'positive',
  ownSigns: 'positive',
  signsMissing: 'negative',
  label: 'positive',
  named: 'positive',
  ownFigureMissing: 'negative',
  about: 'positive',
  opens: 'positive',
  fits: 'positive',
  gap: 'negative',
  thin: 'negative',
  column: 'positive',
  define: 'positive',
  says: 'positive',
  coverage: 'positive',
  shownCoverage: 'positive',
  bm25Share: 'positive',
  nearness: 'positive',
  rank: 'positive',
  operator: 'positive',
  operatorQuality: 'positive',
  missedShare: 'negative',
  missedNumbers: 'negative',
  missedNames: 'negative',
  unknown: 'negative',
  dateUnmet: 'negative',
  operatorUnmet: 'negative',
  old: 'negative',
  asks: 'free',
  chat: 'negative',
  speaker: 'positive',
  titled: 'positive',
  opening: 'positive',
  code: 'negative',
  permits: 'positive',
  howTo: 'free',
  instructs: 'positive',
  whatIs: 'free',
  yesNo: 'free',
  spread: 'negative',
  negated: 'negative',
  conditional: 'negative',
  dangling: 'negative',
  changelog: 'negative',
  strange: 'negative',
  cosine: 'positive',
};
const NAMES = Object.keys(CALIBRATOR) as CalibratorFeature[];
/** Too few examples ask for a replaced page, and no other corpus says that what is said in passing is less sure: priors stand. */
const FIXED: Readonly<Partial<Record<CalibratorFeature, number>>> = { old: -4.24, chat: -0.7 };
/** Features that say much the same share their weight: it carries over to other pages better than .002 and .0005. */
const RIDGE = 0.006;
/** Of each answerable question, what would be quoted if its answer's pages were not there is a wrong answer of this weight. */
const REMOVED_WEIGHT = 0.35;
/** What would be quoted to a question of another corpus. */
const FOREIGN_WEIGHT = 0.3;

/** A best candidate, whether it is right, and how much it counts. */
export interface Verdict {
  features: Readonly<Record<CalibratorFeature, number>>;
  right: boolean;
  weight: number;
  /** Undefined for what is left once the answer's pages are removed. */
  example?: QuoteExample;
}

/** What the ranker puts first for each example. */
export const verdictsOf = (examples: readonly QuoteExample[], ranker: QuoteWeights['ranker']): Verdict[] =>
  examples.flatMap((example) => {
    const { row, weighed, right, onPage, foreign, weight } = example;
    const rightOf = new Map(weighed.map(({ candidate }, at) => [candidate, right[at] ?? false]));
    const ranked = rankCandidates(weighed, ranker);
    const features = calibratorFeatures(ranked);
    const first = ranked[0];
    const verdicts: Verdict[] =
      features && first
        ? [
            {
              features,
              right: (first.tied ?? [first.candidate]).some((one) => rightOf.get(one)),
              weight: weight * (foreign ? FOREIGN_WEIGHT : 1),
              example,
            },
          ]
        : [];
    if (foreign || row.expected.kind !== 'answer' || !right.some(Boolean)) return verdicts;
    const left = calibratorFeatures(
      rankCandidates(
        weighed.filter((_, at) => !onPage[at]),
        ranker,
      ),
    );
    return left ? [...verdicts, { features: left, right: false, weight: weight * REMOVED_WEIGHT }] : verdicts;
  });

/** Fits the probability that what the ranker puts first is right: a logistic regression over those that may be called an answer. */
export const fitCalibrator = (all: readonly Verdict[], withEncoder: boolean): QuoteWeights['calibrator'] => {
  const verdicts = all.filter(({ features }) => !isDoubtful(features));
  const rows = verdicts.map(({ features }) => Float64Array.from(NAMES, (name) => features[name]));
  const total = verdicts.reduce((sum, { weight }) => sum + weight, 0);
  const fixed = new Map(
    Object.entries(FIXED).map(([name, value]) => [NAMES.indexOf(name as CalibratorFeature), value]),
  );
  const start = new Float64Array(NAMES.length);
  for (const [at, value] of fixed) start[at] = value;
  const signs = NAMES.map((name): Sign => (!withEncoder && name === 'cosine' ? 'zero' : (CALIBRATOR[name] ?? 'free')));
  const weights = minimise(
    (at, gradient) => {
      let loss = 0;
      for (const [index, row] of rows.entries()) {
        const { right = false, weight = 0 } = verdicts[index] ?? {};
        const score = dot(row, at);
        const probability = 1 / (1 + Math.exp(-score));
        loss -= (weight / total) * Math.log(Math.max(1e-12, right ? probability : 1 - probability));
        const slope = (weight / total) * (probability - (right ? 1 : 0));
        for (let name = 0; name < row.length; name++) gradient[name] = (gradient[name] ?? 0) + slope * (row[name] ?? 0);
      }
      for (const [name, weight] of at.entries()) {
        if (NAMES[name] === 'bias') continue;
        loss += RIDGE * weight * weight;
        gradient[name] = fixed.has(name) ? 0 : (gradient[name] ?? 0) + 2 * RIDGE * weight;
      }
      return loss;
    },
    start,
    signs,
  );
  return Object.fromEntries(
    NAMES.map((name, at) => [name, Math.round((weights[at] ?? 0) * 1000) / 1000]).filter(([, weight]) => weight !== 0),
  );
};
