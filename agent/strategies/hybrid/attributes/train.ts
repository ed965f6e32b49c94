/**
 * `npm run train-attributes` trains the weights of Hybrid RAG's attribute classifier on the questions beside it, and
 * prints its accuracy on unseen groups (ten folds) and its time per question.
 * `-- --vectors` also trains the linear SVMs. It needs all-MiniLM-L6-v2 in the folder PARLEY_MODELS and a Python with
 * scikit-learn (PYTHON, `python3` by default).
 * `-- --check` trains nothing: it measures the shipped weights on CRAG's questions.
 */
import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { sharedFolder, sharedRows } from '../../../../core/shared-data.ts';
import { openEncoder } from '../../../../retrieval/encoder/open-encoder.ts';
import type { Attributes } from '../tasks/predict-attributes.ts';
import {
  attributeClassifier,
  CHANGES,
  classifyAttributes,
  DOMAINS,
  examplesOf,
  openClassifier,
  storeClassifier,
} from './classifier.ts';
import { BUCKETS, featuresOf } from './features.ts';
import heldOut from './held-out.json' with { type: 'json' };
import { trainLinear } from './logistic-regression.ts';
import { type LabelledQuestion, readQuestions } from './questions.ts';
import { attributeSvm, packFloats, type StoredSvm } from './svm.ts';

const FOLDS = 10;
/** The probe sentence for recognising the encoder; any sentence would do. */
const PROBE = 'Which of the two bridges over the river was built first, and who paid for it?';
const isDynamic = (change: string): boolean => change === 'real-time' || change === 'fast';

/** A fixed shuffle, so that gradient descent does not see long runs of one class. */
const shuffled = <T>(items: readonly T[]): T[] =>
  items
    .map((item, at) => ({ item, key: (at * 7919) % items.length }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

const learn = (rows: readonly LabelledQuestion[]) => ({
  domain: trainLinear(examplesOf(rows, 'domain'), DOMAINS.length, BUCKETS),
  change: trainLinear(examplesOf(rows, 'change'), CHANGES.length, BUCKETS),
});

const write = (name: string, value: unknown) =>
  writeFile(new URL(`./${name}`, import.meta.url), `${JSON.stringify(value)}\n`);

/** Prints one line with the share of correct predictions. */
const report = (
  what: string,
  rows: readonly LabelledQuestion[],
  said: readonly { domain: string; change: string }[],
) => {
  const share = (isRight: (row: LabelledQuestion, one: { domain: string; change: string }) => boolean) =>
    `${((100 * rows.filter((row, at) => said[at] && isRight(row, said[at])).length) / rows.length).toFixed(1)} %`;
  process.stdout.write(
    `${what}, ${rows.length} questions in ${new Set(rows.map(({ group }) => group)).size} groups: domain ${share((row, one) => row.domain === one.domain)}, ` +
      `rate of change ${share((row, one) => row.change === one.change)}, dynamic or not ${share((row, one) => isDynamic(row.change) === isDynamic(one.change))}\n`,
  );
};

const trainOnNgrams = async (rows: readonly LabelledQuestion[], hash: string): Promise<void> => {
  const groups = [...new Set(rows.map(({ group }) => group))];
  const foldOf = new Map(groups.map((group, at) => [group, at % FOLDS]));
  const said = new Map<LabelledQuestion, ReturnType<typeof classifyAttributes>>();
  for (let fold = 0; fold < FOLDS; fold++) {
    const model = learn(rows.filter(({ group }) => foldOf.get(group) !== fold));
    for (const row of rows) if (foldOf.get(row.group) === fold) said.set(row, classifyAttributes(model, row.question));
  }
  report(
    'ten folds, hashed n-grams',
    rows,
    rows.flatMap((row) => said.get(row) ?? []),
  );
  const stored = storeClassifier(learn(rows), hash);
  await write('weights.json', stored);
  const classifier = openClassifier(stored);
  const started = performance.now();
  for (const { question } of rows) classifyAttributes(classifier, question);
  const micros = (1000 * (performance.now() - started)) / rows.length;
  process.stdout.write(`${micros.toFixed(0)} µs a question, no model call\n`);
};

const fittedSchema = z.object({
  classes: z.array(z.string()),
  weights: z.array(z.array(z.number())),
  intercepts: z.array(z.number()),
  unseenByVector: z.array(z.string()),
  unseen: z.array(z.string()),
});

const miniLm = () =>
  openEncoder({
    PARLEY_EMBEDDINGS: 'local:all-MiniLM-L6-v2',
    ...(process.env.PARLEY_MODELS && { PARLEY_MODELS: process.env.PARLEY_MODELS }),
  })!;

const trainOnVectors = async (rows: readonly LabelledQuestion[], hash: string): Promise<void> => {
  const encoder = miniLm();
  const vectors = await encoder.embed(rows.map(({ question }) => question));
  const [probe] = await encoder.embed([PROBE]);
  const script = fileURLToPath(new URL('./fit-svm.py', import.meta.url));
  const input = JSON.stringify({
    vectors: vectors.map((vector) => [...vector]),
    places: rows.map(({ question }) => featuresOf(question)),
    buckets: BUCKETS,
    groups: rows.map(({ group }) => group),
    labels: { domain: rows.map(({ domain }) => domain), change: rows.map(({ change }) => change) },
  });
  const { stdout, stderr, status } = spawnSync(process.env.PYTHON ?? 'python3', [script], {
    input,
    maxBuffer: 2 ** 28,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`fit-svm.py failed: ${stderr}`);
  const { domain, change } = z.object({ domain: fittedSchema, change: fittedSchema }).parse(JSON.parse(stdout));
  const unseen = (key: 'unseen' | 'unseenByVector') =>
    rows.map((_, at) => ({ domain: domain[key][at] ?? '', change: change[key][at] ?? '' }));
  report('ten folds, linear SVM on all-MiniLM-L6-v2', rows, unseen('unseenByVector'));
  report('ten folds, linear SVM on all-MiniLM-L6-v2 and hashed n-grams', rows, unseen('unseen'));
  const dimensions = vectors[0]!.length;
  const packed = ({ classes, weights, intercepts }: z.infer<typeof fittedSchema>) => {
    const words = weights.flatMap((row) => row.slice(dimensions));
    const scale = words.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127;
    const bytes = Int8Array.from(words, (weight) => Math.round(weight / scale));
    return {
      classes,
      vector: packFloats(Float32Array.from(weights.flatMap((row) => row.slice(0, dimensions)))),
      words: { scale, weights: Buffer.from(bytes.buffer).toString('base64') },
      intercepts,
    };
  };
  await write('svm-weights.json', {
    questions: hash,
    encoder: 'all-MiniLM-L6-v2',
    dimensions,
    probe: { text: PROBE, vector: packFloats(probe!) },
    domain: packed(domain),
    change: packed(change),
  } satisfies Record<keyof StoredSvm, unknown>);
};

/** CRAG's questions, labelled by hand before any prediction (held-out.json, by question number). */
const checkHeldOut = async (): Promise<void> => {
  if (!sharedFolder()) return void process.stdout.write('questions of CRAG: PARLEY_SHARED is not set\n');
  const labels = new Map(Object.entries(heldOut as Record<string, Attributes>));
  const rows = sharedRows<{ n: number; query: string }>('crag_v4_qa2706').flatMap(({ n, query }) => {
    const label = labels.get(String(n));
    return label ? [{ question: query, group: query, ...label }] : [];
  });
  const asked = rows.map(({ question }) => question);
  report(
    'hashed n-grams, of CRAG',
    rows,
    asked.map((question) => classifyAttributes(attributeClassifier(), question)),
  );
  const vectors = await miniLm().embed(asked);
  report(
    'linear SVM with both, of CRAG',
    rows,
    asked.map((question, at) => attributeSvm().classify(question, vectors[at]!)),
  );
};

if (process.argv.includes('--check')) {
  await checkHeldOut();
  process.exit();
}
const { questions, hash } = await readQuestions();
const rows = shuffled(questions);
await trainOnNgrams(rows, hash);
if (process.argv.includes('--vectors')) await trainOnVectors(rows, hash);
process.exit();
