import { Hono } from 'hono';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { readInterval } from '../../../core/interval.ts';
import { resolveInput, slug, sourceIdFor } from '../../../ingest/resolve-input.ts';
import type { WebEnv } from '../asker.ts';
import type { NewSource, SourceView } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { assertMayAddFolder } from '../knowledge/allowed-folders.ts';
import { jobView, sourceView } from '../knowledge/source-view.ts';
import { keepUpload, uploadsFolder } from '../knowledge/uploads.ts';
import { assertRole, nameOf } from '../people/person.ts';
import { readBody } from '../read-body.ts';

const scope = z.string().trim().min(1).max(200);
const pattern = z.string().trim().min(1).max(300);
const newSource: z.ZodType<NewSource> = z.object({
  kind: z.enum(['web', 'folder', 'connector']),
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

/** Routes for sources, uploads and jobs: reviewers read, admins change. */
export const sources = (web: WebDependencies) => {
  const { parley, jobs, people } = web;
  const { documents } = parley.stores;
  const uploads = uploadsFolder(parley.settings);
  const view = { policy: parley.accessPolicy, uploads };

  const knownSource = async (id: string) => {
    const source = (await documents.sources()).find((one) => one.id === id);
    if (!source) throw notFound('source');
    return source;
  };

  return new Hono<WebEnv>()
    .get('/sources', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const known = await documents.sources();
      return c.json<SourceView[]>(known.map((source) => sourceView(source, view)));
    })
    .post('/sources', async (c) => {
      assertRole(c.var.person, 'admin');
      const { kind, location, name, scopes, crawl, every } = await readBody(c, newSource);
      assertFits(kind, location);
      if (kind !== 'web') await assertMayAddFolder(c.var.person, location, { ...parley.settings, kind });
      // `resolveInput` throws for a missing folder, so the error comes with this response and not later in the job.
      const source =
        kind === 'connector'
          ? slug(name ?? location)
          : sourceIdFor(await resolveInput(location), name && slug(name), await documents.sources());
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
      return c.json(jobs.list().map((job) => jobView(job, uploads)));
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
    });
};

/** @throws BAD_INPUT when the location does not fit the kind of source: no URL for a web site, a URL for a folder */
const assertFits = (kind: NewSource['kind'], location: string): void => {
  const isAddress = URL.canParse(location) && /^https?:$/.test(new URL(location).protocol);
  const fits = {
    web: isAddress,
    folder: !/^[a-z][a-z0-9+.-]+:\/\//i.test(location),
    connector: location.includes(':'),
  };
  if (fits[kind]) return;
  throw new ParleyError('BAD_INPUT', {
    message: `${location} is not ${WANTED[kind].what}.`,
    remedy: WANTED[kind].remedy,
  });
};
const WANTED: Record<NewSource['kind'], { what: string; remedy: string }> = {
  web: { what: 'a web address', remedy: 'Give an address such as https://wiki.example.com/handbook/.' },
  folder: { what: 'a folder', remedy: 'Give a path on this machine.' },
  connector: {
    what: "a connector's place",
    remedy: 'Give one such as slack:#support or https://github.com/team/pages.git.',
  },
};
