import { Hono } from 'hono';
import { z } from 'zod';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { readInterval } from '../../../core/interval.ts';
import { namedScopes } from '../../../core/source-scopes.ts';
import { slug } from '../../../ingest/resolve-input.ts';
import { readSearch, whyFound } from '../../../retrieval/index.ts';
import type { WebEnv } from '../asker.ts';
import type { DocumentDetail, DocumentList, DocumentRow, NewSource, SearchTrial, SourceView } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { entityGraph } from '../knowledge/entity-graph.ts';
import { ruleOf, sourceView } from '../knowledge/source-view.ts';
import { keepUpload, uploadsFolder } from '../knowledge/uploads.ts';
import { chosenSources } from '../open-sources.ts';
import { assertRole, nameOf } from '../people/person.ts';
import { readBody } from '../read-body.ts';
import { consoleScopes } from './console-scopes.ts';

const PAGE = 50;
const MAX_TRIAL = 20;

const scope = z.string().trim().min(1).max(200);
const pattern = z.string().trim().min(1).max(300);
const newSource: z.ZodType<NewSource> = z.object({
  kind: z.enum(['web', 'folder']),
  location: z.string().trim().min(1).max(2000),
  name: z.string().trim().max(100).optional(),
  scopes: z.array(scope).max(20).optional(),
  crawl: z
    .object({
      depth: z.int().min(0).max(20).optional(),
      maxPages: z.int().min(1).max(100_000).optional(),
      include: z.array(pattern).max(50).optional(),
      exclude: z.array(pattern).max(50).optional(),
    })
    .optional(),
  every: z
    .string()
    .max(10)
    .refine((text) => {
      try {
        readInterval(text);
        return true;
      } catch {
        return false;
      }
    }, 'must be an interval such as 15m, 6h or 1d, or off')
    .optional(),
});

/** What Parley knows: reviewers look, admins change. */
export const knowledge = (web: WebDependencies) => {
  const { parley, jobs, people } = web;
  const { documents, graph } = parley.stores;
  const uploads = uploadsFolder(parley.settings);
  const view = { policy: parley.accessPolicy, uploads };

  const scopesOf = consoleScopes(web);
  const visible = async (rows: readonly DocumentRow[], scopes: readonly Scope[]) => {
    const seen = await Promise.all(rows.map(({ id }) => documents.document(id, scopes)));
    return rows.filter((_, index) => seen[index] !== undefined);
  };
  const knownSource = async (id: string) => {
    const source = (await documents.sources()).find((one) => one.id === id);
    if (!source) throw notFound('source');
    return source;
  };

  return new Hono<WebEnv>()
    .get('/sources', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const sources = await documents.sources();
      return c.json<SourceView[]>(sources.map((source) => sourceView(source, view)));
    })
    .post('/sources', async (c) => {
      assertRole(c.var.person, 'admin');
      const { kind, location, name, scopes, crawl, every } = await readBody(c, newSource);
      assertFits(kind, location);
      const source = name ? slug(name) : slug(kind === 'web' ? new URL(location).host : location);
      const job = jobs.start({ source, what: 'add', by: nameOf(c.var.person) }, (how) =>
        parley.ingest([location], { ...how, source, scopes, every, ...(kind === 'web' && crawl && { crawl }) }),
      );
      await people.audit.write(c.var.person, 'source.add', source, { location, scopes, crawl, every });
      return c.json(job, 202);
    })
    .post('/sources/:id/sync', async (c) => {
      assertRole(c.var.person, 'admin');
      const { what } = await readBody(c, z.object({ what: z.enum(['sync', 'dry-run', 'retry']) }));
      const { id } = await knownSource(c.req.param('id'));
      const job = jobs.start({ source: id, what, by: nameOf(c.var.person) }, (how) =>
        parley.sync([id], { ...how, dryRun: what === 'dry-run', failed: what === 'retry' }),
      );
      if (what !== 'dry-run') await people.audit.write(c.var.person, `source.${what}`, id);
      return c.json(job, 202);
    })
    .put('/uploads/:source/:name', async (c) => {
      assertRole(c.var.person, 'admin');
      const { source, name } = c.req.param();
      const folder = await keepUpload(uploads, { source, name, body: c.req.raw.body });
      await people.audit.write(c.var.person, 'source.upload', slug(source), { name });
      return c.json({ folder: slug(source), kept: folder !== '' }, 201);
    })
    .post('/uploads/:source', async (c) => {
      assertRole(c.var.person, 'admin');
      const { scopes } = await readBody(c, z.object({ scopes: z.array(scope).max(20).optional() }));
      const source = slug(c.req.param('source'));
      const job = jobs.start({ source, what: 'upload', by: nameOf(c.var.person) }, (how) =>
        parley.ingest([`${uploads}/${source}`], { ...how, source, scopes }),
      );
      return c.json(job, 202);
    })
    .get('/jobs', (c) => {
      assertRole(c.var.person, 'reviewer');
      return c.json(jobs.list());
    })
    .post('/jobs/:id/stop', (c) => {
      assertRole(c.var.person, 'admin');
      return c.json({ stopped: jobs.stop(c.req.param('id')) });
    })
    .post('/forget', async (c) => {
      assertRole(c.var.person, 'admin');
      const body = z.object({ id: z.string().min(1).max(2000), dryRun: z.boolean() });
      const { id, dryRun } = await readBody(c, body);
      const receipt = await parley.forget(id, { dryRun });
      if (!dryRun) await people.audit.write(c.var.person, 'forget', id, { removed: receipt.removed });
      return c.json(receipt);
    })
    .get('/documents', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const { source, q = '', after } = c.req.query();
      const wanted = q.toLowerCase();
      const rows: DocumentRow[] = [];
      for await (const stamp of documents.stamps(source || undefined)) {
        if (after !== undefined && stamp.id <= after) continue;
        if (!stamp.title.toLowerCase().includes(wanted) && !stamp.id.toLowerCase().includes(wanted)) continue;
        rows.push(rowOf(stamp));
        if (rows.length > PAGE) break;
      }
      const more = rows.length > PAGE;
      const page = rows.slice(0, PAGE);
      // Titles say much, so reviewers are told of pages that they may see; admins keep all of them.
      const scopes = await scopesOf(c.var.person);
      const known = c.var.person.role === 'admin' ? page : await visible(page, scopes);
      return c.json<DocumentList>({ documents: known, ...(more && { next: page.at(-1)?.id }) });
    })
    .get('/document', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const id = c.req.query('id') ?? '';
      const stamp = (await documents.stampsOf([id])).get(id);
      const full = await documents.document(id, await documents.scopes());
      if (!stamp || !full) throw notFound('page');
      const scopes = await scopesOf(c.var.person);
      const seen = await documents.document(id, scopes);
      if (!seen && c.var.person.role !== 'admin') throw notFound('page');
      const [passages, tables] = seen
        ? await Promise.all([documents.passagesOf(id, scopes), documents.tablesOf([id], scopes)])
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
        k: MAX_TRIAL,
        scopes,
        sources: source ? [source] : await chosenSources(parley.stores.documents, scopes, typed.sources),
        types: [type || [], typed.types ?? []].flat(),
        after: after || typed.after,
        before: before || typed.before,
        phrases: typed.phrases,
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

/** @throws BAD_INPUT for an address that is none, and for anything but a path where a folder is asked for */
const assertFits = (kind: NewSource['kind'], location: string): void => {
  const isAddress = URL.canParse(location) && /^https?:$/.test(new URL(location).protocol);
  if (kind === 'web' ? isAddress : !/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) return;
  throw new ParleyError('BAD_INPUT', {
    message: kind === 'web' ? `${location} is not a web address.` : `${location} is not a folder.`,
    remedy:
      kind === 'web' ? 'Give an address such as https://wiki.example.com/handbook/.' : 'Give a path on this machine.',
  });
};
