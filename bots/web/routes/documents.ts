import { Hono } from 'hono';
import type { DocumentView } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { pageLinks } from '../page-links.ts';

/** Of a longer page, only this many characters around the passage are shown. */
const MAX_CHARS = 200_000;

/** A page that an answer cites, with the position of the cited passage. */
export const documents = ({ parley, scopes: visibleScopes }: WebDependencies) =>
  new Hono<WebEnv>().get('/', async (c) => {
    const scopes = await visibleScopes(c.var.person);
    const store = parley.stores.documents;
    const { id = '', passage: passageId } = c.req.query();
    const [document, [passage]] = await Promise.all([
      store.document(id, scopes),
      passageId ? store.passages([passageId], scopes) : [],
    ]);
    if (!document) throw notFound('page');
    const cited = passage?.documentId === id ? passage : undefined;
    const from = document.text.length <= MAX_CHARS ? 0 : lineStart(document.text, (cited?.start ?? 0) - MAX_CHARS / 2);
    const text = document.text.slice(from, from + MAX_CHARS);
    return c.json<DocumentView>({
      id,
      title: document.title,
      url: document.url,
      updatedAt: document.updatedAt,
      text,
      partial: text.length < document.text.length,
      passage: cited && { start: cited.start - from, end: cited.end - from, kind: cited.kind },
      links: await pageLinks(document, store, scopes),
    });
  });

const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at) + 1);
