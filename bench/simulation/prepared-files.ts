import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { indexDocuments } from '../../retrieval/index.ts';
import { openProcessStores } from './open-stores.ts';
import { changeOf, type PageState, textOf } from './pages.ts';
import { takeOverTime } from './virtual-time.ts';
import type { Wire } from './wire.ts';
import { pageScopes, type Town, towns } from './world.ts';

/** The pages that every story begins with: one for each kind of reader. */
export const firstPages = (): { id: string; town: Town; state: Pick<PageState, 'version' | 'scopes' | 'text'> }[] =>
  pageScopes.map((scopes, index) => {
    const [id, town] = [`p${index + 1}`, towns[index % towns.length] as Town];
    return { id, town, state: { version: 1, scopes, text: textOf(id, town, 1) } };
  });

interface Files {
  records: Buffer;
  apart?: Buffer;
}
const made = new Map<boolean, Promise<Files>>();

/** Data files that hold the first pages, made once: a story begins with a copy of them. */
export const preparedFiles = (apart: boolean): Promise<Files> => {
  const known = made.get(apart) ?? makeFiles(apart);
  made.set(apart, known);
  return known;
};

const makeFiles = async (apart: boolean): Promise<Files> => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-simulation-'));
  const time = takeOverTime(0);
  try {
    const files = { records: join(folder, 'parley.db'), ...(apart && { apart: join(folder, 'servers.db') }) };
    const { stores, cut } = openProcessStores(files, direct);
    await stores.documents.putSource({ id: 'harbours', kind: 'folder', location: 'harbours', scopes: ['everyone'] });
    await indexDocuments(
      { stores },
      firstPages().map(({ id, town, state }) => changeOf(id, town, state)),
    );
    cut();
    return { records: readFileSync(files.records), ...(files.apart && { apart: readFileSync(files.apart) }) };
  } finally {
    time.uninstall();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** On which nothing takes time or fails. */
const direct: Wire = { call: async (_, __, effect) => effect(), add() {}, clear() {}, dieAt() {}, pauseAt() {} };
