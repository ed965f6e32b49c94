import { lacks } from '../../../bench/bench.ts';
import type { KnowledgePath, Triple } from '../../../core/knowledge.ts';
import { silentLog } from '../../../core/log.ts';
import { sharedFolder, sharedRows } from '../../../core/shared-data.ts';
import { entityKey } from '../../../core/text/words.ts';
import { statedFacts } from '../../../ingest/knowledge/testing/stated-facts.ts';
import { createRetriever } from '../../../retrieval/index.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { createTools, type ToolName, type ToolTypes } from '../../../tools/index.ts';
import { neighbourBranches, rankNeighbours } from './branches.ts';
import { mainPaths } from './main-paths.ts';
import { ROK_DEFAULTS } from './options.ts';
import { selectPaths } from './select-paths.ts';

export const about =
  'RoK on GenMedGPT: share of questions and answer entities that its evidence holds, given the question entities';

interface Row {
  question: string;
  kg_question_entities: string[] | null;
  kg_answer_entities: string[] | null;
}

export const run = async (): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const stated = sharedRows<{ s: string; r: string; o: string }>('genmedgpt_kg_triples');
  const facts = stated.map(({ s, r, o }) => ({ subject: s, predicate: r, object: o, passageIds: [] }));
  const stores = openEmbedded(':memory:');
  const scopes = ['everyone'];
  await stores.apply({ put: [statedFacts('kg', facts, { scopes })] });
  const retriever = createRetriever({ stores, log: silentLog });
  const tools = createTools({
    stores,
    retriever,
    scopes,
    asOf: '2026-01-01',
    signal: new AbortController().signal,
  });
  const call = async <Name extends ToolName>(name: Name, args: ToolTypes[Name]['arguments']) =>
    ((await tools[name].invoke({ type: 'tool_call', id: '1', name, args })) as { artifact: ToolTypes[Name]['found'] })
      .artifact;

  const near = neighboursWithin2(stated);
  let any = 0;
  let within = 0;
  let held = 0;
  const sizes: number[] = [];
  const times: number[] = [];
  const rows = sharedRows<Row>('genmedgpt_qa_ner').filter((row) => row.kg_question_entities?.length);
  for (const row of rows) {
    const candidates = [...new Set(row.kg_question_entities!.map(entityKey))].slice(0, ROK_DEFAULTS.candidates);
    const answers = new Set(row.kg_answer_entities!.map(entityKey));
    const started = performance.now();
    const all = await mainPaths(candidates, (from, to) =>
      call('find_paths', { from, to: [...to], maxHops: ROK_DEFAULTS.maxHops, limit: 500 }),
    );
    const { paths, rank } = selectPaths(all, new Set(candidates), ROK_DEFAULTS.topPaths);
    const first = await call('neighbours', { entities: candidates, limit: ROK_DEFAULTS.neighbours });
    const anchors = rankNeighbours(first, new Set(candidates), rank).slice(0, ROK_DEFAULTS.maxNeighbourEntities);
    const triples = [
      ...first,
      ...(anchors.length ? await call('neighbours', { entities: anchors, limit: ROK_DEFAULTS.neighbours }) : []),
    ];
    const branches = neighbourBranches(triples, new Set(candidates), paths).slice(0, ROK_DEFAULTS.maxTriplesInPrompt);
    times.push(performance.now() - started);
    const evidence = entitiesOf(paths, branches);
    const hits = [...answers].filter((answer) => evidence.has(answer)).length;
    if (hits > 0) any += 1;
    const reachable = [...answers].filter((answer) => candidates.some((one) => near.get(one)?.has(answer)));
    within += reachable.length;
    held += reachable.filter((answer) => evidence.has(answer)).length;
    sizes.push(paths.length + branches.length);
  }
  await stores.close();
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)} %`;
  const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  console.log(
    `questions whose evidence holds an answer entity        ${share(any, rows.length)} of ${rows.length} (to reach: 95 %)`,
  );
  console.log(
    `answer entities within two hops that the evidence holds ${share(held, within)} of ${within} (to reach: 75 %)`,
  );
  console.log(
    `lines of evidence ${median(sizes)} (median), ${median(times).toFixed(1)} ms a question; at most 4 model calls by construction`,
  );
};

const entitiesOf = (paths: readonly KnowledgePath[], branches: readonly Triple[]): Set<string> =>
  new Set([...paths.flatMap(({ nodes }) => nodes), ...branches.flatMap(({ subject, object }) => [subject, object])]);

/** For each entity, all entities within two hops: the denominator. */
const neighboursWithin2 = (triples: readonly { s: string; o: string }[]): Map<string, Set<string>> => {
  const adjacent = new Map<string, Set<string>>();
  const link = (a: string, b: string) => adjacent.set(a, (adjacent.get(a) ?? new Set<string>()).add(b));
  for (const { s, o } of triples) {
    link(entityKey(s), entityKey(o));
    link(entityKey(o), entityKey(s));
  }
  const within = new Map<string, Set<string>>();
  for (const [entity, first] of adjacent) {
    within.set(entity, new Set([entity, ...first, ...[...first].flatMap((next) => [...(adjacent.get(next) ?? [])])]));
  }
  return within;
};
