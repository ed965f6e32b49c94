import type { HopOrigins, Hops, Link, Shared } from './hops.ts';
import { type LexicalScores, sentenceScores } from './lexical-scores.ts';
import type { Question } from './question.ts';
import type { StageWeights } from './weights.ts';

/** What the best passages of a ranking say for another one (retrieval.md, step 7); each the best over those passages. */
export interface LinkFeatures {
  /** hls = base(p) · w(p→t) · σ of the linking sentence. */
  linkSentence: number;
  /** hlr = base(p) · w(p→t) · residual(t | p). */
  linkResidual: number;
  /** shs = base(p) · rarity(e) · σ of p's sentences that hold e. */
  sharedSentence: number;
  /** shsr = shs · residual(t | p). */
  sharedResidual: number;
  /** The link or entity that counted most, for the explanation. */
  best?: Reason;
}

/** What led to a passage, and from where. */
export interface Reason {
  value: number;
  from: number;
  through: string;
  kind: 'link' | 'entity';
  fact?: Link['fact'];
}

export const NO_LINKS: LinkFeatures = { linkSentence: 0, linkResidual: 0, sharedSentence: 0, sharedResidual: 0 };

/** What the links say for a passage, by the weights of a stage. */
export const linkScore = (links: LinkFeatures, weights: StageWeights): number =>
  weights.linkSentence * links.linkSentence +
  weights.linkResidual * links.linkResidual +
  weights.sharedSentence * links.sharedSentence +
  weights.sharedResidual * links.sharedResidual;

/** An entity that the question names: what shares it is found by the question's own words. */
export const namedInQuestion = (key: string, question: Question): boolean => {
  const words = key.split(' ');
  return question.names.some((name) => {
    const other = name.split(' ');
    const common = words.filter((word) => other.includes(word)).length;
    return common / (words.length + other.length - common) >= 0.5;
  });
};

/** σ at its best over the sentences of a bit set; .3 for an entity that only the title holds. */
export const bestSentence = (sigma: Float64Array, { sentences }: { sentences: number }): number => {
  if (sentences === 0) return 0.3;
  let best = 0;
  for (let i = 0; i < sigma.length; i++) if ((sentences >> i) & 1) best = Math.max(best, sigma[i]!);
  return best;
};

/** idf of the question's stems that a fact holds, as a share of the whole question's: a fact is a sentence of its own. */
const idfShare = ({ stems }: Question, { idf }: LexicalScores, held: ReadonlySet<string>): number => {
  let [part, whole] = [0, 0];
  for (const [i, stem] of stems.entries()) {
    whole += idf[i]!;
    if (held.has(stem)) part += idf[i]!;
  }
  return whole > 0 ? part / whole : 0;
};

/** Every sentence score of these passages, scaled by the best one of them all. */
export const scaledSentenceScores = (
  lexical: LexicalScores,
  hops: readonly Hops[],
  averageLength: number,
): Float64Array[] => {
  const scores = hops.map(({ passage }) => sentenceScores(lexical, passage, averageLength));
  const best = Math.max(1e-9, ...scores.map((values) => Math.max(...values)));
  return scores.map((values) => values.map((value) => value / best));
};

/** The link features of every passage that one of these leads to. */
export const linkFeatures = (
  question: Question,
  lexical: LexicalScores,
  { hops, base, sigma }: HopOrigins,
): Map<number, LinkFeatures> => {
  const features = new Map<number, LinkFeatures>();
  const of = (passage: number) => {
    let known = features.get(passage);
    if (!known) {
      known = { ...NO_LINKS };
      features.set(passage, known);
    }
    return known;
  };
  // By id: of equal reasons the first is told, and numbers tell in which order pages came.
  const byId = [...hops.entries()].sort(([, a], [, b]) => (a.passage.passageId < b.passage.passageId ? -1 : 1));
  for (const [i, { passage, links, shared }] of byId) {
    const from = base.get(passage.number)!;
    const held = lexical.stemsIn(passage.number);
    /** BM25 of what the question asks beyond p, as a share of the best whole score. */
    const residual = (target: number) => (lexical.best > 0 ? lexical.totalWithout(target, held) / lexical.best : 0);
    const follow = ({ to, weight, through, fact }: Link) => {
      const said = Math.max(bestSentence(sigma[i]!, through), fact ? idfShare(question, lexical, fact.stems) : 0);
      const sentence = from * weight * said;
      const rest = from * weight * residual(to);
      const target = of(to);
      target.linkSentence = Math.max(target.linkSentence, sentence);
      target.linkResidual = Math.max(target.linkResidual, rest);
      if (saysMore(target, sentence + rest))
        target.best = { value: sentence + rest, from: passage.number, through: through.name, kind: 'link', fact };
    };
    const share = ({ entity, passages, rarity }: Shared) => {
      const value = from * rarity * bestSentence(sigma[i]!, entity);
      for (const to of passages) {
        if (to === passage.number) continue;
        const target = of(to);
        const rest = value * residual(to);
        target.sharedSentence = Math.max(target.sharedSentence, value);
        target.sharedResidual = Math.max(target.sharedResidual, rest);
        if (saysMore(target, value + rest))
          target.best = { value: value + rest, from: passage.number, through: entity.name, kind: 'entity' };
      }
    };
    links.forEach(follow);
    for (const one of shared) if (!namedInQuestion(one.entity.key, question)) share(one);
  }
  return features;
};

const saysMore = ({ best }: LinkFeatures, value: number): boolean => !best || value > best.value;
