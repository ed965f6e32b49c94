import { access, constants, statfs } from 'node:fs/promises';
import path from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { makeFolder } from '../../core/make-folder.ts';
import type { ServerSetting } from '../../core/servers.ts';
import type { Settings } from '../../core/settings.ts';
import { namedScopes } from '../../core/source-scopes.ts';
import { counted } from '../../core/text/counted.ts';
import type { Stores } from '../../stores/index.ts';
import { broken, check, type Finding, off, ok } from './finding.ts';

const MIN_FREE_BYTES = 200 * 1024 * 1024;
/** Limit for counting documents of stated facts. */
const MAX_COUNTED_FACTS = 1000;

/** Whether the data folder can be written. @throws STORE_UNAVAILABLE if it cannot */
export const dataFolder = async (settings: Settings): Promise<Finding> => {
  const folder = path.resolve(settings.PARLEY_DATA);
  try {
    makeFolder(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new ParleyError('STORE_UNAVAILABLE', {
      message: `${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}).`,
      remedy: 'Give this user the right to write there, or set PARLEY_DATA to a folder elsewhere.',
      cause,
    });
  }
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < MIN_FREE_BYTES) {
    throw new ParleyError('DISK_FULL', {
      message: `${folder} has ${Math.round((bavail * bsize) / 1e6)} MB left.`,
      remedy: 'Make room, or set PARLEY_DATA elsewhere.',
    });
  }
  return ok('data', `${folder} can be written; ${Math.round((bavail * bsize) / 1e9)} GB free`);
};

/** Whether the data file is sound. */
export const dataFile = async (settings: Settings): Promise<Finding> => {
  const { checkData } = await import('../../stores/index.ts');
  const damage = await checkData(settings);
  if (!damage) return ok('data file', 'there is none yet: the first ingest makes it');
  if (damage.length === 0)
    return ok(
      'data file',
      (await usesDataFile(settings)) ? 'is sound' : 'is not used: all stores are on servers; it is sound',
    );
  return broken(
    'data file',
    `It is damaged: ${damage.join('; ')}.`,
    'Restore it from a copy, or move it away and ingest again.',
  );
};

/** False if every store is on a server. */
const usesDataFile = async (settings: Settings): Promise<boolean> => {
  if (settings.POSTGRES_URL === undefined) return true;
  const { openStores } = await import('../../stores/index.ts');
  const stores = await openStores(settings);
  await stores.close();
  return Object.values(stores.places).includes('the data file');
};

/** The name of a server's check. */
export const serverCheck = (setting: ServerSetting): string => setting.replace('_URL', '').toLowerCase();

/** Checks that a server answers. Its contents are checked by `contents`, which needs all stores. */
export const server = async (setting: ServerSetting, settings: Settings): Promise<Finding> => {
  const what = serverCheck(setting);
  const { reachServer } = await import('../../stores/index.ts');
  const version = await reachServer(setting, settings);
  if (version === undefined) return off(what, 'not set.');
  return ok(what, `${version} answers at ${new URL(settings[setting]!).host}`);
};

/** Whether Postgres, or a pooler before it, gives as many connections as a process may have. It does for a moment, to be counted. */
export const connections = async (settings: Settings): Promise<Finding | Finding[]> => {
  const { countConnections } = await import('../../stores/index.ts');
  const most = settings.PARLEY_POSTGRES_CONNECTIONS;
  // That Postgres cannot be reached at all is a finding of its own.
  const got = await countConnections(settings).catch(() => undefined);
  if (got === undefined) return [];
  const what = 'connections';
  if (got === most) return ok(what, `Postgres gives a process all of its ${most}`);
  const said = `Postgres, or the pooler before it, now gives a process ${got} of ${most}`;
  return got < 2
    ? broken(what, `${said}: a change takes 2.`, MORE_CONNECTIONS)
    : off(what, `${said}: questions take turns.`, MORE_CONNECTIONS);
};

const MORE_CONNECTIONS =
  'Raise max_connections, the CONNECTION LIMIT of the user or the pooler’s default_pool_size, run fewer processes, or let each take fewer: PARLEY_POSTGRES_CONNECTIONS.';

/** What the stores hold, and what is missing or does not fit together. */
export const contents = async (settings: Settings): Promise<Finding[]> => {
  const { openStores } = await import('../../stores/index.ts');
  const stores = await openStores(settings);
  try {
    const [{ documents, passages, tables }, vectors, graph, space] = await Promise.all([
      stores.documents.count(),
      stores.vectors.count(),
      stores.graph.count(),
      stores.vectors.space(),
    ]);
    const [scopes, unfollowed] = await Promise.all([
      stores.documents.scopes(),
      stores.documents.countUnfollowedFacts(MAX_COUNTED_FACTS),
    ]);
    const { places } = stores;
    const findings = [
      ok('places', `records in ${places.records}, vectors in ${places.vectors}, the graph in ${places.graph}`),
      ok(
        'stores',
        [
          counted(documents, 'document'),
          counted(passages, 'passage'),
          counted(tables, 'table'),
          counted(vectors, 'vector'),
          counted(graph.entities, 'entity', 'entities'),
          counted(graph.triples, 'triple'),
        ].join(', '),
      ),
    ];
    if (places.records !== places.vectors && places.vectors === 'the data file')
      findings.push(
        off(
          'vectors',
          `Postgres has no usable extension for vectors: they are in the data file, which other machines do not see.`,
          'Install pgvector 0.8 or newer there and let its administrator run CREATE EXTENSION vector, or set CHROMA_URL.',
        ),
      );
    if (settings.PARLEY_EMBEDDINGS && passages > 0 && vectors < passages) {
      findings.push(
        broken('vectors', `${passages - vectors} of ${passages} passages have no vector.`, 'Run `parley reindex`.'),
      );
    }
    if (settings.PARLEY_EMBEDDINGS && space && space.encoder !== settings.PARLEY_EMBEDDINGS) {
      findings.push(
        broken(
          'vectors',
          `The index was made with ${space.encoder}, the settings say ${settings.PARLEY_EMBEDDINGS}.`,
          'Run `parley reindex`; the old index serves until it is done.',
        ),
      );
    }
    // If all pages have the same scope, facts cannot be visible to more people than their page.
    if (unfollowed > 0 && namedScopes(scopes).length > 1) findings.push(unfollowedFacts(unfollowed));
    return [...findings, ...(await check('jobs', () => jobs(stores.jobs)))];
  } finally {
    await stores.close();
  }
};

/** Jobs have tables of their own, which may be unusable where everything else answers. */
const jobs = async (queue: Stores['jobs']): Promise<Finding> => {
  const depths = await queue.depth();
  const [waiting, running, dead] = (['waiting', 'running', 'dead'] as const).map((state) =>
    depths.reduce((sum, depth) => sum + depth[state], 0),
  );
  const detail = `${waiting} waiting, ${running} running, ${dead} given up`;
  return dead
    ? off('jobs', detail, 'Run `parley status` to see why, and `parley jobs retry ID` to try one again.')
    : ok('jobs', detail);
};

const unfollowedFacts = (count: number): Finding =>
  broken(
    'stated facts',
    `${count}${count === MAX_COUNTED_FACTS ? ' or more' : ''} ${count === 1 ? 'batch' : 'batches'} of ready-made triples came in before triples followed their document_id: people may see some whose document they may not see.`,
    'Run `parley sync`, which states them anew; `parley ingest` and `parley reindex` leave the old ones.',
  );
