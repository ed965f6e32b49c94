import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { KnowledgePath } from '../core/knowledge.ts';
import { buildKnowledgeGraph, knowledgePaths } from '../retrieval/graph/knowledge-graph.ts';
import type { ToolContext } from './tool-context.ts';

/** Maximum facts read for each end of a path and for each neighbour. */
const FACTS_OF_END = 400;
const FACTS_OF_NEIGHBOUR = 60;
const MAX_NEIGHBOURS = 600;
/** Maximum neighbours of an entity inside a path. An entity with more is a hub that connects everything. */
const MAX_HUB_DEGREE = 400;

/** Formats a path: `Anna -> works at -> Parley <- owns <- Ben`. */
export const pathText = ({ steps }: KnowledgePath): string =>
  steps
    .map(({ triple, forward }, at) => {
      const [from, to] = forward ? [triple.subjectName, triple.objectName] : [triple.objectName, triple.subjectName];
      const arrow = forward ? ` -> ${triple.predicate} -> ` : ` <- ${triple.predicate} <- `;
      return `${at === 0 ? from : ''}${arrow}${to}`;
    })
    .join('');

/**
 * Finds simple paths of up to three hops between an entity and others. Reads only the neighbourhood of the ends: a path
 * of three hops is a neighbour of one end, a neighbour of the other, and a fact between the two.
 */
export const findPaths = ({ stores, scopes }: ToolContext) =>
  tool(
    async ({ from, to, maxHops, limit }): Promise<[string, KnowledgePath[]]> => {
      const ends = [from, ...to];
      const near = await stores.graph.triplesOf(ends, FACTS_OF_END, scopes);
      const known = new Set(ends);
      const frontier: string[] = [];
      for (const { subject, object } of near) {
        for (const id of [subject, object]) {
          if (known.has(id) || frontier.length >= MAX_NEIGHBOURS) continue;
          known.add(id);
          frontier.push(id);
        }
      }
      const far = maxHops > 2 ? await stores.graph.triplesOf(frontier, FACTS_OF_NEIGHBOUR, scopes) : [];
      const triples = [...new Map([...near, ...far].map((triple) => [triple.id, triple])).values()];
      const paths = knowledgePaths(buildKnowledgeGraph(triples), from, to, {
        maxHops,
        limit,
        hubDegree: MAX_HUB_DEGREE,
      });
      return [paths.map(pathText).join('\n') || 'No path leads there.', paths];
    },
    {
      name: 'find_paths',
      description: 'Finds how an entity is connected with others in the knowledge graph.',
      schema: z.object({
        from: z.string().describe('an id that link_entities gave'),
        to: z.array(z.string()).min(1).max(40).describe('ids of the others'),
        maxHops: z.number().int().min(1).max(3).default(3),
        limit: z.number().int().min(1).max(2000).default(500).describe('how many paths at most, shortest first'),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
