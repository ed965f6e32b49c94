import { readFileSync } from 'node:fs';
import { quantile } from '../../bench/bench.ts';
import { EVERYONE } from '../../core/document.ts';
import { silentLog } from '../../core/log.ts';
import { readSettings } from '../../core/settings.ts';
import { createRetriever, deepened, openEncoder } from '../../retrieval/index.ts';
import { openStores } from '../../stores/index.ts';
import type { WorldQuestion } from '../simulator/world/questions.ts';
import { hashingEncoder } from './hashing-encoder.ts';

/** The figures of a process that only searches. */
export interface SearchFigures {
  openMs: number;
  /** From the start of the process to its first answer. */
  firstMs: number;
  p50: number;
  p95: number;
  /** CPU time for each question in ms: on a busy machine more reliable than wall time. */
  cpuP50: number;
  cpuP95: number;
  /** Deep searches that read fewer passages than on a free machine. */
  shallow: number;
  recallAt5: number;
  megabytes: number;
}

// node search-process.ts DATA QUESTIONS.json [vectors|deep]: prints a SearchFigures. Deep searches read by the encoder that is set.
const [data, file, mode] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(file!, 'utf8')) as WorldQuestion[];
const started = performance.now();
const stores = await openStores({ PARLEY_DATA: data! });
const openMs = performance.now() - started;
const quick = createRetriever({ stores, encoder: mode ? hashingEncoder : undefined, log: silentLog });
const deep = mode === 'deep';
const reader = deep ? openEncoder(readSettings()) : undefined;
const retriever = reader ? deepened(quick, { ...reader, name: hashingEncoder.name }, { log: silentLog }) : quick;
const search = async (text: string) => {
  const result = await retriever.search({ text, k: 10, scopes: [EVERYONE], deep });
  if (result.mode !== (mode ? 'fused' : 'lexical')) throw new Error(result.notice);
  return result;
};
// The model loads at its first text, which is no search's time.
await reader?.embed(['warm']);
await search(questions[0]!.question);
const firstMs = performance.now();

const times: number[] = [];
const processor: number[] = [];
const recalls: number[] = [];
let shallow = 0;
for (const { question, supporting_ids: gold } of questions) {
  const [asked, before] = [performance.now(), process.cpuUsage()];
  const { hits, deep: depth } = await search(question);
  if (depth && depth.read < depth.of) shallow++;
  times.push(performance.now() - asked);
  const { user, system } = process.cpuUsage(before);
  processor.push((user + system) / 1000);
  const found = new Set(hits.slice(0, 5).map(({ documentId }) => documentId));
  if (gold.length > 0) recalls.push(gold.filter((id) => found.has(id)).length / gold.length);
}
const figures: SearchFigures = {
  openMs,
  firstMs,
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  cpuP50: quantile(processor, 0.5),
  cpuP95: quantile(processor, 0.95),
  shallow,
  recallAt5: (100 * recalls.reduce((sum, each) => sum + each, 0)) / recalls.length,
  megabytes: process.resourceUsage().maxRSS / 1024,
};
console.log(JSON.stringify(figures));
await stores.close();
