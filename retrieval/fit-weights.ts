import { writeFileSync } from 'node:fs';
import { cachedEncoder } from '../bench/vector-cache.ts';
import { readSettings } from '../core/settings.ts';
import { sharedFolder } from '../core/shared-data.ts';
import type { Encoder } from './encoder/encoder.ts';
import { openEncoder } from './encoder/index.ts';
import { BENCH_SCOPES, type IndexedSet, indexQuestionSet, passageIdOf } from './question-sets.ts';
import { type Features, rank, scoreOf } from './recipe/rank.ts';
import type { StageWeights, Weights } from './recipe/weights.ts';

// npm run fit-weights: fits the recipe's weights on the two training sets, and on nothing else, and writes
// recipe/fitted-weights.json. Needs PARLEY_EMBEDDINGS; a second run reads its vectors from the bench's cache.

const SETS = ['musique_train100', 'hotpotqa_train100'];
/** Candidates a question that fitting ranks. */
const DEPTH = 100;
const FACTORS = [0, 0.5, 0.7, 0.85, 1.2, 1.5, 2];
/** A change of a weight must gain this much (of 1), or it is noise on a hundred questions. */
const LEAST_GAIN = 0.001;

/**
 * BM25's weight beside vectors. The training sets alone would drop it: in an encyclopaedia titles and links say enough. On
 * a team's pages and chats they do not (`npm run bench -- team-pages`), so this much is added
 * after fitting.
 */
const KEPT_LEXICAL = 1.5;

/** Where fitting starts: the weights of retrieval.md, "N simplified". */
const START: StageWeights = {
  dense: 0,
  lexical: 0,
  titleNamed: 0,
  titleShare: 0,
  linkSentence: 0,
  linkResidual: 0,
  sharedSentence: 0,
  sharedResidual: 0,
  subQuestion: 0,
};
const BASE = { ...START, lexical: 1, titleNamed: 0.4, titleShare: 0.2 };
const STAGE1 = {
  ...START,
  titleNamed: 1.8,
  titleShare: 0.3,
  linkSentence: 3,
  linkResidual: 3,
  sharedSentence: 3,
  sharedResidual: 5,
};
const FINAL = {
  ...START,
  titleNamed: 1.7,
  titleShare: 0.5,
  linkSentence: 2,
  linkResidual: 3,
  sharedSentence: 2,
  sharedResidual: 5,
};
const START_WITH_ENCODER: Weights = {
  base: { ...BASE, dense: 1 },
  stage1: { ...STAGE1, dense: 4 },
  final: { ...FINAL, dense: 2.5, subQuestion: 6 },
};
/** Without vectors BM25 takes the cosine's place. */
const START_WITHOUT_ENCODER: Weights = {
  base: BASE,
  stage1: { ...STAGE1, lexical: 4 },
  final: { ...FINAL, lexical: 2.5 },
};

/** One question: its candidates' features, and which of them are gold. */
interface Example {
  candidates: { features: Features; gold: boolean }[];
  goldCount: number;
}

/** Features as the last stage sees them, under these weights for the stages before. */
const examplesOf = async (
  sets: readonly IndexedSet[],
  weights: Weights,
  encoder: Encoder | undefined,
): Promise<Example[]> => {
  const examples: Example[] = [];
  for (const { stores, questions } of sets) {
    const index = stores.passageIndex!;
    for (const { question, supporting_ids } of questions) {
      const ranked = await rank(question, DEPTH, {
        index,
        vectors: stores.vectors,
        scopes: BENCH_SCOPES,
        weights,
        ...(encoder && {
          vector: (await encoder.embed([question]))[0],
          embed: (texts: readonly string[]) => encoder.embed(texts),
        }),
      });
      const gold = new Set(supporting_ids.map(passageIdOf));
      const ids = await index.idsOf(
        ranked.map(({ passage }) => passage),
        BENCH_SCOPES,
      );
      examples.push({
        candidates: ranked.map(({ passage, features }) => ({ features, gold: gold.has(ids.get(passage)!) })),
        goldCount: gold.size,
      });
    }
  }
  return examples;
};

/**
 * Mean over questions of the gold passages' gains over their best possible: 1 / log2(1 + rank), as in nDCG, half of it; and
 * recall at 5, the other half. nDCG moves with every rank and so tells weights apart where recall does not.
 */
const quality = (examples: readonly Example[], weights: StageWeights): { value: number; recall: number } => {
  let [gain, recall] = [0, 0];
  for (const { candidates, goldCount } of examples) {
    const scores = candidates.map(({ features }) => scoreOf(features, weights));
    let [found, ideal, near] = [0, 0, 0];
    for (const [i, { gold }] of candidates.entries()) {
      if (!gold) continue;
      const rank = 1 + scores.filter((score) => score > scores[i]!).length;
      found += 1 / Math.log2(1 + rank);
      if (rank <= 5) near++;
    }
    for (let rank = 1; rank <= goldCount; rank++) ideal += 1 / Math.log2(1 + rank);
    gain += found / ideal / examples.length;
    recall += near / goldCount / examples.length;
  }
  return { value: (gain + recall) / 2, recall };
};

/** Coordinate ascent: tries each weight at a few multiples of itself until none gains more than noise. */
const fitted = (examples: readonly Example[], start: StageWeights, frozen: readonly string[]): StageWeights => {
  let weights = start;
  let best = quality(examples, weights).value;
  for (let improved = true; improved; ) {
    improved = false;
    for (const name of Object.keys(start) as (keyof StageWeights)[]) {
      if (frozen.includes(name)) continue;
      for (const value of [
        ...FACTORS.map((factor) => weights[name] * factor),
        ...(weights[name] === 0 ? [0.3, 1] : []),
      ]) {
        const tried = { ...weights, [name]: Math.round(value * 100) / 100 };
        const reached = quality(examples, tried).value;
        if (reached > best + LEAST_GAIN) {
          [weights, best, improved] = [tried, reached, true];
        }
      }
    }
  }
  return weights;
};

const fitAll = async (sets: readonly IndexedSet[], start: Weights, encoder: Encoder | undefined): Promise<Weights> => {
  const frozen = encoder ? [] : ['dense', 'subQuestion'];
  // With the base ranking in the place of stage 1, the last stage sees what stage 1 will see.
  const early = await examplesOf(sets, { ...start, stage1: start.base, final: start.stage1 }, encoder);
  const stage1 = fitted(early, start.stage1, [...frozen, 'subQuestion']);
  report('stage 1', early, start.stage1, stage1);
  const late = await examplesOf(sets, { ...start, stage1 }, encoder);
  const final = fitted(late, start.final, frozen);
  report('final', late, start.final, final);
  return { base: start.base, stage1, final: { ...final, lexical: Math.max(final.lexical, KEPT_LEXICAL) } };
};

const report = (stage: string, examples: readonly Example[], before: StageWeights, after: StageWeights) => {
  const [was, is] = [quality(examples, before), quality(examples, after)];
  console.log(
    `${stage}: R@5 ${(100 * was.recall).toFixed(1)} -> ${(100 * is.recall).toFixed(1)}, quality ${was.value.toFixed(4)} -> ${is.value.toFixed(4)}`,
  );
};

if (!sharedFolder()) throw new Error('The shared data folder is not there (PARLEY_SHARED).');
const service = openEncoder(readSettings());
if (!service) throw new Error('Set PARLEY_EMBEDDINGS: the weights with an encoder are fitted too.');
const encoder = cachedEncoder(service);
const sets = await Promise.all(SETS.map((set) => indexQuestionSet(set, encoder)));
const questions = sets.reduce((sum, set) => sum + set.questions.length, 0);
console.log('with an encoder');
const withEncoder = await fitAll(sets, START_WITH_ENCODER, encoder);
console.log('without an encoder');
const withoutEncoder = await fitAll(sets, START_WITHOUT_ENCODER, undefined);
writeFileSync(
  new URL('./recipe/fitted-weights.json', import.meta.url),
  `${JSON.stringify(
    {
      provenance: `retrieval/fit-weights.ts from retrieval.md's "N simplified", on the ${questions} questions of ${SETS.join(' and ')}, encoder ${encoder.name}`,
      withEncoder,
      withoutEncoder,
    },
    null,
    2,
  )}\n`,
);
await Promise.all(sets.map((set) => set.close()));
