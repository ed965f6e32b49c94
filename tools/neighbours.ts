import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Triple } from '../core/knowledge.ts';
import type { ToolContext } from './tool-context.ts';

/** Formats a fact: `Anna -> works at -> Parley`. */
export const tripleText = ({ subjectName, predicate, objectName }: Triple): string =>
  `${subjectName} -> ${predicate} -> ${objectName}`;

/** Lists the facts about some entities. */
export const neighbours = ({ stores, scopes }: ToolContext) =>
  tool(
    async ({ entities, limit }): Promise<[string, Triple[]]> => {
      const triples = await stores.graph.triplesOf(entities, limit, scopes);
      return [triples.map(tripleText).join('\n') || 'Nothing is known of these.', triples];
    },
    {
      name: 'neighbours',
      description: 'Lists what the knowledge graph states of some entities.',
      schema: z.object({
        entities: z.array(z.string()).max(40).describe('ids that link_entities gave'),
        limit: z.number().int().min(1).max(500).default(60).describe('facts of one entity at most'),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
