import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
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
  inputs(): string[];
  /** The Debian package that installs the pages. */
  debian?: string;
  /** False if the pages are not on this machine; undefined for pages that the project brings. */
  isThere?(): boolean;
  /** Pages that may change between two runs, so that each ingests them. */
  isOthers?: true;
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

/**
 * A manual's HTML pages where Debian installs them, or below the folder that `PARLEY_MANUALS` names, where the packages were
 * unpacked with `dpkg -x`. Without its copies as text, its release notes and its source code.
 */
const manual = (id: string, name: string, debian: string, folder: string): QuoteCorpus => {
  const root = join(process.env.PARLEY_MANUALS ?? '/', 'usr/share/doc', folder);
  // A package of a program leaves an almost empty folder of this name where its manual is not installed.
  const inputs = () =>
    (existsSync(root) ? readdirSync(root, { recursive: true, encoding: 'utf8' }) : [])
      .filter((path) => path.endsWith('.html') && !/RelNotes|_modules|releaselog/.test(path))
      .map((path) => join(root, path));
  return { id, name, debian, isThere: () => inputs().length > 0, inputs };
};

export const QUOTE_CORPORA: readonly QuoteCorpus[] = [
  { id: 'handbook', name: 'handbook', inputs: () => [sampleHandbook] },
  { id: 'lihua', name: 'chats', inputs: () => [shared('lihua_chats.jsonl.gz')] },
  { id: 'pg', name: 'manual', inputs: () => [unpacked('newcomers/postgresql-pages.tar.gz', 'pg')] },
  { id: 'workshop', name: 'workshop', inputs: () => [fileURLToPath(new URL('workshop-pages.jsonl', import.meta.url))] },
  ...[
    'theatre',
    'school',
    'clinic',
    'housing',
    'gardening',
    'gardening-kept',
    'fournil',
    'fournil-kept',
    'ferry',
    'ferry-kept',
    'heizung',
    'heizung-kept',
    'dental',
    'dental-kept',
    'aviron',
    'aviron-kept',
  ].map((id) => ({
    id,
    name: id,
    inputs: () => [fileURLToPath(new URL(`${id.replace(/-kept$/, '')}-pages`, import.meta.url))],
  })),
  { id: 'hotpot', name: 'encyclopaedia', inputs: () => [shared('hotpotqa_train100_corpus.jsonl.gz')] },
  manual('git', 'Git', 'git-doc', 'git-doc'),
  manual('sqlite', 'SQLite', 'sqlite3-doc', 'sqlite3'),
  manual('fish', 'fish', 'fish-common', 'fish'),
  manual('borg', 'Borg', 'borgbackup-doc', 'borgbackup'),
  manual('postfix', 'Postfix', 'postfix-doc', 'postfix'),
  manual('requests', 'Requests', 'python-requests-doc', 'python-requests-doc'),
  manual('homebank', 'HomeBank', 'homebank-data', 'homebank-data/help'),
  manual('claws', 'Claws Mail', 'claws-mail-doc', 'claws-mail/manual/en'),
];

/** The corpora whose pages are on this machine; says which are not, and how to get them. */
export const availableCorpora = (): QuoteCorpus[] =>
  QUOTE_CORPORA.filter(({ name, debian, isThere }) => {
    if (!isThere || isThere()) return true;
    console.error(
      `Skips ${name}: its manual is not installed (apt install ${debian}; or apt-get download ${debian}, dpkg -x into a folder, and PARLEY_MANUALS=that folder).`,
    );
    return false;
  });

/** Somebody else's pages in a folder: `pages/`, and `questions.jsonl` as those of the project are written. */
export const corpusIn = (folder: string): QuoteCorpus & { questions: string } => {
  const name = basename(resolve(folder));
  return {
    id: name,
    name,
    inputs: () => [join(folder, 'pages')],
    isOthers: true,
    questions: join(folder, 'questions.jsonl'),
  };
};

/** Settings of the environment that name an encoder. */
const ENCODER_SETTINGS = [
  'PARLEY_EMBEDDINGS',
  'PARLEY_EMBEDDINGS_BASE_URL',
  'PARLEY_EMBEDDINGS_API_KEY',
  'PARLEY_MODELS',
];

/**
 * Opens Parley over a corpus, without a model. The index of the project's corpora stays in the temporary folder, so that only
 * the first run ingests.
 * @param withEncoder with the encoder that the environment names
 */
export const openCorpus = async ({ id, inputs, isOthers }: QuoteCorpus, withEncoder: boolean): Promise<Parley> => {
  const encoder = withEncoder
    ? Object.fromEntries(ENCODER_SETTINGS.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])))
    : {};
  const root = join(tmpdir(), 'parley-quotes');
  const kept = join(root, `${id}-${(withEncoder && process.env.PARLEY_EMBEDDINGS?.replace(/\W+/g, '-')) || 'words'}`);
  if (isOthers) mkdirSync(root, { recursive: true });
  const folder = isOthers ? mkdtempSync(join(root, 'others-')) : kept;
  if (isOthers) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const parley = await openParley({
    settings: readSettings({ PARLEY_DATA: folder, PARLEY_LOG: 'silent', ...encoder }),
  });
  const { documents } = await parley.stores.documents.count();
  if (documents === 0) await parley.ingest(inputs(), { source: id });
  return parley;
};

/** True where the environment names an encoder to measure with. */
export const hasEncoder = (): boolean => Boolean(process.env.PARLEY_EMBEDDINGS);
