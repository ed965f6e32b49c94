import { EVERYONE } from '../../../core/document.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Script } from '../../conversation/testing/scripted-agent.ts';
import { pageOf } from './pages.ts';
import { type ScopedDocument, scopedDocuments } from './scope-table.ts';

/** Stores one page for each scope of the table. @param scopes the platform's names of the workspace and of the two channels */
export const putScopedPages = (
  stores: Stores,
  { workspace, general, hidden }: { workspace: string; general: string; hidden: string },
) =>
  stores.apply({
    put: [
      pageOf('everyone', [EVERYONE]),
      pageOf('workspace', [workspace]),
      pageOf('general', [general]),
      pageOf('hidden', [hidden]),
      pageOf('private', ['private']),
    ],
  });

/** A script for an agent that cites every page that the question's scopes allow, so that a test sees any leak. */
export const tellEverything =
  (stores: Stores): Script =>
  async ({ scopes }) => {
    const pages = await Promise.all(scopedDocuments.map((id) => stores.documents.document(id, scopes)));
    const seen = pages.flatMap((page) => (page ? [page] : []));
    return {
      text: `I see ${seen.map(({ id }) => `<<${id}>>`).join(' ')}.`.replace(/<<(\w+)>>/g, '“$1”'),
      citations: seen.map(({ id, title }, i) => ({ n: i + 1, documentId: id, title, quote: title, kind: 'passage' })),
    };
  };

/** The pages that a text of this agent names. */
export const namedIn = (text: string): ScopedDocument[] => scopedDocuments.filter((id) => text.includes(`“${id}”`));
