import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { SearchResult } from '../retrieval/retriever.ts';
import type { ToolContext } from './tool-context.ts';

/** Search results from which tables are selected. */
const SEARCH_DEPTH = 40;

/** Searches only tables, which other passages would crowd out of a normal search. */
export const searchTables = ({ retriever, scopes, signal }: ToolContext) =>
  tool(
    async ({ query, k }): Promise<[string, SearchResult]> => {
      const result = await retriever.search({ text: query, k: SEARCH_DEPTH, scopes, signal });
      const hits = result.hits.filter(({ passage }) => passage.kind === 'table').slice(0, k);
      return [
        hits.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'No table found.',
        { ...result, hits },
      ];
    },
    {
      name: 'search_tables',
      description: "Searches the tables of the team's pages; the answer to a question of figures often stands in one.",
      schema: z.object({
        query: z.string().describe('what to look for'),
        k: z.number().int().min(1).max(20).default(5).describe('how many tables'),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
