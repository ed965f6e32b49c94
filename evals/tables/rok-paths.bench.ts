import { parseArgs } from 'node:util';
import type { TripleRow } from '../../core/document.ts';
import { words } from '../../core/text/words.ts';
import { mean } from '../metrics/mean.ts';
import type { EvalRow } from '../run/row.ts';
import { worldTriples } from '../simulator/world/triples.ts';
import { askWorlds } from './ask-worlds.ts';
import { percent, percentWithInterval, table } from './figures.ts';

export const about =
  'RoK over worlds whose triples were ingested: answers from paths, main paths found, citations; beside it without a graph';

const MAX_HOPS = 3;

/** What one answer of RoK rests on. */
interface Asked {
  accuracy: number;
  answered: boolean;
  fromGraph: boolean;
  /** The graph holds a path between two things that the question names. */
  hasPath: boolean;
  foundPath: boolean;
  citationPrecision?: number;
  calls: number;
  tokens: number;
}

export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: {
      questions: { type: 'string', default: '100' },
      seeds: { type: 'string', default: '21,22,23' },
      size: { type: 'string', default: '600' },
      out: { type: 'string' },
    },
  });
  const seeds = values.seeds.split(',').map(Number);
  const size = Number(values.size);
  const graphs = new Map(seeds.map((seed) => [String(seed), graphOf(worldTriples({ seed, size }))]));
  const rowsOf = (strategy: string, graph: boolean) =>
    askWorlds(
      { seeds, size, questions: Number(values.questions), strategies: [strategy], out: values.out, graph },
      (row) => toAsked(row, graphs.get(row.id.split('/', 1)[0] ?? '')),
    );
  const lines = [
    figuresOf('RoK over the graph', await rowsOf('rok', true)),
    figuresOf('RoK over the graph, no neighbour branches', await rowsOf('rok:branches=false', true)),
    figuresOf('RoK without a graph: its fallback to passages', await rowsOf('rok', false)),
    figuresOf('vanilla', await rowsOf('vanilla', false)),
  ];
  console.log(table(HEAD, lines));
};

const HEAD =
  ' | accuracy % (95 %) | answered from the graph % | main path found, where there is one % | citation precision % | calls | tokens'.split(
    ' | ',
  );

const toAsked = ({ gold, answer, scores, usage }: EvalRow, graph: Graph | undefined): Asked => {
  const trace = answer?.trace ?? [];
  const drawn = trace.find(({ name }) => name === 'knowledge-paths')?.data as { paths: unknown[] } | undefined;
  const isLinked = trace.some(({ name }) => name === 'link_entities');
  return {
    accuracy: scores.accuracy ?? 0,
    answered: answer?.verdict === 'answered',
    fromGraph: isLinked && !trace.some(({ name }) => name === 'search_passages'),
    hasPath: graph !== undefined && hasPath(graph, gold.question),
    foundPath: (drawn?.paths.length ?? 0) > 0,
    citationPrecision: scores.citation_precision,
    calls: usage.calls,
    tokens: usage.inputTokens + usage.outputTokens,
  };
};

/** The entities next to each, by the words of their names. */
type Graph = ReadonlyMap<string, ReadonlySet<string>>;

const graphOf = (triples: Iterable<TripleRow>): Graph => {
  const graph = new Map<string, Set<string>>();
  const link = (from: string, to: string) => graph.set(from, (graph.get(from) ?? new Set()).add(to));
  for (const { subject, object } of triples) {
    const [a, b] = [nameOf(subject), nameOf(object)];
    link(a, b);
    link(b, a);
  }
  return graph;
};
const nameOf = (name: string): string => words(name).join(' ');

/** Reads the question by itself, not by what RoK linked: two names of the graph stand in it, and few hops connect them. */
const hasPath = (graph: Graph, question: string): boolean => {
  const asked = ` ${nameOf(question)} `;
  const named = [...graph.keys()].filter((name) => /\p{L}/u.test(name) && asked.includes(` ${name} `));
  const longest = named.filter((name) => !named.some((other) => other !== name && other.includes(name)));
  return longest.some((from, at) => {
    const near = withinHops(graph, from);
    return longest.slice(at + 1).some((to) => near.has(to));
  });
};

const withinHops = (graph: Graph, from: string): Set<string> => {
  const near = new Set([from]);
  let edge = [from];
  for (let hop = 0; hop < MAX_HOPS; hop++) {
    edge = edge.flatMap((name) => [...(graph.get(name) ?? [])]).filter((name) => !near.has(name) && near.add(name));
  }
  return near;
};

const figuresOf = (name: string, rows: readonly Asked[]): string[] => {
  const share = (among: readonly Asked[], is: (row: Asked) => boolean) =>
    among.length === 0 ? '–' : `${percent(among.filter(is).length / among.length)} of ${among.length}`;
  return [
    name,
    percentWithInterval(rows.map(({ accuracy }) => accuracy)),
    share(
      rows.filter(({ answered }) => answered),
      ({ fromGraph }) => fromGraph,
    ),
    share(
      rows.filter(({ hasPath }) => hasPath),
      ({ foundPath }) => foundPath,
    ),
    percent(mean(rows.flatMap(({ citationPrecision }) => citationPrecision ?? []))),
    mean(rows.map(({ calls }) => calls)).toFixed(1),
    mean(rows.map(({ tokens }) => tokens)).toFixed(0),
  ];
};
