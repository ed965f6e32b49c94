import { EVERYONE } from '../../../core/document.ts';
import type { Stores } from '../../../stores/index.ts';
import type { Script } from '../../conversation/scripted-agent.ts';
import { pageOf } from './pages.ts';
import { type ScopedDocument, scopedDocuments } from './scope-table.ts';

/** Puts one page a scope into the store; `channels` names the scopes of the table's two channels on a platform. */
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

/** An agent that cites every page which the store shows it for the question's scopes: what a leak would look like. */
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

/** The pages that some text names. */
export const namedIn = (text: string): ScopedDocument[] => scopedDocuments.filter((id) => text.includes(`“${id}”`));
