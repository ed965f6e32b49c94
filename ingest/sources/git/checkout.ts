import { copyFile, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isParleyError, ParleyError } from '../../../core/errors.ts';
import { changeDates } from './change-dates.ts';
import { type Git, openGit } from './git.ts';
import { repositoryAddress } from './repository-address.ts';
import { blobName, readTree } from './tree.ts';
import { fileLink } from './web-links.ts';

/** A folder that is a git checkout. */
export interface Checkout {
  /** False for what .gitignore leaves out, and for what lies in a submodule. Paths are relative, with forward slashes. */
  holds(file: string): boolean;
  /** Where a file can be read on the web as it is here; undefined when it is changed, not pushed, or the host is not known. */
  linkTo(file: string, bytes: Uint8Array): string | undefined;
  /** When a file last changed, by the history (ISO 8601); undefined when it is changed and not committed, or new. */
  changedAt(file: string, bytes: Uint8Array): string | undefined;
}

/**
 * Looks whether a folder is the root of a checkout; undefined when it is not, or when git is not installed.
 *
 * The folder's own `.git` may be anybody's work, and its configuration can name programs in dozens of places (helpers, hooks,
 * monitors, filters, transports, included files, lazy fetches). So git never runs in it: the index, the refs and the objects
 * are borrowed as data by a repository of Parley's own, whose configuration Parley writes. A library that reads the object
 * database (isomorphic-git) would be as safe, but it loads whole packs into memory and knows neither split indexes nor SHA-256.
 * Objects that lie in another repository (alternates) are not followed: such a checkout is read without links.
 *
 * @throws FETCH_FAILED when git cannot read the index
 */
export const openCheckout = async (folder: string): Promise<Checkout | undefined> => {
  const repository = await findRepository(folder);
  if (repository === undefined) return undefined;
  const git = await borrowRepository(repository).catch(unlessMissingGit);
  if (git === undefined) return undefined;
  try {
    const listed = await git.run(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
      worktree: path.resolve(folder),
      timeoutMs: LOCAL_TIMEOUT_MS,
    });
    const files = withFolders(listed.toString().split('\0').filter(Boolean));
    const web = await publishedCommit(git, repository);
    const committed = await filesOf(git, 'HEAD').catch(() => new Map<string, string>());
    const dates = await changeDates(git, committed.size, LOCAL_TIMEOUT_MS);
    const isCommitted = (blob: string | undefined, bytes: Uint8Array): blob is string =>
      blob !== undefined && blob === blobName(bytes, blob.length);
    return {
      holds: (file) => files.has(file),
      linkTo: (file, bytes) => {
        if (web === undefined || !isCommitted(web.blobs.get(file), bytes)) return undefined;
        return fileLink(web.host, web.path, web.commit, file);
      },
      changedAt: (file, bytes) => (isCommitted(committed.get(file), bytes) ? dates.get(file) : undefined),
    };
  } catch (error) {
    return unlessMissingGit(error);
  } finally {
    await git.close();
  }
};

const unlessMissingGit = (error: unknown): undefined => {
  if (!isParleyError(error, 'BAD_SETTING')) throw error;
};

/** Reading an index and a tree takes seconds in the largest repositories; a pipe in place of a file would take forever. */
const LOCAL_TIMEOUT_MS = 2 * 60_000;
/** The index of a repository with a million files has about 100 MB, its packed refs far less. */
const MAX_FILE_BYTES = 500_000_000;
/** Branches of the remote that are looked at. */
const MAX_REFS = 10_000;

const withFolders = (listed: readonly string[]): Set<string> => {
  const files = new Set<string>();
  for (const file of listed) {
    files.add(file);
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) files.add(file.slice(0, at));
  }
  return files;
};

/** Somebody else's repository: where its parts lie. */
interface ForeignRepository {
  /** Holds HEAD and the index. */
  gitFolder: string;
  /** Holds objects, refs and configuration; the same folder, except for a linked worktree. */
  common: string;
}

const findRepository = async (folder: string): Promise<ForeignRepository | undefined> => {
  let gitFolder = path.join(folder, '.git');
  const found = await stat(gitFolder).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isDirectory()) {
    const target = /^gitdir: (.+)$/m.exec((await readSmall(gitFolder)) ?? '')?.[1];
    if (target === undefined) return undefined;
    gitFolder = path.resolve(folder, target);
  }
  if ((await readSmall(path.join(gitFolder, 'HEAD'))) === undefined) return undefined;
  const common = (await readSmall(path.join(gitFolder, 'commondir')))?.trim();
  return { gitFolder, common: common ? path.resolve(gitFolder, common) : gitFolder };
};

const isFile = async (file: string, maxBytes = MAX_FILE_BYTES): Promise<boolean> => {
  const found = await stat(file).catch(() => undefined);
  if (found?.isFile() && found.size > maxBytes)
    throw new ParleyError('INPUT_TOO_LARGE', {
      message: `${file} has ${Math.round(found.size / 1e6)} MB.`,
      remedy: 'Check the repository, or ingest a copy of the folder without its .git.',
    });
  return found?.isFile() === true;
};

/** The text of a regular file of at most 1 MB; undefined where there is none. A pipe or device is never opened. */
const readSmall = async (file: string): Promise<string | undefined> =>
  (await isFile(file, 1_000_000)) ? readFile(file, 'utf8') : undefined;

/** A repository of Parley's own with the index, the excludes, the refs and the objects of somebody else's. */
const borrowRepository = async ({ gitFolder, common }: ForeignRepository): Promise<Git> => {
  const objects = await entries(path.join(common, 'objects'));
  const refs = await readRefs(gitFolder, common);
  const git = await openGit({ sha256: refs.head?.length === 64 });
  const copy = async (from: string, to: string) => {
    if (await isFile(from)) await copyFile(from, path.join(git.folder, to));
  };
  try {
    await mkdir(path.join(git.folder, 'info'));
    await copy(path.join(common, 'info/exclude'), 'info/exclude');
    await copy(path.join(gitFolder, 'index'), 'index');
    await copy(path.join(common, 'shallow'), 'shallow');
    for (const name of await entries(gitFolder))
      if (/^sharedindex\.[0-9a-f]{40,64}$/.test(name)) await copy(path.join(gitFolder, name), name);
    // One by one, as `objects/info` names other object databases.
    for (const name of objects)
      if (/^(?:pack|[0-9a-f]{2})$/.test(name))
        await symlink(path.resolve(common, 'objects', name), path.join(git.folder, 'objects', name));
    const packed = [...refs.branches].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, hash]) => `${hash} ${name}\n`);
    await writeFile(path.join(git.folder, 'packed-refs'), packed.join(''));
    if (refs.head !== undefined) await writeFile(path.join(git.folder, 'HEAD'), `${refs.head}\n`);
    return git;
  } catch (error) {
    await git.close();
    throw error;
  }
};

const entries = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const REMOTE_BRANCH = /^refs\/remotes\/origin\/[\w./@+-]+$/;

/** The commit that is checked out, and the branches of the remote `origin` as they were last fetched. */
const readRefs = async (gitFolder: string, common: string) => {
  const all = new Map<string, string>();
  const packed = path.join(common, 'packed-refs');
  if (await isFile(packed))
    for (const line of (await readFile(packed, 'utf8')).split('\n')) {
      const [hash = '', name = ''] = line.split(' ');
      if (HASH.test(hash)) all.set(name, hash);
    }
  const loose = async (name: string) => {
    const hash = (await readSmall(path.join(common, name)))?.trim();
    if (hash !== undefined && HASH.test(hash)) all.set(name, hash);
  };
  const unread = ['refs/remotes/origin'];
  for (let count = 0; unread.length > 0 && count < MAX_REFS; count++) {
    const name = unread.pop() as string;
    const inside = await entries(path.join(common, name));
    if (inside.length === 0) await loose(name);
    else unread.push(...inside.map((entry) => `${name}/${entry}`));
  }
  const head = (await readSmall(path.join(gitFolder, 'HEAD')))?.trim() ?? '';
  const branch = /^ref: (refs\/heads\/(?!.*\.\.)[\w./@+-]+)$/.exec(head)?.[1];
  if (branch !== undefined) await loose(branch);
  const commit = branch === undefined ? head : all.get(branch);
  return {
    head: commit !== undefined && HASH.test(commit) ? commit : undefined,
    branches: new Map([...all].filter(([name]) => REMOTE_BRANCH.test(name)).slice(0, MAX_REFS)),
  };
};

/** The newest commit here that its remote has too, with its files by content. */
const publishedCommit = async (git: Git, { gitFolder, common }: ForeignRepository) => {
  const ask = async (...args: string[]) => {
    const answer = git.run(args, { timeoutMs: LOCAL_TIMEOUT_MS });
    return (await answer.catch(() => Buffer.alloc(0))).toString().trim();
  };
  const settings = await readConfig(git, common);
  const remote = repositoryAddress(withEnding(settings.get('remote.origin.url') ?? ''));
  if (remote === undefined) return undefined;
  const head = await ask('rev-parse', '--verify', 'HEAD');
  const pushed = await ask('for-each-ref', '--contains', 'HEAD', '--count=1', 'refs/remotes/origin');
  const branch = /^ref: refs\/heads\/(.+)$/m.exec((await readSmall(path.join(gitFolder, 'HEAD'))) ?? '')?.[1];
  const upstream = settings.get(`branch.${branch}.merge`)?.replace(/^refs\/heads\//, '') ?? branch;
  const commit = pushed === '' ? await ask('merge-base', 'HEAD', `refs/remotes/origin/${upstream}`) : head;
  if (!HASH.test(commit)) return undefined;
  return { ...remote, commit, blobs: await filesOf(git, commit) };
};

/** The content of each file of a commit, by path. */
const filesOf = async (git: Git, commit: string): Promise<Map<string, string>> => {
  const tree = readTree(await git.run(['ls-tree', '-r', '-z', commit], { timeoutMs: LOCAL_TIMEOUT_MS }));
  return new Map(tree.map(({ path: file, blob }) => [file, blob]));
};

/** The settings of a foreign repository as text: nothing obeys them, and files that they include are not opened. */
const readConfig = async (git: Git, common: string): Promise<Map<string, string>> => {
  const copy = path.join(git.folder, 'foreign-config');
  await writeFile(copy, (await readSmall(path.join(common, 'config'))) ?? '');
  const listed = await git.run(['config', '--file', copy, '--no-includes', '--null', '--list']).catch(() => '');
  const settings = new Map<string, string>();
  for (const line of listed.toString().split('\0')) {
    const at = line.indexOf('\n');
    // Of a name that stands several times git uses the first address of a remote.
    if (at > 0 && !settings.has(line.slice(0, at))) settings.set(line.slice(0, at), line.slice(at + 1));
  }
  return settings;
};

/** A remote is a repository, whether its address ends so or not. */
const withEnding = (url: string): string => (/^https?:/.test(url) && !url.endsWith('.git') ? `${url}.git` : url);
