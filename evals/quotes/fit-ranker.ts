import type { FeatureName } from '../../agent/quote/choice/features.ts';
import type { QuoteWeights } from '../../agent/quote/choice/weights.ts';
import type { QuoteExample } from './examples.ts';
import { dot, minimise, type Sign } from './projected-gradient.ts';

/** What the ranker may weigh, and to which side. */
const RANKER: Readonly<Partial<Record<FeatureName, Sign>>> = {
  coverage: 'positive',
  ownCoverage: 'positive',
  plainCoverage: 'positive',
  bm25Share: 'positive',
  rank: 'positive',
  nearness: 'positive',
  shownSigns: 'positive',
  shownCoverage: 'positive',
  ownSigns: 'positive',
  measure: 'positive',
  missedShare: 'negative',
  label: 'positive',
  column: 'positive',
  lead: 'positive',
  named: 'positive',
  bare: 'negative',
  figureMissing: 'negative',
  ownFigureMissing: 'negative',
  about: 'positive',
  opens: 'positive',
  fits: 'positive',
  gap: 'negative',
  first: 'positive',
  define: 'positive',
  says: 'positive',
  meaningMissing: 'negative',
  row: 'negative',
  operator: 'free',
  operatorQuality: 'positive',
  range: 'free',
  date: 'free',
  superlative: 'free',
  comparison: 'free',
  filter: 'free',
  count: 'free',
  other: 'free',
  whole: 'free',
  join: 'positive',
  dateMet: 'positive',
  missedNumbers: 'negative',
  echo: 'negative',
  old: 'negative',
  aboutPage: 'negative',
  long: 'negative',
  operatorUnmet: 'negative',
  asks: 'free',
  speaker: 'positive',
  year: 'negative',
  titled: 'positive',
  opening: 'positive',
  counted: 'positive',
  code: 'negative',
  permits: 'positive',
  negated: 'negative',
  conditional: 'negative',
  dangling: 'negative',
  changelog: 'negative',
  example: 'negative',
  cosine: 'positive',
  cosineGap: 'negative',
};
const RANKER_NAMES = Object.keys(RANKER) as FeatureName[];
/**
 * No example may say how bad a page that was replaced is, or a list of changes, and only one corpus asks what
 * things are: weights that were set stand.
 */
const FIXED: Readonly<Partial<Record<FeatureName, number>>> = {
  old: -5.7,
  aboutPage: -2.5,
  changelog: -2.5,
  example: -2.5,
  code: -2,
  says: 3,
};
const RIDGE = 0.002;

/** Fits a listwise softmax ranker: the share of the right candidates is to be large. */
export const fitRanker = (examples: readonly QuoteExample[], withEncoder: boolean): QuoteWeights['ranker'] => {
  const lists = examples.flatMap(({ weighed, right }) =>
    right.some(Boolean) && !right.every(Boolean)
      ? [{ rows: weighed.map(({ features }) => Float64Array.from(RANKER_NAMES, (name) => features[name])), right }]
      : [],
  );
  const fixed = new Map(
    Object.entries(FIXED).map(([name, value]) => [RANKER_NAMES.indexOf(name as FeatureName), value]),
  );
  const signs = RANKER_NAMES.map(
    (name): Sign => (!withEncoder && (name === 'cosine' || name === 'cosineGap') ? 'zero' : (RANKER[name] ?? 'free')),
  );
  const start = new Float64Array(RANKER_NAMES.length);
  for (const [at, value] of fixed) start[at] = value;
  const weights = minimise(
    (at, gradient) => {
      let loss = 0;
      for (const { rows, right } of lists) {
        const scores = rows.map((row) => dot(row, at));
        const highest = Math.max(...scores);
        const shares = scores.map((score) => Math.exp(score - highest));
        const all = shares.reduce((sum, share) => sum + share, 0);
        const good = shares.reduce((sum, share, index) => sum + (right[index] ? share : 0), 0) + 1e-12;
        loss -= Math.log(good / all) / lists.length;
        for (const [index, share] of shares.entries()) {
          const slope = (share / all - (right[index] ? share / good : 0)) / lists.length;
          if (Math.abs(slope) < 1e-9) continue;
          const row = rows[index] ?? NONE;
          for (let name = 0; name < row.length; name++)
            gradient[name] = (gradient[name] ?? 0) + slope * (row[name] ?? 0);
        }
      }
      for (const [name, weight] of at.entries()) {
        loss += RIDGE * weight * weight;
        gradient[name] = fixed.has(name) ? 0 : (gradient[name] ?? 0) + 2 * RIDGE * weight;
      }
      return loss;
    },
    start,
    signs,
  );
  return Object.fromEntries(
    RANKER_NAMES.map((name, at) => [name, round(weights[at] ?? 0)]).filter(([, weight]) => weight !== 0),
  );
};

const NONE = new Float64Array(0);
const round = (value: number): number => Math.round(value * 1000) / 1000;
