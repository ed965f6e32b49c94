import { existsSync } from 'node:fs';
import path from 'node:path';
import { isParleyError } from '../../../core/errors.ts';
import { runGit } from './git.ts';
import { repositoryAddress } from './repository-address.ts';
import { blobName, readTree } from './tree.ts';
import { fileLink } from './web-links.ts';

/** A folder that is a git checkout. */
export interface Checkout {
  /** False for what .gitignore leaves out, and for what lies in a submodule. Paths are relative, with forward slashes. */
  holds(file: string): boolean;
  /** Where a file can be read on the web as it is here; undefined when it is changed, not pushed, or the host is not known. */
  linkTo(file: string, bytes: Uint8Array): string | undefined;
}

/**
 * Looks whether a folder is the root of a checkout; undefined when it is not, or when git is not installed.
 * Nothing in the repository is executed: no hook, filter or monitor of its configuration.
 * @throws FETCH_FAILED when git does not read it, as when it belongs to another user
 */
export const openCheckout = async (folder: string): Promise<Checkout | undefined> => {
  if (!existsSync(path.join(folder, '.git'))) return undefined;
  const git = async (...args: string[]) => (await runGit(['-C', folder, ...args])).toString();
  let listed: string;
  try {
    listed = await git('ls-files', '-z', '--cached', '--others', '--exclude-standard');
  } catch (error) {
    if (isParleyError(error, 'BAD_SETTING')) return undefined;
    throw error;
  }
  const files = new Set<string>();
  for (const file of listed.split('\0').filter(Boolean)) {
    files.add(file);
    for (let at = file.indexOf('/'); at !== -1; at = file.indexOf('/', at + 1)) files.add(file.slice(0, at));
  }
  const web = await onTheWeb(git);
  return {
    holds: (file) => files.has(file),
    linkTo: (file, bytes) => {
      const blob = web?.blobs.get(file);
      if (web === undefined || blob === undefined || blob !== blobName(bytes)) return undefined;
      return fileLink(web.host, web.path, web.commit, file);
    },
  };
};

/** The newest commit here that its remote has too, with its files by content. */
const onTheWeb = async (git: (...args: string[]) => Promise<string>) => {
  const asked = async (...args: string[]) => (await git(...args).catch(() => '')).trim();
  const remote = repositoryAddress(withEnding(await asked('remote', 'get-url', 'origin')));
  if (remote === undefined) return undefined;
  const pushed = await asked('for-each-ref', '--contains', 'HEAD', '--count=1', 'refs/remotes/origin');
  const commit = await (pushed === '' ? asked('merge-base', 'HEAD', '@{upstream}') : asked('rev-parse', 'HEAD'));
  if (!/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const tree = readTree(Buffer.from(await git('ls-tree', '-r', '-z', '-l', commit)));
  return { ...remote, commit, blobs: new Map(tree.map(({ path: file, blob }) => [file, blob])) };
};

/** A remote is a repository, whether its address ends so or not. */
const withEnding = (url: string): string => (/^https?:/.test(url) && !url.endsWith('.git') ? `${url}.git` : url);
