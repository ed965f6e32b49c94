import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Passage } from '../core/document.ts';
import type { ToolContext } from './tool-context.ts';

/** Maximum passages before and after: one more than a model may ask for, which tells whether the page goes on. */
const MAX_BESIDE = 6;

/** Reads a passage and its neighbours in page order. Returns nothing for a passage outside the scopes. */
export const readAround = ({ stores, scopes }: Pick<ToolContext, 'stores' | 'scopes'>) =>
  tool(
    async ({ passageId, before, after }): Promise<[string, Passage[]]> => {
      const [place] = await stores.documents.passages([passageId], scopes);
      const page = place ? await stores.documents.passagesOf(place.documentId, scopes) : [];
      const near = page
        .filter(({ ordinal }) => place && ordinal >= place.ordinal - before && ordinal <= place.ordinal + after)
        .sort((a, b) => a.ordinal - b.ordinal);
      return [near.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'Nothing found.', near];
    },
    {
      name: 'read_around',
      description: 'Reads a page around one of its passages.',
      schema: z.object({
        passageId: z.string().describe('an id that a search gave'),
        before: z.number().int().min(0).max(MAX_BESIDE).default(1).describe('how many passages before it'),
        after: z.number().int().min(0).max(MAX_BESIDE).default(2).describe('how many passages after it'),
      }),
      responseFormat: 'content_and_artifact',
    },
  );
