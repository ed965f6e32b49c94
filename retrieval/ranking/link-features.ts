import type { HopOrigins, Hops } from './hops.ts';
import { type LexicalScores, sentenceScores } from './lexical-scores.ts';
import type { Question } from './question.ts';
import type { Link } from './title-links.ts';
import type { StageWeights } from './weights.ts';

/** Features of a passage t: the maximum over a ranking's top passages p that lead to it (docs/search.md, ranking step 6). */
export interface LinkFeatures {
  /** base(p) · weight of the link · score of the linking sentence. */
  linkSentence: number;
  /** base(p) · weight of the link · residual(t | p). */
  linkResidual: number;
  /** base(p) · rarity of the entity · score of p's best sentence with the entity. */
  sharedSentence: number;
  /** sharedSentence · residual(t | p). */
  sharedResidual: number;
  /** The link or entity with the highest value, for explanations. */
  best?: Reason;
}

/** A link or shared entity that leads to a passage. `from` is the passage that it starts at. */
export interface Reason {
  value: number;
  from: number;
  through: string;
  kind: 'link' | 'entity';
  fact?: Link['fact'];
}

export const NO_LINKS: LinkFeatures = { linkSentence: 0, linkResidual: 0, sharedSentence: 0, sharedResidual: 0 };

/** Sentence score of an entity that occurs only in the passage's title. */
const TITLE_ONLY = 0.3;
/** Names with at least this Jaccard similarity of words count as the same. */
const SAME_NAME = 0.5;

/** The links' part of a score, with the weights of one stage. */
export const linkScore = (links: LinkFeatures, weights: StageWeights): number =>
  weighted(weights, links.linkSentence, links.linkResidual, links.sharedSentence, links.sharedResidual);
const weighted = (
  weights: StageWeights,
  linkSentence: number,
  linkResidual: number,
  sharedSentence: number,
  sharedResidual: number,
): number =>
  weights.linkSentence * linkSentence +
  weights.linkResidual * linkResidual +
  weights.sharedSentence * sharedSentence +
  weights.sharedResidual * sharedResidual;

/** Whether the question names an entity. Its words then find the passages with it, so it is not used as a connection. */
export const namedInQuestion = ({ names }: Question): ((key: string) => boolean) => {
  const others = names.map((name) => name.split(' '));
  return (key) => {
    const words = key.split(' ');
    return others.some((other) => {
      const common = words.filter((word) => other.includes(word)).length;
      return common / (words.length + other.length - common) >= SAME_NAME;
    });
  };
};

/** The highest score of the sentences in a bitmap. */
export const bestSentence = (scores: Float64Array, { sentences }: { sentences: number }): number => {
  if (sentences === 0) return TITLE_ONLY;
  let best = 0;
  for (let i = 0; i < scores.length; i++) if ((sentences >> i) & 1) best = Math.max(best, scores[i]!);
  return best;
};

/** The idf-weighted share of the question's stems in a fact, which is scored like a sentence. */
const idfShare = ({ stems }: Question, { idf }: LexicalScores, held: ReadonlySet<string>): number => {
  let [part, whole] = [0, 0];
  for (const [i, weight] of idf.entries()) {
    whole += weight;
    if (held.has(stems[i] ?? '')) part += weight;
  }
  return whole > 0 ? part / whole : 0;
};

/** The sentence scores of these passages, divided by the highest of all. */
export const scaledSentenceScores = (
  lexical: LexicalScores,
  hops: readonly Hops[],
  averageLength: number,
): Float64Array[] => {
  const scores = hops.map(({ passage }) => sentenceScores(lexical, passage, averageLength));
  const best = Math.max(1e-9, ...scores.map((values) => Math.max(...values)));
  return scores.map((values) => values.map((value) => value / best));
};

/** The link features of the passages that a hop reached, in the order in which they were. */
export interface ReachedPassages {
  readonly size: number;
  keys(): Iterable<number>;
  get(passage: number): LinkFeatures | undefined;
  /** Each passage's `linkScore`, in their order. */
  scores(weights: StageWeights): Float64Array;
}

/** The link features of all passages to which these origins lead. */
export const linkFeatures = (
  question: Question,
  lexical: LexicalScores,
  { hops, base, sentences }: HopOrigins,
): ReachedPassages => {
  const reached = columnsOfReached();
  const scored = hops.map((hop, i) => ({ ...hop, scores: sentences[i] ?? new Float64Array() }));
  const isNamed = namedInQuestion(question);
  // Sorted by id, because the first of equal reasons is kept, and passage numbers depend on the order of ingestion.
  scored.sort((a, b) => (a.passage.passageId < b.passage.passageId ? -1 : 1));
  for (const { passage, links, shared, scores } of scored) {
    const from = base.get(passage.number) ?? 0;
    const held = lexical.stemsIn(passage.number);
    /** The target's BM25 for the question's stems that this passage lacks, relative to the best score. */
    const residual = (target: number) => (lexical.best > 0 ? lexical.totalWithout(target, held) / lexical.best : 0);
    for (const { to: targets, weight, through, fact } of links) {
      const best = Math.max(bestSentence(scores, through), fact ? idfShare(question, lexical, fact.stems) : 0);
      const sentence = from * weight * best;
      const by = reached.addReason({ from: passage.number, through: through.name, kind: 'link', fact });
      for (const to of targets)
        if (to !== passage.number) reached.addLink(to, sentence, from * weight * residual(to), by);
    }
    for (const { entity, passages, rarity } of shared) {
      if (isNamed(entity.key)) continue;
      const value = from * rarity * bestSentence(scores, entity);
      const by = reached.addReason({ from: passage.number, through: entity.name, kind: 'entity' });
      for (const to of passages) if (to !== passage.number) reached.addShared(to, value, value * residual(to), by);
    }
  }
  return reached;
};

/** Passages that a hop has room for at first. */
const FIRST_REACHED = 1024;

/** Keeps features in columns: a hop may reach thousands of passages, and a question asks for those of a few hundred. */
const columnsOfReached = () => {
  const places = new Map<number, number>();
  const reasons: Omit<Reason, 'value'>[] = [];
  let linkSentence = new Float64Array(FIRST_REACHED);
  let linkResidual = new Float64Array(FIRST_REACHED);
  let sharedSentence = new Float64Array(FIRST_REACHED);
  let sharedResidual = new Float64Array(FIRST_REACHED);
  /** The highest value of a reason, and which one it was. */
  let value = new Float64Array(FIRST_REACHED);
  let reason = new Int32Array(FIRST_REACHED);
  const grow = () => {
    const larger = <Column extends Float64Array | Int32Array>(column: Column, empty: Column): Column => {
      empty.set(column);
      return empty;
    };
    const size = 2 * value.length;
    linkSentence = larger(linkSentence, new Float64Array(size));
    linkResidual = larger(linkResidual, new Float64Array(size));
    sharedSentence = larger(sharedSentence, new Float64Array(size));
    sharedResidual = larger(sharedResidual, new Float64Array(size));
    value = larger(value, new Float64Array(size));
    reason = larger(reason, new Int32Array(size));
  };
  const placeOf = (passage: number): number => {
    let at = places.get(passage);
    if (at === undefined) {
      at = places.size;
      if (at === value.length) grow();
      value[at] = Number.NEGATIVE_INFINITY;
      places.set(passage, at);
    }
    return at;
  };
  const addValue = (at: number, one: number, by: number) => {
    // The first of equal ones stays.
    if (one <= value[at]!) return;
    value[at] = one;
    reason[at] = by;
  };
  const featuresAt = (at: number): LinkFeatures => ({
    linkSentence: linkSentence[at]!,
    linkResidual: linkResidual[at]!,
    sharedSentence: sharedSentence[at]!,
    sharedResidual: sharedResidual[at]!,
    best: { value: value[at]!, ...reasons[reason[at]!]! },
  });
  return {
    get size() {
      return places.size;
    },
    keys: () => places.keys(),
    get(passage: number) {
      const at = places.get(passage);
      return at === undefined ? undefined : featuresAt(at);
    },
    scores(weights: StageWeights) {
      const scores = new Float64Array(places.size);
      for (let at = 0; at < scores.length; at++)
        scores[at] = weighted(weights, linkSentence[at]!, linkResidual[at]!, sharedSentence[at]!, sharedResidual[at]!);
      return scores;
    },
    /** @returns what the next values are added by */
    addReason: (one: Omit<Reason, 'value'>): number => reasons.push(one) - 1,
    addLink(passage: number, sentence: number, residual: number, by: number) {
      const at = placeOf(passage);
      if (sentence > linkSentence[at]!) linkSentence[at] = sentence;
      if (residual > linkResidual[at]!) linkResidual[at] = residual;
      addValue(at, sentence + residual, by);
    },
    addShared(passage: number, sentence: number, residual: number, by: number) {
      const at = placeOf(passage);
      if (sentence > sharedSentence[at]!) sharedSentence[at] = sentence;
      if (residual > sharedResidual[at]!) sharedResidual[at] = residual;
      addValue(at, sentence + residual, by);
    },
  };
};
