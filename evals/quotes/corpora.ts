import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../core/settings.ts';
import { sharedFolder } from '../../core/shared-data.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';
import { sampleHandbook } from '../../samples/index.ts';

/** Pages that newcomers' questions are asked over. */
export interface QuoteCorpus {
  /** As the questions' field `corpus` names it. */
  id: string;
  /** As a report names it. */
  name: string;
  input(): string;
}

const shared = (path: string) => join(sharedFolder() ?? '.', 'data', path);
/** Pages that must be unpacked first. */
const unpacked = (archive: string, folder: string): string => {
  const target = join(tmpdir(), 'parley-quotes', 'pages');
  if (!existsSync(join(target, folder))) {
    mkdirSync(target, { recursive: true });
    execFileSync('tar', ['-xzf', shared(archive), '-C', target]);
  }
  return join(target, folder);
};

export const QUOTE_CORPORA: readonly QuoteCorpus[] = [
  { id: 'handbook', name: 'handbook', input: () => sampleHandbook },
  { id: 'lihua', name: 'chats', input: () => shared('lihua_chats.jsonl.gz') },
  { id: 'pg', name: 'manual', input: () => unpacked('newcomers/postgresql-pages.tar.gz', 'pg') },
  { id: 'workshop', name: 'workshop', input: () => fileURLToPath(new URL('workshop-pages.jsonl', import.meta.url)) },
  { id: 'hotpot', name: 'encyclopaedia', input: () => shared('hotpotqa_train100_corpus.jsonl.gz') },
];

/** Settings of the environment that name an encoder. */
const ENCODER_SETTINGS = [
  'PARLEY_EMBEDDINGS',
  'PARLEY_EMBEDDINGS_BASE_URL',
  'PARLEY_EMBEDDINGS_API_KEY',
  'PARLEY_MODELS',
];

/**
 * Opens Parley over a corpus, without a model. The index stays in the temporary folder, so that only the first run ingests.
 * @param withEncoder with the encoder that the environment names
 */
export const openCorpus = async ({ id, input }: QuoteCorpus, withEncoder: boolean): Promise<Parley> => {
  const encoder = withEncoder
    ? Object.fromEntries(ENCODER_SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
    : {};
  const folder = join(
    tmpdir(),
    'parley-quotes',
    `${id}-${(withEncoder && process.env.PARLEY_EMBEDDINGS?.replace(/\W+/g, '-')) || 'words'}`,
  );
  const parley = await openParley({
    settings: readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent', ...encoder }),
  });
  const { documents } = await parley.stores.documents.count();
  if (documents === 0) await parley.ingest([input()], { source: id });
  return parley;
};

/** True where the environment names an encoder to measure with. */
export const hasEncoder = (): boolean => Boolean(process.env.PARLEY_EMBEDDINGS);
