import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import { DATE_FORMS, readDay } from '../retrieval/filters/field-keys.ts';
import { isFiltering } from '../retrieval/filters/filter.ts';
import type { SearchResult } from '../retrieval/retriever.ts';
import type { ToolContext } from './tool-context.ts';

const day = z.string().refine((date) => readDay(date) !== undefined, DATE_FORMS);

/** Filters of a search, as described to a model. */
export const filterFields = {
  types: z
    .array(z.string().min(1).max(20))
    .max(10)
    .optional()
    .describe('only where the question asks for such: page, table, chat, or a kind of file such as pdf or word'),
  after: day
    .optional()
    .describe('only pages that say they changed on this day or later, as 2026-03-14; leaves out those without a date'),
  before: day.optional().describe('only pages that say they changed before this day'),
  phrases: z
    .array(z.string().min(1).max(200))
    .max(5)
    .optional()
    .describe('words that must stand there exactly so; only where the question quotes them'),
};

/**
 * Searches passages. The artifact is the SearchResult, the content its text for a model. Uses deep search if the
 * encoder supports it, since its .3 s are short compared with a model call.
 */
export const searchPassages = ({ retriever, scopes, signal }: ToolContext) =>
  tool(
    async ({ query, k, seeds, by, sources, ...filter }): Promise<[string, SearchResult]> => {
      const asked = { text: query, k, scopes, seeds, by, sources, ...filter };
      const result = await retriever.search({ ...asked, deep: by !== 'nearest', signal });
      const nothing = [
        'Nothing found.',
        ...((sources || isFiltering(filter)) && result.notice ? [result.notice] : []),
      ].join(' ');
      return [result.hits.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || nothing, result];
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
        sources: z.array(z.string()).max(50).optional().describe('only in these sources'),
        ...filterFields,
      }),
      responseFormat: 'content_and_artifact',
    },
  );
