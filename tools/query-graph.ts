import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { entityKey, words } from '../core/text/words.ts';
import { buildCsrGraph, personalizedPageRank } from '../retrieval/graph/index.ts';
import type { Hit, SearchResult } from '../retrieval/retriever.ts';
import { STOP_WORDS } from '../stores/question-terms.ts';
import type { LookUp } from './look-up.ts';

/** HippoRAG 2: damping .5, passages as seeds weigh .05. */
const DAMPING = 0.5;
const PASSAGE_SEED = 0.05;
/** Passages read of one entity, and entities of which passages are read; hubs are cut there. */
const PASSAGES_OF_ENTITY = 60;
const MOST_ENTITIES = 400;
/** Words of one name at most when the query is looked through for names. */
const NAME_WORDS = 5;

/**
 * Passages by Personalized PageRank over entities and passages: the walk starts at the query's entities (and, lightly, at
 * the passages that a plain search finds) and reaches passages that no word of the query stands in.
 */
export const queryGraph = (lookUp: LookUp) => {
  const { retriever, stores, scopes, signal } = lookUp;
  return tool(
    async ({ query, entities, k }): Promise<[string, SearchResult]> => {
      const plain = await retriever.search({ text: query, k: 20, scopes, signal });
      const seeds = entities.length > 0 ? entities : await entitiesIn(query, lookUp);
      const found = new Set(plain.hits.map(({ passageId }) => passageId));
      const atSeeds = await stores.graph.passagesMentioning(seeds, PASSAGES_OF_ENTITY, scopes);
      for (const { passageId } of atSeeds) found.add(passageId);
      const around = await stores.graph.mentionsOf([...found], scopes);
      const reached = [...new Set(around.map(({ entityId }) => entityId))].slice(0, MOST_ENTITIES);
      const triples = await stores.graph.triplesOf(seeds, PASSAGES_OF_ENTITY, scopes);
      const neighbours = [...new Set(triples.flatMap(({ subject, object }) => [subject, object]))];
      const beyond = await stores.graph.passagesMentioning(
        [...new Set([...neighbours, ...reached])].slice(0, MOST_ENTITIES),
        10,
        scopes,
      );
      const mentions = [
        ...new Map(
          [...around, ...beyond, ...atSeeds].map((mention) => [`${mention.passageId} ${mention.entityId}`, mention]),
        ).values(),
      ];

      const nodes = new Map<string, number>();
      const nodeOf = (key: string) => {
        const known = nodes.get(key);
        if (known !== undefined) return known;
        nodes.set(key, nodes.size);
        return nodes.size - 1;
      };
      const sources: number[] = [];
      const targets: number[] = [];
      const weights: number[] = [];
      const edge = (a: string, b: string, weight: number) => {
        sources.push(nodeOf(a));
        targets.push(nodeOf(b));
        weights.push(weight);
      };
      for (const { passageId, entityId, count, inTitle } of mentions) {
        edge(`p:${passageId}`, `e:${entityId}`, 1 + Math.log(Math.max(1, count)) + (inTitle ? 1 : 0));
      }
      for (const { subject, object } of triples) edge(`e:${subject}`, `e:${object}`, 1);
      for (const { passageId } of plain.hits) nodeOf(`p:${passageId}`);
      for (const id of seeds) nodeOf(`e:${id}`);
      const graph = buildCsrGraph({ nodeCount: nodes.size, sources, targets, weights });
      const reset = new Map<number, number>();
      for (const id of seeds) reset.set(nodeOf(`e:${id}`), 1 / seeds.length);
      plain.hits.forEach(({ passageId }, rank) => {
        reset.set(nodeOf(`p:${passageId}`), PASSAGE_SEED / (1 + rank) + (seeds.length === 0 ? 1 / (1 + rank) : 0));
      });
      const scores = personalizedPageRank(graph, reset, { damping: DAMPING });
      const ranked = [...nodes]
        .filter(([key]) => key.startsWith('p:'))
        .map(([key, node]) => ({ id: key.slice(2), score: scores[node]! }))
        .sort((a, b) => b.score - a.score)
        .slice(0, k);
      const passages = await stores.documents.passages(
        ranked.map(({ id }) => id),
        scopes,
      );
      const scoreOf = new Map(ranked.map(({ id, score }) => [id, score]));
      const hits = passages.map(
        (passage): Hit => ({
          documentId: passage.documentId,
          passageId: passage.id,
          title: passage.title,
          text: passage.text,
          score: scoreOf.get(passage.id)!,
          via: [{ kind: 'path', entities: seeds }],
          passage,
        }),
      );
      return [hits.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'Nothing found.', { ...plain, hits }];
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

/** Entities that a query names: its longest runs of words that are the key of one, all asked for in one read. */
const entitiesIn = async (query: string, { stores, scopes }: LookUp): Promise<string[]> => {
  const tokens = words(query.replace(/['’]s\b/gu, ''));
  const runs: { key: string; from: number; to: number }[] = [];
  for (let from = 0; from < tokens.length; from += 1) {
    for (let to = from + 1; to <= Math.min(tokens.length, from + NAME_WORDS); to += 1) {
      const run = tokens.slice(from, to);
      if (run.every((word) => STOP_WORDS.has(word))) continue;
      runs.push({ key: entityKey(run.join(' ')), from, to });
    }
  }
  const known = new Set(
    (await stores.graph.entities([...new Set(runs.map(({ key }) => key))], scopes)).map(({ id }) => id),
  );
  const taken = new Set<number>();
  const found: string[] = [];
  for (const { key, from, to } of runs
    .filter((run) => known.has(run.key))
    .sort((a, b) => b.to - b.from - (a.to - a.from))) {
    const places = Array.from({ length: to - from }, (_, at) => from + at);
    if (places.some((place) => taken.has(place))) continue;
    for (const place of places) taken.add(place);
    found.push(key);
  }
  return found;
};
