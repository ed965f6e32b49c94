import { spawnSync } from 'node:child_process';
import { quantile, timed } from '../../bench/bench.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { buildCsrGraph, localPush, pageRank, personalizedPageRank, simplePaths } from './index.ts';

export const about = 'PageRank and paths on FB15k-237, beside python-igraph where it is installed (PYTHON names it)';

const NODES = 14_541;
const DAMPING = 0.85;
const seeds = Array.from({ length: 200 }, (_, i) => (i * 7919 + 13) % NODES);
const pairs = seeds.map((a, i) => [a, (i * 104_729 + 77) % NODES] as const);

export const run = async (): Promise<void> => {
  if (!sharedFolder()) return console.log('skipped: the shared data folder is not there (PARLEY_SHARED)');
  const triples = sharedRows<[number, number, number, string]>('fb15k237_triples_h_r_t_split');
  const edges = { nodeCount: NODES, sources: triples.map(([h]) => h), targets: triples.map(([, , t]) => t) };
  const started = performance.now();
  const graph = buildCsrGraph(edges);
  print('build the graph', [performance.now() - started]);

  const theirs = igraph(edges.sources, edges.targets);
  const start = (seed: number) => new Map([[seed, 1]]);
  print('PageRank, whole graph, exact', await timed([0, 1, 2, 3, 4], () => pageRank(graph)));
  const exact = new Map<number, number[]>();
  print(
    'Personalized PageRank, exact (1e-9)',
    await timed(seeds, (seed) =>
      exact.set(seed, top20(personalizedPageRank(graph, start(seed), { damping: DAMPING }))),
    ),
    theirs?.ppr,
  );
  for (const tolerance of [1e-2, 1e-3]) {
    let same = 0;
    const times = await timed(seeds, (seed) => {
      const found = top20(personalizedPageRank(graph, start(seed), { damping: DAMPING, tolerance }));
      if (new Set([...found, ...exact.get(seed)!]).size === 20) same++;
    });
    print(`Personalized PageRank, error under ${tolerance}: top 20 equal for ${percent(same)}`, times, theirs?.ppr);
  }
  print('local push, epsilon 1e-6, damping .5', await timed(seeds, (seed) => localPush(graph, start(seed))));
  for (const hubDegree of [Number.POSITIVE_INFINITY, 1000]) {
    print(
      `paths of up to 3 hops${hubDegree === 1000 ? ', through no hub of over 1,000' : ', all'}`,
      await timed(pairs, ([a, b]) => simplePaths(graph, a, [b], { hubDegree })),
      theirs?.paths,
    );
  }
  if (!theirs) console.log('python-igraph is not installed here: published beside ours elsewhere, 159 ms and 20.5 ms');
};

const percent = (count: number) => `${((100 * count) / seeds.length).toFixed(1)} %`;

const top20 = (scores: Float64Array): number[] =>
  [...scores.keys()].sort((a, b) => scores[b]! - scores[a]! || a - b).slice(0, 20);

const print = (what: string, times: readonly number[], igraphMs?: number) => {
  const mean = times.reduce((sum, ms) => sum + ms, 0) / times.length;
  const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(2)).join(' / ');
  const beside =
    igraphMs === undefined ? '' : `   igraph ${igraphMs.toFixed(1)} ms, ours ${(mean / igraphMs).toFixed(3)} of it`;
  console.log(`${what.padEnd(72)} mean ${mean.toFixed(2)} ms   p50/p95/p99 ${quantiles}${beside}`);
};

/** The same seeds and pairs in igraph, on the same undirected graph; mean milliseconds, or undefined without it. */
const igraph = (sources: number[], targets: number[]): { ppr: number; paths: number } | undefined => {
  const { status, stdout } = spawnSync(process.env.PYTHON ?? 'python3', ['-c', IGRAPH], {
    input: JSON.stringify({
      nodes: NODES,
      sources,
      targets,
      seeds: seeds.slice(0, 40),
      pairs: pairs.slice(0, 40),
      damping: DAMPING,
    }),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  return status === 0 ? (JSON.parse(stdout) as { ppr: number; paths: number }) : undefined;
};

const IGRAPH = `
import igraph, json, sys, time
asked = json.load(sys.stdin)
graph = igraph.Graph(n=asked["nodes"], edges=list(zip(asked["sources"], asked["targets"])), directed=False)
def mean(inputs, call):
    start = time.perf_counter()
    for given in inputs: call(given)
    return (time.perf_counter() - start) / len(inputs) * 1000
print(json.dumps({
    "ppr": mean(asked["seeds"], lambda s: graph.personalized_pagerank(damping=asked["damping"], reset_vertices=[s])),
    "paths": mean(asked["pairs"], lambda p: graph.get_all_simple_paths(p[0], p[1], maxlen=3)),
}))
`;
