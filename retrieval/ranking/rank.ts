import type { Scope } from '../../core/document.ts';
import type { PassageIndex, VectorStore } from '../../stores/index.ts';
import { agreements } from './agreement.ts';
import { type Evidence, featuresOf, gatherEvidence, rankCandidates, scaleScores } from './evidence.ts';
import { type HopOrigins, readHops } from './hops.ts';
import { keepWhole } from './keep-whole.ts';
import type { LexicalScores } from './lexical-scores.ts';
import {
  type LinkFeatures,
  linkFeatures,
  linkScore,
  NO_LINKS,
  type Reason,
  scaledSentenceScores,
} from './link-features.ts';
import { pageOf, titleOnceAPage } from './once-a-page.ts';
import { analyseQuestion } from './question.ts';
import type { ReadFacts } from './stated-links.ts';
import { subQuestioner } from './sub-questions.ts';
import { type Features, type StageWeights, scoreOf, type Weights, WITH_ENCODER, WITHOUT_ENCODER } from './weights.ts';

/** What ranking reads, and on whose behalf. */
export interface RankOptions {
  index: PassageIndex;
  vectors: Pick<VectorStore, 'search' | 'vectors'>;
  scopes: readonly Scope[];
  /** The question's unit vector; absent without an encoder or when it is down. */
  vector?: Float32Array;
  /** The cosine that its encoder gives to texts with nothing in common; 0 by default. */
  unrelated?: number;
  /** Encodes sub-questions; undefined when that fails, and the ranking does without them. */
  embed?: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>;
  /** Passages that earlier searches for the same question found: hops start from them too. */
  seeds?: readonly number[];
  /** Stated facts, whose links count beside names and hyperlinks; absent: the ranking does without them. */
  readFacts?: ReadFacts;
  /** Weights in place of the fitted ones, for fitting. */
  weights?: Weights;
}

/** A passage in the ranking, with every feature that made its score. */
export interface Ranked {
  passage: number;
  score: number;
  features: Features;
  lexical: LexicalScores;
  links: LinkFeatures;
  /** The links that led to it, first to last; each names the passage that it begins at. */
  path: Reason[];
  cosine?: number;
  title?: string;
}

/** Passages of a ranking that the next hop starts from. */
const HOP_ORIGINS = 20;
/** Passages that a hop adds to the candidates: those with the best link scores. */
const HOP_CANDIDATES = 100;
/** Passages that get a final score. */
const SCORED = 100;
/** A seed's score in the base ranking, at least. */
const SEED_SCORE = 0.85;
/** Score of a seed's sentences, at least: the words that found it are not in this question. */
const SEED_SENTENCE = 0.65;

/**
 * Ranks passages for a question; docs/search.md numbers the steps. Words, vectors and titles give a base ranking; its best
 * passages hop over links and shared entities to others, twice; sub-questions made by rule then weigh what the question
 * asks beyond them. Reads are batched and bounded: the question's postings, 200 nearest vectors, and the neighbourhoods of
 * twice 20 passages.
 *
 * @returns The k best, best first
 */
export const rank = async (text: string, k: number, options: RankOptions): Promise<Ranked[]> => {
  const evidence = await gatherEvidence(analyseQuestion(text), options);
  const weights = options.weights ?? (evidence.cosines ? WITH_ENCODER : WITHOUT_ENCODER);

  const base = rankCandidates(evidence, weights.base);
  const first = await hop(evidence, base, weights.stage1, options);
  const stage1 = rankCandidates(evidence, weights.stage1, first.links);
  const second = await hop(evidence, stage1, weights.final, options);
  const best = [...rankCandidates(evidence, weights.final, second.links).keys()].slice(0, SCORED);
  const subQuestions = await askSubQuestions(evidence, second, best, weights.final, options);

  const agreement = agreements(evidence, best);

  const ids = await options.index.idsOf(best, options.scopes);
  const ranked = best.map((passage): Ranked => {
    const links = second.links.get(passage) ?? NO_LINKS;
    const features = featuresOf(evidence, passage, links, subQuestions.get(passage), agreement.get(passage));
    return {
      passage,
      score: scoreOf(features, weights.final),
      features,
      lexical: evidence.lexical,
      links,
      path: pathTo(evidence, passage, links, first.links, weights.stage1),
      cosine: evidence.cosines?.known.get(passage),
      title: evidence.named.get(passage)?.title,
    };
  });
  // By id where scores are equal: numbers depend on the order in which pages came.
  const idOf = ({ passage }: Ranked) => ids.get(passage) ?? '';
  ranked.sort((a, b) => b.score - a.score || (idOf(a) < idOf(b) ? -1 : 1));
  const pages = new Map([...ids].map(([passage, id]) => [passage, pageOf(id)]));
  const once = titleOnceAPage(ranked, weights.final, (passage) => pages.get(passage));
  return keepWhole(once, evidence).slice(0, k);
};

/** Hop origins with the link features of the passages that they lead to. */
interface Hop extends HopOrigins {
  links: Map<number, LinkFeatures>;
}

/** The top of a ranking and the seeds, with where they lead (ranking step 4). */
const hopOriginsOf = async (
  evidence: Evidence,
  base: Map<number, number>,
  { index, scopes, seeds = [], readFacts }: RankOptions,
): Promise<HopOrigins> => {
  for (const passage of seeds) base.set(passage, Math.max(SEED_SCORE, base.get(passage) ?? 0));
  const top = [...base].sort((a, b) => b[1] - a[1]).slice(0, HOP_ORIGINS + seeds.length);
  const unread = top.map(([passage]) => passage).filter((passage) => !evidence.hops.has(passage));
  for (const read of await readHops(index, unread, scopes, evidence.passageCount, readFacts))
    evidence.hops.set(read.passage.number, read);
  const hops = top.flatMap(([passage]) => evidence.hops.get(passage) ?? []);
  const scored = scaledSentenceScores(evidence.lexical, hops, evidence.averageLength);
  const sentences = hops.map(({ passage }, i): Float64Array => {
    const scores = scored[i] ?? new Float64Array();
    return seeds.includes(passage.number) ? scores.map((score) => Math.max(score, SEED_SENTENCE)) : scores;
  });
  return { base, hops, sentences };
};

/** Follows links from a ranking's best passages (ranking steps 4 and 6); those with the best link scores become candidates. */
const hop = async (
  evidence: Evidence,
  base: Map<number, number>,
  weights: StageWeights,
  options: RankOptions,
): Promise<Hop> => {
  const origins = await hopOriginsOf(evidence, base, options);
  const links = linkFeatures(evidence.question, evidence.lexical, origins);
  const reached = [...links].flatMap(([passage, features]) =>
    evidence.candidates.has(passage) ? [] : { passage, score: linkScore(features, weights) },
  );
  reached.sort((a, b) => b.score - a.score);
  for (const { passage } of reached.slice(0, HOP_CANDIDATES)) evidence.candidates.add(passage);
  await evidence.cosines?.look(evidence.candidates);
  return { ...origins, links };
};

/**
 * The links that led to a passage. Where the last link begins at a passage that owes its own rank to a link more than to
 * its words, vector and title, that earlier link comes first.
 */
const pathTo = (
  evidence: Evidence,
  passage: number,
  { best }: LinkFeatures,
  before: ReadonlyMap<number, LinkFeatures>,
  weights: StageWeights,
): Reason[] => {
  if (!best) return [];
  const earlier = before.get(best.from);
  if (!earlier?.best || earlier.best.from === passage) return [best];
  const byItself = scoreOf(featuresOf(evidence, best.from), weights);
  return linkScore(earlier, weights) > byItself ? [earlier.best, best] : [best];
};

/**
 * Asks sub-questions (ranking step 8), and once more from the passages that they lead to: the answer to a question of three
 * hops stands two pages away from those that its own words find. The second round's values count where there are any.
 */
const askSubQuestions = async (
  evidence: Evidence,
  from: Hop,
  passages: readonly number[],
  weights: StageWeights,
  options: RankOptions,
): Promise<Map<number, number>> => {
  const { embed } = options;
  if (!embed || weights.subQuestion === 0) return new Map();
  const ask = subQuestioner(evidence, passages, embed);
  const first = await ask(from);
  const scores = passages.map((passage): [number, number] => [
    passage,
    scoreOf(featuresOf(evidence, passage, from.links.get(passage), first.get(passage)), weights),
  ]);
  const second = await ask(await hopOriginsOf(evidence, scaleScores(scores), options));
  return new Map([...first, ...second]);
};
