import { spawnSync } from 'node:child_process';
import { lacks, quantile, timed } from '../../bench/bench.ts';
import { sharedFolder, sharedRows } from '../../core/shared-data.ts';
import { buildCsrGraph } from './csr-graph.ts';
import { pageRank, personalizedPageRank } from './page-rank.ts';
import { simplePaths } from './simple-paths.ts';

export const about = 'PageRank and paths on FB15k-237, beside python-igraph where it is installed (PYTHON names it)';

const NODES = 14_541;
const DAMPING = 0.85;
const seeds = Array.from({ length: 300 }, (_, i) => (i * 7919 + 13) % NODES);
const pairs = seeds.map((a, i) => [a, (i * 104_729 + 77) % NODES] as const);

export const run = async (): Promise<void> => {
  if (!sharedFolder()) return lacks('the shared data folder (PARLEY_SHARED)');
  const triples = sharedRows<[number, number, number, string]>('fb15k237_triples_h_r_t_split');
  const edges = { nodeCount: NODES, sources: triples.map(([h]) => h), targets: triples.map(([, , t]) => t) };
  const started = performance.now();
  const graph = buildCsrGraph(edges);
  print('build the graph', [performance.now() - started]);

  const theirs = igraph(edges.sources, edges.targets);
  const start = (seed: number) => new Map([[seed, 1]]);
  print('PageRank, whole graph, exact', await timed([0, 1, 2, 3, 4], () => pageRank(graph)));
  print(
    'Personalized PageRank, exact (1e-9)',
    await timed(seeds, (seed) => personalizedPageRank(graph, start(seed), { damping: DAMPING })),
    theirs?.ppr,
  );
  for (const hubDegree of [Number.POSITIVE_INFINITY, 1000]) {
    print(
      `paths of up to 3 hops${hubDegree === 1000 ? ', through no hub of over 1,000' : ', all'}`,
      await timed(pairs, ([a, b]) => simplePaths(graph, a, [b], { hubDegree })),
      theirs?.paths,
    );
  }
  if (!theirs) console.log('python-igraph is not installed here: published beside ours elsewhere, 159 ms and 20.5 ms');
};

/** Compares medians, because on a busy machine other processes distort the mean. */
const print = (what: string, times: readonly number[], igraphTimes?: readonly number[]) => {
  const quantiles = [0.5, 0.95, 0.99].map((share) => quantile(times, share).toFixed(2)).join(' / ');
  const beside =
    igraphTimes === undefined
      ? ''
      : `   igraph's p50 ${quantile(igraphTimes, 0.5).toFixed(1)} ms, ours ${(quantile(times, 0.5) / quantile(igraphTimes, 0.5)).toFixed(3)} of it`;
  console.log(`${what.padEnd(55)} p50/p95/p99 ${quantiles} ms${beside}`);
};

interface IgraphTimes {
  ppr: number[];
  paths: number[];
}

/**
 * The same seeds and pairs in igraph, on the same undirected graph, in milliseconds per call; undefined without igraph. Its
 * solver uses all cores, which is slower than one core on a busy machine, so tries both and uses the faster result.
 */
const igraph = (sources: number[], targets: number[]): IgraphTimes | undefined => {
  const input = JSON.stringify({
    nodes: NODES,
    sources,
    targets,
    seeds: seeds.slice(0, 40),
    pairs: pairs.slice(0, 40),
    damping: DAMPING,
  });
  const runs = [{}, { OMP_NUM_THREADS: '1' }].flatMap((threads): IgraphTimes[] => {
    const { status, stdout } = spawnSync(process.env.PYTHON || 'python3', ['-c', IGRAPH], {
      input,
      env: { ...process.env, ...threads },
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return status === 0 ? [JSON.parse(stdout) as IgraphTimes] : [];
  });
  return runs.sort((a, b) => quantile(a.ppr, 0.5) - quantile(b.ppr, 0.5))[0];
};

const IGRAPH = `
import igraph, json, sys, time
asked = json.load(sys.stdin)
graph = igraph.Graph(n=asked["nodes"], edges=list(zip(asked["sources"], asked["targets"])), directed=False)
def times(inputs, call):
    took = []
    for given in inputs:
        start = time.perf_counter()
        call(given)
        took.append((time.perf_counter() - start) * 1000)
    return took
print(json.dumps({
    "ppr": times(asked["seeds"], lambda s: graph.personalized_pagerank(damping=asked["damping"], reset_vertices=[s])),
    "paths": times(asked["pairs"], lambda p: graph.get_all_simple_paths(p[0], p[1], maxlen=3)),
}))
`;
