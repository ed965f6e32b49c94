import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Passage } from '../core/document.ts';
import { silentLog } from '../core/log.ts';
import { STOP_WORDS } from '../core/text/question-terms.ts';
import { entityKey, words } from '../core/text/words.ts';
import { buildCsrGraph } from '../retrieval/graph/csr-graph.ts';
import { personalizedPageRank } from '../retrieval/graph/page-rank.ts';
import {
  circuitBreaker,
  type Hit,
  isStoreDown,
  narrowNamesIn,
  type SearchResult,
  searchByWords,
} from '../retrieval/index.ts';
import type { ToolContext } from './tool-context.ts';

/** Parameters of HippoRAG 2: damping factor, and weight of passages as seeds. */
const DAMPING = 0.5;
const PASSAGE_SEED = 0.05;
/** Passages per name, facts per entity, and maximum seed names. */
const PASSAGES_OF_NAME = 40;
const FACTS_OF_ENTITY = 60;
const MAX_SEEDS = 8;
/** Maximum neighbouring names whose pages are read, and passages of each. */
const MAX_NEIGHBOUR_NAMES = 12;
const PASSAGES_OF_NEIGHBOUR = 6;
/** Maximum words of a name when searching a query for lower-case names. */
const MAX_NAME_WORDS = 5;
/** Timeout of the graph store; after it, only names and passages are used. */
const GRAPH_TIMEOUT_MS = 3_000;

/**
 * Ranks passages by Personalized PageRank over names and passages. Seeds are the names in the query and, with little
 * weight, the results of a plain search. Edges connect passages with their names and entities with related entities.
 * Reads only the query's neighbourhood, whatever the size of the corpus.
 */
export const queryGraph = (context: ToolContext) => {
  const graph = circuitBreaker('the graph', silentLog, { timeoutMs: GRAPH_TIMEOUT_MS });
  return tool(
    async ({ query, entities, k }): Promise<[string, SearchResult]> => {
      const { retriever, stores, scopes, signal } = context;
      const { call } = graph.forSearch();
      let lost: string | undefined;
      /** Returns an empty list if the graph store is down; only names and passages are then used. */
      const orNone = <T>(work: () => Promise<T[]>): Promise<T[]> =>
        call(work).catch((error: unknown) => {
          if (!isStoreDown(error)) throw error;
          lost = `${error.message} This search went without the graph's facts.`;
          return [];
        });
      const knownEntities = (keys: string[]) => orNone(() => stores.graph.entities(keys, scopes));
      const [plain, seeds] = await Promise.all([
        retriever.search({ text: query, k: 20, scopes, signal }),
        entities.length > 0 ? entities : namesOf(query, knownEntities),
      ]);
      const triples = await orNone(() => stores.graph.triplesOf(seeds, FACTS_OF_ENTITY, scopes));
      const found = await Promise.all(seeds.map((seed) => searchByWords(stores, seed, PASSAGES_OF_NAME, scopes)));
      const ids = new Set([
        ...plain.hits.map(({ passageId }) => passageId),
        ...found.flatMap((scored) => scored.map(({ id }) => id)),
        ...triples.flatMap(({ passageIds }) => passageIds).slice(0, PASSAGES_OF_NAME),
      ]);
      const near = await stores.documents.passages([...ids], scopes);
      // Second hop: pages about names connected with the query's.
      const beside = neighbourNames(
        near,
        seeds,
        triples.flatMap(({ subject, object }) => [subject, object]),
      );
      const further = await Promise.all(
        beside.map((name) => searchByWords(stores, name, PASSAGES_OF_NEIGHBOUR, scopes)),
      );
      const added = [...new Set(further.flatMap((scored) => scored.map(({ id }) => id)))].filter((id) => !ids.has(id));
      const passages = [...near, ...(await stores.documents.passages(added, scopes))];
      const scores = rankPassages(
        passages,
        seeds,
        triples.map(({ subject, object }) => [subject, object] as const),
        plain.hits.map(({ passageId }) => passageId),
      );
      const hits = passages
        .map((passage): Hit => toHit(passage, scores.get(passage.id) ?? 0, seeds))
        .sort((a, b) => b.score - a.score)
        .slice(0, k);
      const notice = plain.notice ?? lost;
      return [
        hits.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'Nothing found.',
        { ...plain, hits, ...(notice && { notice }) },
      ];
    },
    {
      name: 'query_graph',
      description: 'Finds passages through the things that a question names and what is connected with them.',
      schema: z.object({
        query: z.string(),
        entities: z.array(z.string()).default([]).describe('ids that link_entities gave; found in the query if empty'),
        k: z.number().int().min(1).max(50).default(10),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
};

/** Names that facts or passages connect with the seeds: those of facts first, then by number of shared passages. */
const neighbourNames = (passages: readonly Passage[], seeds: readonly string[], ends: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  const count = (name: string, weight: number) => counts.set(name, (counts.get(name) ?? 0) + weight);
  for (const end of new Set(ends)) count(end, passages.length + 1);
  for (const passage of passages) {
    const run = ` ${words(`${passage.title} ${passage.text}`).join(' ')} `;
    if (!seeds.some((seed) => run.includes(` ${seed} `))) continue;
    for (const key of narrowNamesIn(passage.text)) count(key, 1);
  }
  for (const seed of seeds) counts.delete(seed);
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_NEIGHBOUR_NAMES)
    .map(([name]) => name);
};

/** PageRank of each passage, by id. */
const rankPassages = (
  passages: readonly Passage[],
  seeds: readonly string[],
  facts: readonly (readonly [string, string])[],
  plain: readonly string[],
): Map<string, number> => {
  const nodes = new Map<string, number>();
  const nodeOf = (key: string) => {
    const existing = nodes.get(key);
    if (existing !== undefined) return existing;
    nodes.set(key, nodes.size);
    return nodes.size - 1;
  };
  const edges: { source: number; target: number; weight: number }[] = [];
  const edge = (a: string, b: string, weight: number) => edges.push({ source: nodeOf(a), target: nodeOf(b), weight });
  for (const passage of passages) {
    nodeOf(`p:${passage.id}`);
    const text = ` ${words(`${passage.title} ${passage.text}`).join(' ')} `;
    const names = new Set(narrowNamesIn(passage.text));
    for (const seed of seeds) if (text.includes(` ${seed} `)) names.add(seed);
    const title = entityKey(passage.title);
    if (title) names.add(title);
    for (const name of names) edge(`p:${passage.id}`, `e:${name}`, name === title ? 2 : 1);
  }
  for (const [subject, object] of facts) edge(`e:${subject}`, `e:${object}`, 1);
  const reset = new Map<number, number>();
  for (const seed of seeds) reset.set(nodeOf(`e:${seed}`), 1 / seeds.length);
  plain.forEach((id, rank) => {
    const share = seeds.length === 0 ? 1 : PASSAGE_SEED;
    reset.set(nodeOf(`p:${id}`), share / (1 + rank));
  });
  const graph = buildCsrGraph({
    nodeCount: nodes.size,
    sources: edges.map(({ source }) => source),
    targets: edges.map(({ target }) => target),
    weights: edges.map(({ weight }) => weight),
  });
  const ranks = personalizedPageRank(graph, reset, { damping: DAMPING });
  return new Map(passages.map(({ id }) => [id, ranks[nodes.get(`p:${id}`)!]!]));
};

/** The names in a query: as written, and the longest runs of words that are an entity's key. */
const namesOf = async (query: string, known: (keys: string[]) => Promise<{ id: string }[]>): Promise<string[]> => {
  const tokens = words(query.replace(/['’]s\b/gu, ''));
  const runs: { key: string; from: number; to: number }[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + MAX_NAME_WORDS); to += 1) {
      const run = tokens.slice(from, to);
      if (run.every((word) => STOP_WORDS.has(word))) continue;
      runs.push({ key: run.join(' '), from, to });
    }
  }
  const keys = [...new Set(runs.map(({ key }) => key))];
  const named = new Set((await known(keys)).map(({ id }) => id));
  for (const key of narrowNamesIn(query)) named.add(key);
  const taken = new Set<number>();
  const found: string[] = [];
  for (const { key, from, to } of runs
    .filter((run) => named.has(run.key))
    .sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const places = Array.from({ length: to - from }, (_, at) => from + at);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    if (!found.includes(key)) found.push(key);
  }
  return found.slice(0, MAX_SEEDS);
};

const toHit = (passage: Passage, score: number, seeds: string[]): Hit => ({
  documentId: passage.documentId,
  passageId: passage.id,
  title: passage.title,
  text: passage.text,
  score,
  via: [{ kind: 'path', entities: seeds }],
  passage,
});
