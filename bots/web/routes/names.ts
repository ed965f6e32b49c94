import { Hono } from 'hono';
import { z } from 'zod';
import { listMerges, listSeparated, rejoinNames, separateNames } from '../../../ingest/knowledge/names/merged-names.ts';
import type { Stores } from '../../../stores/index.ts';
import type { WebEnv } from '../asker.ts';
import type { MergedNames, NamePair } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { assertRole } from '../people/person.ts';
import { readBody } from '../read-body.ts';
import { consoleScopes } from './console-scopes.ts';

const MAX_PAIRS = 500;
const pair: z.ZodType<NamePair> = z.object({ name: z.string().min(1).max(300), other: z.string().min(1).max(300) });

/** Routes for merged names. Reviewers see why names were merged and on which pages; admins separate and rejoin them. */
export const names = (web: WebDependencies) => {
  const { parley, people } = web;
  const scopesOf = consoleScopes(web);
  // Every real Parley has `rebuild`; only the tests' WebParley lacks it.
  const stores = parley.stores as Pick<Stores, 'graph' | 'keyValues' | 'rebuild' | 'documents'>;
  return new Hono<WebEnv>()
    .get('/', async (c) => {
      assertRole(c.var.person, 'reviewer');
      const [scopes, isAdmin] = [await scopesOf(c.var.person), c.var.person.role === 'admin'];
      const found: MergedNames['joined'] = [];
      let partial = false;
      for await (const { id, subjectName, predicate, objectName, documentIds } of listMerges(stores)) {
        // Leaves out merges whose pages the reviewer may not see.
        if (!isAdmin && (await stores.graph.triples([id], scopes)).length === 0) continue;
        partial = found.length === MAX_PAIRS;
        if (partial) break;
        found.push({ name: subjectName, other: objectName, reason: predicate, documentIds: documentIds.slice(0, 5) });
      }
      const apart = isAdmin ? await listSeparated(stores, MAX_PAIRS) : [];
      return c.json<MergedNames>({
        joined: found,
        partial,
        separated: apart.map(({ name, other }) => ({ name, other })),
      });
    })
    .post('/separate', async (c) => {
      assertRole(c.var.person, 'admin');
      const { name, other } = await readBody(c, pair);
      const documents = await separateNames(stores, name, other);
      await people.audit.write(c.var.person, 'names.separate', `${name} = ${other}`, { documents });
      return c.json({ documents });
    })
    .post('/rejoin', async (c) => {
      assertRole(c.var.person, 'admin');
      const { name, other } = await readBody(c, pair);
      const documents = await rejoinNames(stores, name, other);
      if (documents === false) throw notFound('name');
      await people.audit.write(c.var.person, 'names.rejoin', `${name} = ${other}`, { documents });
      return c.json({ documents });
    });
};
