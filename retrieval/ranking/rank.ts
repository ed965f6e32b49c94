import type { Scope } from '../../core/document.ts';
import type { PassageIndex } from '../../stores/passage-index.ts';
import type { VectorStore } from '../../stores/vectors.ts';
import { type Cosines, openCosines } from './cosines.ts';
import { type HopOrigins, type Hops, MAX_TITLED, readHops } from './hops.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import {
  type LinkFeatures,
  linkFeatures,
  linkScore,
  NO_LINKS,
  type Reason,
  scaledSentenceScores,
} from './link-features.ts';
import { pageOf, titleOnceAPage } from './once-a-page.ts';
import { analyseQuestion, type Question } from './question.ts';
import { readStems } from './read-stems.ts';
import type { ReadFacts } from './stated-links.ts';
import { dense, lexicalShare, titleShare, titlesNamed } from './static-features.ts';
import { subQuestioner } from './sub-questions.ts';
import { type StageWeights, type Weights, WITH_ENCODER, WITHOUT_ENCODER } from './weights.ts';

/** What ranking reads, and on whose behalf. */
export interface RankParts {
  index: PassageIndex;
  vectors: Pick<VectorStore, 'search' | 'vectors'>;
  scopes: readonly Scope[];
  /** The question's unit vector; absent without an encoder or when it is down. */
  vector?: Float32Array;
  /** Encodes sub-questions; undefined when that fails, and the ranking does without them. */
  embed?: (texts: readonly string[]) => Promise<readonly Float32Array[] | undefined>;
  /** What earlier rounds found: passages that count as good ones to hop from. */
  seeds?: readonly number[];
  /** Stated facts, whose links count beside names and hyperlinks; absent: the ranking does without them. */
  readFacts?: ReadFacts;
  /** Other weights than the fitted ones, for fitting. */
  weights?: Weights;
}

/** A passage in the ranking, with every feature that made its score. */
export interface Ranked {
  passage: number;
  score: number;
  features: Features;
  lexical: LexicalScores;
  links: LinkFeatures;
  /** What led to it, link by link: from a passage that stands for itself to the one that the last link begins at. */
  path: Reason[];
  cosine?: number;
  title?: string;
}

/** A feature's value by the name of its weight. */
export type Features = StageWeights;

type StaticFeatures = Pick<Features, 'dense' | 'lexical' | 'titleNamed' | 'titleShare'>;

/** Best passages by words, and by vectors, that become candidates. */
const DEPTH = 100;
/** Passages of a ranking that the next one hops from: K of step 7. */
const HOPS = 20;
/** Passages that a hop adds to the candidates, those that it says most for. */
const HOP_CANDIDATES = 100;
/** Passages that the final score is made for. */
const ASKED = 100;
/** Rank whose score is the 0 of a base ranking (step 8). */
const CLIP = 200;
/** What a passage known from an earlier round counts as in the base ranking, at least. */
const SEED_SCORE = 0.85;
/** σ of its sentences, at least: what it was found for is not in this question's words. */
const SEED_SENTENCE = 0.65;

/**
 * Ranks passages for a question by the recipe of retrieval.md, in its simplified form: words, vectors and titles give a
 * base ranking; its best passages hop over links and shared entities to others, twice; sub-questions by rule weigh what
 * remains to be asked. Reads are batched and bounded: the question's postings, 200 nearest vectors, and the neighbourhoods
 * of twice 20 passages.
 *
 * @returns The k best, best first
 */
export const rank = async (text: string, k: number, parts: RankParts): Promise<Ranked[]> => {
  const question = analyseQuestion(text);
  const evidence = await gather(question, parts);
  const weights = parts.weights ?? (evidence.cosines ? WITH_ENCODER : WITHOUT_ENCODER);

  const base = ranking(evidence, weights.base);
  const first = await hop(evidence, base, weights.stage1, parts);
  const stage1 = ranking(evidence, weights.stage1, first.links);
  const second = await hop(evidence, stage1, weights.final, parts);
  const likely = [...ranking(evidence, weights.final, second.links)].map(([passage]) => passage).slice(0, ASKED);
  const subQuestions = await askTwice(evidence, second, likely, weights.final, parts);
  const ids = await parts.index.idsOf(likely, parts.scopes);
  const ranked = likely
    .map((passage): Ranked => {
      const links = second.links.get(passage) ?? NO_LINKS;
      const features = featuresOf(evidence, passage, links, subQuestions.get(passage) ?? 0);
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
    })
    // By id where scores are equal: numbers tell in which order pages came.
    .sort((a, b) => b.score - a.score || (ids.get(a.passage)! < ids.get(b.passage)! ? -1 : 1));
  const pages = new Map([...ids].map(([passage, id]) => [passage, pageOf(id)]));
  return titleOnceAPage(ranked, weights.final, (passage) => pages.get(passage)).slice(0, k);
};

/** What is known of a question before any hop; the candidates and cosines grow with each. */
export interface Evidence {
  question: Question;
  passageCount: number;
  averageLength: number;
  lexical: LexicalScores;
  named: ReturnType<typeof titlesNamed>;
  cosines?: Cosines;
  candidates: Set<number>;
  /** What each candidate says by itself, as far as a ranking asked for it. */
  statics: Map<number, StaticFeatures>;
  /** Where passages lead, as far as it was read: the second hop starts from many of the first one's. */
  hops: Map<number, Hops>;
}

/** Steps 1, 3 and 5: what words, titles and vectors say, and the candidates that they bring. */
const gather = async (question: Question, { index, vectors, scopes, vector }: RankParts): Promise<Evidence> => {
  const size = await index.size(scopes);
  const [stems, titled, cosines] = await Promise.all([
    readStems(index, question.stems, scopes, size.passages),
    index.lists(
      'title',
      question.phrases.map(({ key }) => key),
      scopes,
      MAX_TITLED,
    ),
    vector && openCosines({ index, vectors, scopes }, vector, DEPTH),
  ]);
  const lexical = lexicalScores(stems, size, DEPTH);
  const named = titlesNamed(question, titled);
  const candidates = new Set([...lexical.top, ...named.keys(), ...(cosines?.known.keys() ?? [])]);
  await cosines?.look(candidates);
  const averageLength = size.words / Math.max(size.passages, 1);
  const known = { statics: new Map(), hops: new Map() };
  return { question, passageCount: size.passages, averageLength, lexical, named, cosines, candidates, ...known };
};

/** HopOrigins with what they say for the passages that they lead to. */
interface Hop extends HopOrigins {
  links: Map<number, LinkFeatures>;
}

/** Step 4, from the top of a base ranking and from what earlier rounds found. */
const hopOriginsOf = async (
  evidence: Evidence,
  base: Map<number, number>,
  { index, scopes, seeds = [], readFacts }: RankParts,
): Promise<HopOrigins> => {
  for (const passage of seeds) base.set(passage, Math.max(SEED_SCORE, base.get(passage) ?? 0));
  const top = [...base].sort((a, b) => b[1] - a[1]).slice(0, HOPS + seeds.length);
  const fresh = top.map(([passage]) => passage).filter((passage) => !evidence.hops.has(passage));
  for (const read of await readHops(index, fresh, scopes, evidence.passageCount, readFacts))
    evidence.hops.set(read.passage.number, read);
  const hops = top.flatMap(([passage]) => evidence.hops.get(passage) ?? []);
  const sigma = scaledSentenceScores(evidence.lexical, hops, evidence.averageLength).map((scores, i) =>
    seeds.includes(hops[i]!.passage.number) ? scores.map((score) => Math.max(score, SEED_SENTENCE)) : scores,
  );
  return { base, hops, sigma };
};

/** Steps 4 and 7; the passages that they say most for become candidates. */
const hop = async (
  evidence: Evidence,
  base: Map<number, number>,
  weights: StageWeights,
  parts: RankParts,
): Promise<Hop> => {
  const from = await hopOriginsOf(evidence, base, parts);
  const links = linkFeatures(evidence.question, evidence.lexical, from);
  const reached = [...links].flatMap(([passage, said]) =>
    evidence.candidates.has(passage) ? [] : { passage, score: linkScore(said, weights) },
  );
  reached.sort((a, b) => b.score - a.score);
  for (const { passage } of reached.slice(0, HOP_CANDIDATES)) evidence.candidates.add(passage);
  await evidence.cosines?.look(evidence.candidates);
  return { ...from, links };
};

/**
 * The links that led to a passage. Where the last one begins at a passage that itself stands high by its links more than by
 * its own words, vector and title, the link that led there comes before it.
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
  const itself = scoreOf(featuresOf(evidence, best.from, NO_LINKS, 0), weights);
  return linkScore(earlier, weights) > itself ? [earlier.best, best] : [best];
};

/**
 * Step 9, and once more from where its sub-questions lead: a question of three hops is answered two pages away from the
 * ones that its own words find. What the second asking says of a passage counts.
 */
const askTwice = async (
  evidence: Evidence,
  hops: Hop,
  passages: readonly number[],
  weights: StageWeights,
  parts: RankParts,
): Promise<Map<number, number>> => {
  const { embed } = parts;
  if (!embed || weights.subQuestion === 0) return new Map();
  const ask = subQuestioner(evidence, passages, embed);
  const first = await ask(hops);
  const led = passages.map((passage): [number, number] => [
    passage,
    scoreOf(featuresOf(evidence, passage, hops.links.get(passage) ?? NO_LINKS, first.get(passage) ?? 0), weights),
  ]);
  const second = await ask(await hopOriginsOf(evidence, scaled(led), parts));
  return new Map(passages.map((passage) => [passage, second.get(passage) ?? first.get(passage) ?? 0]));
};

/** Steps 5 and 8: mm of the weighted features over the candidates. */
const ranking = (
  evidence: Evidence,
  weights: StageWeights,
  links: ReadonlyMap<number, LinkFeatures> = new Map(),
): Map<number, number> =>
  scaled(
    Array.from(evidence.candidates, (passage): [number, number] => [
      passage,
      scoreOf(featuresOf(evidence, passage, links.get(passage) ?? NO_LINKS, 0), weights),
    ]),
  );

/** Best first, scaled to [0, 1] and clipped below at the 200th best. */
const scaled = (scores: [number, number][]): Map<number, number> => {
  scores.sort((a, b) => b[1] - a[1]);
  const high = scores[0]?.[1] ?? 0;
  const low = scores[CLIP - 1]?.[1] ?? scores.at(-1)?.[1] ?? 0;
  return new Map(scores.map(([passage, score]) => [passage, Math.max(0, (score - low) / (high - low || 1))]));
};

const featuresOf = (evidence: Evidence, passage: number, links: LinkFeatures, subQuestion: number): Features => {
  let statics = evidence.statics.get(passage);
  if (!statics) {
    const { cosines, lexical, named } = evidence;
    statics = {
      dense: dense(cosines, passage),
      lexical: lexicalShare(lexical, passage),
      titleNamed: named.get(passage)?.value ?? 0,
      titleShare: titleShare(lexical, passage),
    };
    evidence.statics.set(passage, statics);
  }
  return {
    dense: statics.dense,
    lexical: statics.lexical,
    titleNamed: statics.titleNamed,
    titleShare: statics.titleShare,
    linkSentence: links.linkSentence,
    linkResidual: links.linkResidual,
    sharedSentence: links.sharedSentence,
    sharedResidual: links.sharedResidual,
    subQuestion,
  };
};

/** Steps 8 and 10: Σ weight · feature. */
export const scoreOf = (features: Features, weights: StageWeights): number =>
  weights.dense * features.dense +
  weights.lexical * features.lexical +
  weights.titleNamed * features.titleNamed +
  weights.titleShare * features.titleShare +
  weights.linkSentence * features.linkSentence +
  weights.linkResidual * features.linkResidual +
  weights.sharedSentence * features.sharedSentence +
  weights.sharedResidual * features.sharedResidual +
  weights.subQuestion * features.subQuestion;
