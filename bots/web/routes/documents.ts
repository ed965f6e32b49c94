import { Hono } from 'hono';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { namedScopes } from '../../../core/source-scopes.ts';
import { readSearch, whyFound } from '../../../retrieval/index.ts';
import type { WebEnv } from '../asker.ts';
import type { DocumentDetail, DocumentList, DocumentRow, SearchTrial } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { entityGraph } from '../knowledge/entity-graph.ts';
import { ruleOf } from '../knowledge/source-view.ts';
import { assertRole } from '../people/person.ts';
import { chosenSources } from '../visible-sources.ts';
import { consoleScopes } from './console-scopes.ts';

const PAGE = 50;
const SEARCH_RESULTS = 20;

/**
 * Routes for documents, search and the knowledge graph. A reviewer sees the pages that their scopes allow; an admin also sees
 * the titles of all other pages.
 */
export const documents = (web: WebDependencies) => {
  const { parley } = web;
  const { documents: pages, graph } = parley.stores;
  const scopesOf = consoleScopes(web);
  const visible = async (rows: readonly DocumentRow[], scopes: readonly Scope[]) => {
    const seen = await pages.visible(
      rows.map(({ id }) => id),
      scopes,
    );
    return rows.filter(({ id }) => seen.has(id));
  };

  return new Hono<WebEnv>()
    .get('/documents', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const { source, q = '', after } = c.req.query();
      const wanted = q.toLowerCase();
      const rows: DocumentRow[] = [];
      for await (const stamp of pages.stamps(source || undefined)) {
        if (after !== undefined && stamp.id <= after) continue;
        if (!stamp.title.toLowerCase().includes(wanted) && !stamp.id.toLowerCase().includes(wanted)) continue;
        rows.push(rowOf(stamp));
        if (rows.length > PAGE) break;
      }
      const more = rows.length > PAGE;
      const page = rows.slice(0, PAGE);
      // A title may reveal a secret, so reviewers get only the pages that they may see. Admins manage all pages.
      const scopes = await scopesOf(c.var.person);
      const known = c.var.person.role === 'admin' ? page : await visible(page, scopes);
      return c.json<DocumentList>({ documents: known, ...(more && { next: page.at(-1)?.id }) });
    })
    .get('/document', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const id = c.req.query('id') ?? '';
      const stamp = (await pages.stampsOf([id])).get(id);
      const full = await pages.document(id, await pages.scopes());
      if (!stamp || !full) throw notFound('page');
      const scopes = await scopesOf(c.var.person);
      const seen = await pages.document(id, scopes);
      if (!seen && c.var.person.role !== 'admin') throw notFound('page');
      const [passages, tables] = seen
        ? await Promise.all([pages.passagesOf(id, scopes), pages.tablesOf([id], scopes)])
        : [[], []];
      return c.json<DocumentDetail>({
        ...rowOf(stamp),
        scopes: namedScopes(full.scopes),
        ...ruleOf(parley.accessPolicy, stamp.sourceId),
        ...(seen && {
          content: {
            passages: passages.map(({ id: passageId, kind, headings, text, start }) => ({
              id: passageId,
              kind,
              headings,
              text,
              start,
            })),
            tables: tables.map(({ id: tableId, caption, columns, rows }) => ({ id: tableId, caption, columns, rows })),
          },
        }),
      });
    })
    .get('/search', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const { q = '', source, type, after, before } = c.req.query();
      if (q.trim() === '')
        throw new ParleyError('BAD_USAGE', { message: 'There is nothing to search for.', remedy: 'Type some words.' });
      const began = performance.now();
      const typed = readSearch(q.slice(0, 2000));
      const scopes = await scopesOf(c.var.person);
      const found = await parley.retriever.search({
        text: typed.text,
        k: SEARCH_RESULTS,
        scopes,
        sources: source ? [source] : await chosenSources(parley.stores.documents, scopes, typed.sources),
        types: [type || [], typed.types ?? []].flat(),
        after: after || typed.after,
        before: before || typed.before,
        phrases: typed.phrases,
        unread: typed.unread,
        signal: c.req.raw.signal,
      });
      return c.json<SearchTrial>({
        mode: found.mode,
        notice: found.notice,
        corrections: (found.corrections ?? []).map((one) => ({ from: one.from, to: one.to })),
        ms: Math.round(performance.now() - began),
        hits: found.hits.map(({ documentId, passageId, title, text, score, via, passage }) => ({
          documentId,
          passageId,
          title,
          headings: passage.headings,
          text,
          score,
          why: whyFound(via),
          via,
        })),
      });
    })
    .get('/entities', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const found = await graph.findEntities((c.req.query('q') ?? '').slice(0, 200), 12, await scopesOf(c.var.person));
      return c.json(found.map(({ entity: { id, name } }) => ({ id, name })));
    })
    .get('/graph', async (c) => {
      assertRole(c.var.person, 'reviewer');
      return c.json(await entityGraph(parley.stores, c.req.query('entity') ?? '', await scopesOf(c.var.person)));
    });
};

type Stamp = Omit<DocumentRow, 'passages'> & { passages: number };
const rowOf = ({ id, title, sourceId, url, updatedAt, fetchedAt, passages }: Stamp): DocumentRow => ({
  id,
  title,
  sourceId,
  url,
  updatedAt,
  fetchedAt,
  passages,
});
