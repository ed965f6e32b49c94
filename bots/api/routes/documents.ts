import { createRoute, z } from '@hono/zod-openapi';
import { visibleText } from '../../../core/injection/visible-text.ts';
import { DATE_FORMS, readSearch } from '../../../retrieval/index.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { notFound } from '../../web/failure.ts';
import { pageLinks } from '../../web/page-links.ts';
import { chosenSources } from '../../web/visible-sources.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { documentViewSchema, failed, json, passageSchema, searchResultSchema } from '../schemas.ts';

/** Maximum characters of a page in a response; of a longer page, the part around the passage is returned. */
const MAX_CHARS = 200_000;
const MAX_HITS = 50;

const date = z.string().max(20);

const search = createRoute({
  method: 'get',
  path: '/search',
  operationId: 'searchPassages',
  summary: 'Finds passages, without a model',
  middleware: may('search'),
  request: {
    query: z.object({
      q: z.string().min(1).max(2000).openapi({
        example: 'parental leave',
        description: 'Words. A phrase in quotes stands in every hit; source:, type:, after: and before: narrow it too.',
      }),
      k: z.coerce.number().int().min(1).max(MAX_HITS).default(10),
      source: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .openapi({ description: 'Only in this one; may be given several times.' }),
      type: z
        .union([z.string(), z.array(z.string())])
        .optional()
        .openapi({ description: 'page, table, chat or a kind of file such as pdf; of several, any.' }),
      after: date.optional().openapi({ description: `Pages changed on this day or later: ${DATE_FORMS}.` }),
      before: date.optional().openapi({ description: 'Pages changed before this day.' }),
    }),
  },
  responses: { 200: json(searchResultSchema, 'Best first.'), ...failed },
});

const passage = createRoute({
  method: 'get',
  path: '/passages',
  operationId: 'getPassage',
  summary: 'One passage by its id',
  middleware: may('search'),
  request: { query: z.object({ id: z.string().max(2000) }) },
  responses: { 200: json(passageSchema, 'The passage.'), ...failed },
});

const document = createRoute({
  method: 'get',
  path: '/documents',
  operationId: 'getDocument',
  summary: 'One page by its id, with the position of a passage',
  middleware: may('search'),
  request: { query: z.object({ id: z.string().max(2000).default(''), passage: z.string().max(2000).optional() }) },
  responses: { 200: json(documentViewSchema, 'The page.'), ...failed },
});

/** Routes for search, and for pages and passages. The stores filter by the caller's scopes. */
export const documentRoutes = ({ parley, view }: WebDependencies) => {
  const store = parley.stores.documents;
  return createRoutes()
    .openapi(search, async (c) => {
      const { q, k, source, type, after, before } = c.req.valid('query');
      const { scopes } = c.var.caller;
      const typed = readSearch(q);
      const sources = await chosenSources(store, scopes, [source ?? [], typed.sources ?? []].flat());
      const { hits, mode, notice } = await parley.retriever.search({
        text: typed.text,
        k,
        scopes,
        sources,
        types: [type ?? [], typed.types ?? []].flat(),
        after: after ?? typed.after,
        before: before ?? typed.before,
        phrases: typed.phrases,
        unread: typed.unread,
        signal: c.req.raw.signal,
      });
      const rows = hits.map(({ documentId, passageId, title, text, score, via, passage: { url } }) => ({
        documentId,
        passageId,
        title: visibleText(title),
        text: visibleText(text),
        score,
        via,
        ...(url !== undefined && { url }),
      }));
      return c.json({ hits: rows, mode, ...(notice !== undefined && { notice: view.text(notice) }) }, 200);
    })
    .openapi(passage, async (c) => {
      const [found] = await store.passages([c.req.valid('query').id], c.var.caller.scopes);
      if (!found) throw notFound('page');
      const { id, documentId, title, headings, text, kind, url, updatedAt } = found;
      const [seen, ...seenHeadings] = [title, ...headings].map(visibleText);
      return c.json(
        { id, documentId, title: seen ?? '', headings: seenHeadings, text: visibleText(text), kind, url, updatedAt },
        200,
      );
    })
    .openapi(document, async (c) => {
      const { scopes } = c.var.caller;
      const { id, passage: passageId } = c.req.valid('query');
      const [page, [marked]] = await Promise.all([
        store.document(id, scopes),
        passageId ? store.passages([passageId], scopes) : [],
      ]);
      if (!page) throw notFound('page');
      const cited = marked?.documentId === id ? marked : undefined;
      const from = page.text.length <= MAX_CHARS ? 0 : lineStart(page.text, (cited?.start ?? 0) - MAX_CHARS / 2);
      const text = page.text.slice(from, from + MAX_CHARS);
      return c.json(
        {
          id,
          title: page.title,
          url: page.url,
          updatedAt: page.updatedAt,
          text,
          partial: text.length < page.text.length,
          passage: cited && { start: cited.start - from, end: cited.end - from, kind: cited.kind },
          links: await pageLinks(page, store, scopes),
        },
        200,
      );
    });
};

const lineStart = (text: string, at: number) => (at <= 0 ? 0 : text.lastIndexOf('\n', at) + 1);
