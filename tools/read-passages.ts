import { tool } from '@langchain/core/tools';
import { z } from 'zod';
import type { Passage } from '../core/document.ts';
import type { ToolContext } from './tool-context.ts';

/** Reads passages by their ids, for instance those that state a fact. Skips ids outside the scopes. */
export const readPassages = ({ stores, scopes }: Pick<ToolContext, 'stores' | 'scopes'>) =>
  tool(
    async ({ passageIds }): Promise<[string, Passage[]]> => {
      const passages = await stores.documents.passages(passageIds, scopes);
      return [passages.map(({ title, text }) => `${title}\n${text}`).join('\n\n') || 'Nothing found.', passages];
    },
    {
      name: 'read_passages',
      description: 'Reads passages of the pages by their ids.',
      schema: z.object({ passageIds: z.array(z.string()).max(50).describe('ids that a search or a fact gave') }),
      responseFormat: 'content_and_artifact',
    },
  );
