/**
 * `npm run train-attributes`: learns the weights of Hybrid RAG's attribute classifier from questions.jsonl, writes them
 * beside it, and prints how often it is right on questions that it has not seen (ten folds), with what a call of it costs.
 */
import { writeFile } from 'node:fs/promises';
import { CHANGES, classifyAttributes, DOMAINS, examplesOf, openClassifier, storeClassifier } from './classifier.ts';
import { BUCKETS } from './features.ts';
import { trainLinear } from './logistic-regression.ts';
import { type LabelledQuestion, readQuestions } from './questions.ts';

const WEIGHTS = new URL('./weights.json', import.meta.url);
const FOLDS = 10;
const isDynamic = (change: string): boolean => change === 'real-time' || change === 'fast';

/** An order that mixes the classes, always the same: gradient descent sees no class in one run. */
const mixed = <T>(items: readonly T[]): T[] =>
  items
    .map((item, at) => ({ item, key: (at * 7919) % items.length }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

const learn = (rows: readonly LabelledQuestion[]) => ({
  domain: trainLinear(examplesOf(rows, 'domain'), DOMAINS.length, BUCKETS),
  change: trainLinear(examplesOf(rows, 'change'), CHANGES.length, BUCKETS),
});

const { questions, hash } = await readQuestions();
const rows = mixed(questions);
let [domain, change, dynamic] = [0, 0, 0];
for (let fold = 0; fold < FOLDS; fold++) {
  const model = learn(rows.filter((_, at) => at % FOLDS !== fold));
  for (const row of rows.filter((_, at) => at % FOLDS === fold)) {
    const said = classifyAttributes(model, row.question);
    domain += Number(said.domain === row.domain);
    change += Number(said.change === row.change);
    dynamic += Number(isDynamic(said.change) === isDynamic(row.change));
  }
}
const share = (right: number) => `${((100 * right) / rows.length).toFixed(1)} %`;
const stored = storeClassifier(learn(rows), hash);
await writeFile(WEIGHTS, `${JSON.stringify(stored)}\n`);

const classifier = openClassifier(stored);
const started = performance.now();
for (const { question } of rows) classifyAttributes(classifier, question);
const micros = (1000 * (performance.now() - started)) / rows.length;
process.stdout.write(
  `${rows.length} questions, ${FOLDS} folds: domain ${share(domain)}, rate of change ${share(change)}, dynamic or not ${share(dynamic)}; ${micros.toFixed(0)} µs a question, no model call\n`,
);
