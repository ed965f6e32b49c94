import type { Scope } from '../../core/document.ts';
import type { PassageIndex, VectorStore } from '../../stores/index.ts';
import { type Cosines, openCosines } from './cosines.ts';
import type { Hops } from './hops.ts';
import { type LexicalScores, lexicalScores } from './lexical-scores.ts';
import { type LinkFeatures, NO_LINKS, type ReachedPassages } from './link-features.ts';
import type { Question } from './question.ts';
import { readStems } from './read-stems.ts';
import { dense, lexicalShare, titlesNamed } from './static-features.ts';
import { MAX_TITLED } from './title-links.ts';
import { type Features, type StageWeights, scoreOf } from './weights.ts';

/** Number of best passages by words, and by vectors, that become candidates. */
const DEPTH = 100;
/** The rank whose score is scaled to 0 (docs/search.md, ranking step 7). */
const CLIP_RANK = 200;

type StaticFeatures = Pick<Features, 'dense' | 'lexical' | 'titleNamed' | 'titleShare'>;

/** Everything read for one question. Each hop adds candidates and cosines. */
export interface Evidence {
  question: Question;
  passageCount: number;
  averageLength: number;
  lexical: LexicalScores;
  named: ReturnType<typeof titlesNamed>;
  cosines?: Cosines;
  candidates: Set<number>;
  /** Cached features that do not depend on other candidates. */
  statics: Map<number, StaticFeatures>;
  /** Cached hops by passage, because the second hop starts from many of the same passages as the first. */
  hops: Map<number, Hops>;
}

/** Reads the question's words, titles and nearest vectors, and collects candidates from them (ranking steps 1, 3 and 5). */
export const gatherEvidence = async (
  question: Question,
  {
    index,
    vectors,
    scopes,
    vector,
    unrelated,
  }: {
    index: PassageIndex;
    vectors: Pick<VectorStore, 'search' | 'vectors'>;
    scopes: readonly Scope[];
    vector?: Float32Array;
    unrelated?: number;
  },
): Promise<Evidence> => {
  const size = await index.size(scopes);
  const titles = question.phrases.map(({ key }) => key);
  const [stems, titled, cosines] = await Promise.all([
    readStems(index, question.stems, scopes, size.passages),
    index.lists('title', titles, scopes, MAX_TITLED),
    vector && openCosines({ index, vectors, scopes, unrelated }, vector, DEPTH),
  ]);
  const lexical = lexicalScores(stems, size, DEPTH);
  const named = titlesNamed(question, titled);
  const candidates = new Set([...lexical.top, ...named.keys(), ...(cosines?.known.keys() ?? [])]);
  await cosines?.load(candidates);
  return {
    question,
    passageCount: size.passages,
    averageLength: size.words / Math.max(size.passages, 1),
    lexical,
    named,
    cosines,
    candidates,
    statics: new Map(),
    hops: new Map(),
  };
};

/** All features of one passage. */
export const featuresOf = (
  evidence: Evidence,
  passage: number,
  links: LinkFeatures = NO_LINKS,
  subQuestion = 0,
  agreement = 0,
): Features => {
  let statics = evidence.statics.get(passage);
  if (!statics) {
    const { cosines, lexical, named } = evidence;
    statics = {
      dense: dense(cosines, passage),
      lexical: lexicalShare(lexical, passage),
      titleNamed: named.get(passage)?.value ?? 0,
      titleShare: lexical.titleShare(passage),
    };
    evidence.statics.set(passage, statics);
  }
  // Without spread syntax for speed: this is the innermost step of the ranking.
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
    agreement,
  };
};

/** Scores all candidates by their weighted features. @returns scores scaled to [0, 1], best first (ranking step 7) */
export const rankCandidates = (
  evidence: Evidence,
  weights: StageWeights,
  links?: ReachedPassages,
): Map<number, number> =>
  scaleScores(
    Array.from(evidence.candidates, (passage): [number, number] => [
      passage,
      scoreOf(featuresOf(evidence, passage, links?.get(passage)), weights),
    ]),
  );

/** Sorts scores, best first, and scales them to [0, 1] with the `CLIP_RANK`-th best as 0. */
export const scaleScores = (scores: [number, number][]): Map<number, number> => {
  scores.sort((a, b) => b[1] - a[1]);
  const high = scores[0]?.[1] ?? 0;
  const low = scores[CLIP_RANK - 1]?.[1] ?? scores.at(-1)?.[1] ?? 0;
  return new Map(scores.map(([passage, score]) => [passage, Math.max(0, (score - low) / (high - low || 1))]));
};
