import { silentLog } from '../../core/log.ts';
import { createRetriever } from '../../retrieval/index.ts';
import { openEmbedded } from '../../stores/embedded/index.ts';

/** A test page; its paragraphs become passages. */
export interface TestPage {
  id: string;
  title: string;
  text: string;
  updatedAt?: string;
  scopes?: string[];
  url?: string;
}

/** The embedded store and the retriever over a few pages, in memory. */
export const openWorld = async (pages: readonly TestPage[]) => {
  const stores = openEmbedded(':memory:');
  await stores.apply({
    put: pages.map((page) => {
      const scopes = page.scopes ?? ['everyone'];
      const document = {
        ...page,
        sourceId: 'test',
        scopes,
        fetchedAt: '2026-01-01T00:00:00Z',
        contentHash: page.id,
      };
      let start = 0;
      const passages = page.text.split('\n\n').map((text, ordinal) => {
        const at = page.text.indexOf(text, start);
        start = at + text.length;
        return {
          id: `${page.id}#${ordinal}`,
          documentId: page.id,
          ordinal,
          kind: text.startsWith('|') ? ('table' as const) : ('text' as const),
          title: page.title,
          headings: [],
          text,
          start: at,
          end: at + text.length,
          links: [],
          scopes,
          url: page.url,
          updatedAt: page.updatedAt,
        };
      });
      return { document, passages, tables: [] };
    }),
  });
  return { stores, retriever: createRetriever({ stores, log: silentLog }) };
};
