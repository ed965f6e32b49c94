import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedEncoder } from '../../bench/vector-cache.ts';
import type { Scope } from '../../core/document.ts';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { type Encoder, openEncoder } from '../../retrieval/index.ts';
import { BENCH_SCOPES, indexQuestionSet } from '../../retrieval/question-sets.ts';
import { pageOf, titleOnceAPage } from '../../retrieval/recipe/once-a-page.ts';
import { type Ranked, rank, scoreOf } from '../../retrieval/recipe/rank.ts';
import type { StageWeights, Weights } from '../../retrieval/recipe/weights.ts';
import { createIngest } from '../../runtime/ingest.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';
import type { Stores } from '../../stores/index.ts';
import { world } from './corpora.ts';

// npm run fit-weights: fits the recipe's weights on two training sets of an encyclopaedia and on two simulated worlds, and on
// nothing else, and writes retrieval/recipe/fitted-weights.json. Needs PARLEY_EMBEDDINGS; a second run reads its vectors from
// the bench's cache.

const SETS = ['musique_train100', 'hotpotqa_train100'];
/** Seeds that no evaluation uses. Pages of several passages, look-alikes, tables: what an encyclopaedia's sets do not show. */
const WORLDS = [101, 102];
/** Candidates a question that fitting ranks. */
const DEPTH = 100;
const FACTORS = [0, 0.5, 0.7, 0.85, 1.2, 1.5, 2];
/** A change of a weight must gain this much (of 1), or it is noise on a hundred questions. */
const LEAST_GAIN = 0.001;

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

/** A set or a world, indexed. */
interface TrainingSet {
  name: string;
  stores: Stores;
  questions: { question: string; documentIds: string[]; scopes: readonly Scope[] }[];
  close(): Promise<void>;
}

/** One question: its candidates as the last stage sees them, the pages of those, and which pages are gold. */
interface Example {
  ranked: Ranked[];
  pages: ReadonlyMap<number, string>;
  gold: ReadonlySet<string>;
  /** One over the questions of its set: sets count alike. */
  weight: number;
}

/** Features as the last stage sees them, under these weights for the stages before. */
const examplesOf = async (
  sets: readonly TrainingSet[],
  weights: Weights,
  encoder: Encoder | undefined,
): Promise<Example[]> => {
  const examples: Example[] = [];
  for (const { stores, questions } of sets) {
    const index = stores.passageIndex!;
    for (const { question, documentIds, scopes } of questions) {
      const ranked = await rank(question, DEPTH, {
        index,
        vectors: stores.vectors,
        scopes,
        weights,
        ...(encoder && {
          vector: (await encoder.embed([question]))[0],
          embed: (texts: readonly string[]) => encoder.embed(texts),
        }),
      });
      const ids = await index.idsOf(
        ranked.map(({ passage }) => passage),
        scopes,
      );
      examples.push({
        ranked,
        pages: new Map([...ids].map(([passage, id]) => [passage, pageOf(id)])),
        gold: new Set(documentIds),
        weight: 1 / questions.length / sets.length,
      });
    }
  }
  return examples;
};

/**
 * Mean over sets and questions of the gold pages' gains over their best possible: 1 / log2(1 + rank of the first passage), as
 * in nDCG, half of it; and recall at 5, the other half. nDCG moves with every rank and so tells weights apart where recall
 * does not.
 */
const quality = (examples: readonly Example[], weights: StageWeights): { value: number; recall: number } => {
  let [gain, recall] = [0, 0];
  for (const { ranked, pages, gold, weight } of examples) {
    const scored = ranked
      .map((one) => ({ ...one, score: scoreOf(one.features, weights) }))
      .sort((a, b) => b.score - a.score);
    const met = new Set<string>();
    let [found, ideal, near] = [0, 0, 0];
    for (const [i, { passage }] of titleOnceAPage(scored, weights, (one) => pages.get(one)).entries()) {
      const page = pages.get(passage);
      if (page === undefined || !gold.has(page) || met.has(page)) continue;
      met.add(page);
      found += 1 / Math.log2(2 + i);
      if (i < 5) near++;
    }
    for (let place = 1; place <= gold.size; place++) ideal += 1 / Math.log2(1 + place);
    gain += (found / ideal) * weight;
    recall += (near / gold.size) * weight;
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

const fitAll = async (sets: readonly TrainingSet[], start: Weights, encoder: Encoder | undefined): Promise<Weights> => {
  const frozen = encoder ? [] : ['dense', 'subQuestion'];
  // With the base ranking in the place of stage 1, the last stage sees what stage 1 will see.
  const early = await examplesOf(sets, { ...start, stage1: start.base, final: start.stage1 }, encoder);
  const stage1 = fitted(early, start.stage1, [...frozen, 'subQuestion']);
  report('stage 1', early, start.stage1, stage1);
  const late = await examplesOf(sets, { ...start, stage1 }, encoder);
  const final = fitted(late, start.final, frozen);
  report('final', late, start.final, final);
  return { base: start.base, stage1, final };
};

const report = (stage: string, examples: readonly Example[], before: StageWeights, after: StageWeights) => {
  const [was, is] = [quality(examples, before), quality(examples, after)];
  console.log(
    `${stage}: R@5 ${(100 * was.recall).toFixed(1)} -> ${(100 * is.recall).toFixed(1)}, quality ${was.value.toFixed(4)} -> ${is.value.toFixed(4)}`,
  );
};

if (!sharedFolder()) throw new Error('The shared data folder is not there (PARLEY_SHARED).');
const settings = readSettings();
const service = openEncoder(settings);
if (!service) throw new Error('Set PARLEY_EMBEDDINGS: the weights with an encoder are fitted too.');
const encoder = cachedEncoder(service);
const sets: TrainingSet[] = [];
for (const name of SETS) {
  const { stores, questions, close } = await indexQuestionSet(name, encoder);
  const rows = questions.map(({ question, supporting_ids }) => ({
    question,
    documentIds: supporting_ids,
    scopes: BENCH_SCOPES,
  }));
  sets.push({ name, stores, questions: rows, close });
}
for (const seed of WORLDS) {
  const folder = mkdtempSync(join(tmpdir(), 'parley-fit-'));
  const stores = openEmbedded(join(folder, 'parley.db'));
  const corpus = world(seed);
  await createIngest({ settings, stores, encoder }).ingest([corpus.input(folder)], { source: corpus.source });
  const asked = await corpus.questions(stores.documents.hydrate());
  sets.push({
    name: corpus.name,
    stores,
    questions: asked.map(({ question, documentIds = [], scopes = [] }) => ({ question, documentIds, scopes })),
    async close() {
      await stores.close();
      rmSync(folder, { recursive: true });
    },
  });
}
for (const { name, questions } of sets) console.log(`${name}: ${questions.length} questions`);
console.log('with an encoder');
const withEncoder = await fitAll(sets, START_WITH_ENCODER, encoder);
console.log('without an encoder');
const withoutEncoder = await fitAll(sets, START_WITHOUT_ENCODER, undefined);
writeFileSync(
  new URL('../../retrieval/recipe/fitted-weights.json', import.meta.url),
  `${JSON.stringify(
    {
      provenance: `evals/search/fit-weights.ts from retrieval.md's "N simplified", on ${sets.map(({ name, questions }) => `${name} (${questions.length} questions)`).join(', ')}, encoder ${encoder.name}`,
      withEncoder,
      withoutEncoder,
    },
    null,
    2,
  )}\n`,
);
await Promise.all(sets.map((set) => set.close()));
