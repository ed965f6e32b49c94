import { idfOf } from '../../../core/text/idf.ts';
import { words } from '../../../core/text/words.ts';
import type { Candidate } from '../candidates/candidate.ts';
import type { Sentence } from '../pages/passage-sentences.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import { asksWhat } from '../reading/what-is-asked.ts';
import { amongOthers, featuresOf, type WeighingContext } from './candidate-features.ts';
import type { Features, Weighed } from './features.ts';
import { isDefinition } from './kind/defines.ts';
import { asksHours } from './kind/lacks-kind.ts';
import { termCounts, unitScores } from './match/unit-scores.ts';

/** Best candidates by BM25 that are weighed, in addition to operator results. */
const MAX_CANDIDATES = 60;
/** Exponent of a term's idf in its weight. */
const RARITY = 0.7;

/**
 * Makes the function that selects the promising of some candidates and computes their features. The same candidates are
 * weighed again without some pages, so what does not depend on the others is computed once a candidate.
 */
export const createWeigher = (
  question: ReadQuestion,
  context: WeighingContext,
): ((all: readonly Candidate[]) => Weighed[]) => {
  const { counts, passages } = context;
  const rarity = (term: Term) => idfOf(Math.max(passages, 1), Math.min(passages, counts.get(term.stem) ?? 0));
  const weights = question.terms.map(
    (term) => rarity(term) ** RARITY * (term.light ? 0.2 : term.specific ? 1.25 : 1) * term.share,
  );
  const unknown = question.terms.filter(
    (term) => !term.light && !counts.get(term.stem) && !term.synonyms.some((other) => counts.get(other)),
  );
  const asksForHours = asksHours(question.text);
  const { common } = context;
  const ownFeatures = oncePerCandidate((one) => featuresOf(question, one, { weights, unknown, common }, context));
  const usesOf = oncePerCandidate((one) => termCounts(question.terms, one));
  const place = oncePerCandidate(placeOf);
  const defines = oncePerCandidate((one) => isDefinition(question, one));
  return (all) => {
    const bm25 = unitScores(question.terms, all, rarity, usesOf);
    const best = Math.max(...bm25, 1e-9);
    const bestOperator = Math.max(0, ...all.map(({ operation }) => operation?.quality ?? 0));
    const weighed = promisingAmong(all, bm25, asksWhat(question) ? defines : undefined).flatMap((at): Weighed[] => {
      const candidate = all[at];
      const own = candidate && ownFeatures(candidate);
      if (!own) return [];
      return [{ candidate, features: amongOthers(own, candidate, { bm25: (bm25[at] ?? 0) / best, bestOperator }) }];
    });
    const measured = asksForHours ? withHours(withMeasure(weighed)) : withMeasure(weighed);
    setAlone(measured, place);
    return measured;
  };
};

const oncePerCandidate = <Value>(compute: (candidate: Candidate) => Value): ((candidate: Candidate) => Value) => {
  const known = new Map<Candidate, Value>();
  return (candidate) => {
    if (!known.has(candidate)) known.set(candidate, compute(candidate));
    return known.get(candidate) as Value;
  };
};

/**
 * Indices of the best candidates by BM25, of definitions and of operator results.
 * @param defines if the question asks for a definition
 */
const promisingAmong = (
  all: readonly Candidate[],
  bm25: ArrayLike<number>,
  defines: ((candidate: Candidate) => boolean) | undefined,
): number[] => {
  const order = [...all.keys()]
    .filter((at) => !all[at]?.operation && (bm25[at] ?? 0) > 0)
    .sort((a, b) => (bm25[b] ?? 0) - (bm25[a] ?? 0));
  const excluded = excludedRows(all);
  const [promising, others] = splitAt(
    order.filter((at) => !excluded.has(at)),
    MAX_CANDIDATES,
  );
  return [
    ...promising,
    // BM25 may rank a definition low: "This command displays …" matches the question only by its page's title, and a
    // page's first sentence is often a long one.
    ...(defines ? others.filter((at) => all[at] && defines(all[at])) : []),
    ...[...all.keys()].filter((at) => all[at]?.operation),
  ];
};

const splitAt = <Item>(items: readonly Item[], at: number): [Item[], Item[]] => [items.slice(0, at), items.slice(at)];

/** A row with less own coverage matches only what every row of its table matches. */
const MIN_ROW_OWN = 0.15;

/**
 * If any candidate states a number in the unit asked for, drops those that do not, and rows that do not match by
 * themselves.
 */
const withMeasure = (weighed: readonly Weighed[]): Weighed[] =>
  weighed.some(({ features }) => features.measure === 1)
    ? weighed.filter(
        ({ features }) => features.measure >= 0 && !(features.row === 1 && features.ownCoverage < MIN_ROW_OWN),
      )
    : [...weighed];

/** If any candidate has the whole question and tells a time, drops those that tell none: the year in which an office opened. */
const withHours = (weighed: readonly Weighed[]): Weighed[] =>
  weighed.some(({ features }) => features.kindMissing === 0 && features.missedShare === 0)
    ? weighed.filter(({ features }) => features.kindMissing === 0)
    : [...weighed];

/** Minimum quality of a range or date operator whose row excludes the table's other rows. */
const MIN_TRUSTED = 0.5;

/**
 * Indices of table rows that a range or date operator decided against: for 30, "ten or more" does not answer beside
 * "twenty-five or more".
 */
const excludedRows = (all: readonly Candidate[]): Set<number> => {
  const taken = new Map<string, Set<number>>();
  for (const { operation } of all)
    if (
      operation &&
      (operation.operator === 'range' || operation.operator === 'date') &&
      operation.quality >= MIN_TRUSTED
    )
      taken.set(operation.table.id, new Set([...(taken.get(operation.table.id) ?? []), ...operation.rows]));
  return new Set(
    all.flatMap(({ table, rows, operation }, at) => {
      const others = table && !operation ? taken.get(table.id) : undefined;
      return others && !rows?.some((row) => others.has(row)) ? [at] : [];
    }),
  );
};

/** Less coverage by at most this much counts as as much. */
const SAME_COVERAGE = 0.02;
/** The signs of an answer of which a place must show as many. */
const SIGNS = ['ownSigns', 'define', 'says', 'named'] as const satisfies readonly (keyof Features)[];

/**
 * Sets `alone` to 1 / the number of places that cover as much of the question, are no more out of date and show as many signs
 * of an answer. An answer in only one place is more certain.
 */
const setAlone = (weighed: readonly Weighed[], place: (candidate: Candidate) => string): void => {
  // There are thousands of pairs: places are compared by number, and features stand in columns.
  const numbers = new Map<string, number>();
  const places = Uint16Array.from(weighed, ({ candidate }) => {
    const key = place(candidate);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  const columnOf = (name: keyof Features) => Float64Array.from(weighed, ({ features }) => features[name]);
  const [coverage, old] = [columnOf('coverage'), columnOf('old')];
  const signs = SIGNS.map(columnOf);
  const coversAsMuch = (one: number, other: number): boolean =>
    coverage[one]! >= coverage[other]! - SAME_COVERAGE &&
    old[one]! <= old[other]! &&
    signs.every((column) => column[one]! >= column[other]!);
  const counted = new Int32Array(numbers.size).fill(-1);
  for (const [other, { features }] of weighed.entries()) {
    let alike = 0;
    for (let one = 0; one < places.length; one++)
      if (counted[places[one]!] !== other && coversAsMuch(one, other)) {
        counted[places[one]!] = other;
        alike += 1;
      }
    features.alone = 1 / Math.max(1, alike);
  }
};

/**
 * Key of the candidate's paragraph or table. The same paragraph on two pages (a manual as text and as HTML) is one
 * place.
 */
const placeOf = ({ sentence, table, passage }: Candidate): string => {
  if (!sentence) return `${passage.id}|${table?.id ?? ''}`;
  const { itself, parent } = sentence;
  let place = places.get(itself);
  if (place === undefined) {
    const opening = parent.sentences.find(({ paragraph }) => paragraph === itself.paragraph);
    place = words(opening?.plain ?? '').join(' ');
    places.set(itself, place);
  }
  return place;
};
/** Of sentences, as long as they are remembered. */
const places = new WeakMap<Sentence, string>();
