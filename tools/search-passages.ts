import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { SearchResult } from '../retrieval/retriever.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * Finds passages for a query; the artifact is the SearchResult, the content what a model reads of it. The search is deep
 * where the encoder can: beside a model call its third of a second is little.
 */
export const searchPassages = ({ retriever, scopes, signal }: ToolContext) =>
  tool(
    async ({ query, k, seeds, by }): Promise<[string, SearchResult]> => {
      const result = await retriever.search({ text: query, k, scopes, seeds, by, deep: by !== 'nearest', signal });
      return [result.hits.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'Nothing found.', result];
    },
    {
      name: 'search_passages',
      description: "Searches the team's pages and tables by words and meaning.",
      schema: z.object({
        query: z.string().describe('what to look for; a whole question works best'),
        k: z.number().int().min(1).max(50).default(10).describe('how many passages'),
        seeds: z
          .object({ entities: z.array(z.string()).optional(), passageIds: z.array(z.string()).optional() })
          .optional()
          .describe('names and passages that earlier searches found'),
        by: z.enum(['everything', 'nearest']).optional().describe('nearest: by meaning alone; leave it out'),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
