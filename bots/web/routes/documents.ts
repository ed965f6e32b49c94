import { Hono } from 'hono';
import type { DocumentView } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { pageLinks } from '../page-links.ts';

/** Pages longer than this many characters are shown around the passage only. */
const WINDOW = 200_000;

/** A page that an answer cites, with the cited passage's place in it. */
export const documents = ({ parley, scopes }: WebDependencies) =>
  new Hono<WebEnv>().get('/', async (c) => {
    const store = parley.stores.documents;
    const { id = '', passage: passageId } = c.req.query();
    const [document, [passage]] = await Promise.all([
      store.document(id, scopes),
      passageId ? store.passages([passageId], scopes) : [],
    ]);
    if (!document) throw notFound('page');
    const place = passage?.documentId === id ? passage : undefined;
    const from = document.text.length <= WINDOW ? 0 : lineStart(document.text, (place?.start ?? 0) - WINDOW / 2);
    const text = document.text.slice(from, from + WINDOW);
    return c.json<DocumentView>({
      id,
      title: document.title,
      url: document.url,
      updatedAt: document.updatedAt,
      text,
      partial: text.length < document.text.length,
      passage: place && { start: place.start - from, end: place.end - from, kind: place.kind },
      links: await pageLinks(document, store, scopes),
    });
  });

const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at) + 1);
