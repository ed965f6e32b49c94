import { lookup } from 'node:dns/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { type FetchAllowance, fetchAllowance, isPublicAddress } from '../../fetch/addresses.ts';
import { readerFor } from '../../formats/index.ts';
import { LARGEST_FILE, mustBeText } from '../../inputs/file-bounds.ts';
import { contentHash, type Item } from '../../inputs/item.ts';
import { patternTest } from '../addresses.ts';
import type { ConnectorContext, PathRules, SourceKind } from '../connector.ts';
import { type Blobs, openBlobs } from './blobs.ts';
import { runGit } from './git.ts';
import { type RepositoryAddress, repositoryAddress, writeAddress } from './repository-address.ts';
import { readTree, type TreeFile } from './tree.ts';
import { fileLink } from './web-links.ts';

/**
 * Git repositories by their address. The newest commit alone is fetched into a bare temporary folder, so that there is no
 * working tree, hook or filter to run; files whose content is known by git's name for it are not read again, and a remote that
 * stands where it stood is not fetched at all.
 *
 * @param allow PARLEY_FETCH_ALLOW: hosts that may be private
 */
export const gitRepositories = (allow?: string): SourceKind => {
  const allowed = fetchAllowance(allow);
  return {
    kind: 'git',
    async resolve(input) {
      const address = repositoryAddress(input);
      return address && { location: writeAddress(address), sourceId: path.posix.basename(address.path) };
    },
    async *read(location, rules, context) {
      const address = repositoryAddress(location);
      if (address === undefined) return;
      try {
        const remote = await remoteOf(address, allowed, context.signal);
        if (context.memory === memoryOf(remote, rules)) yield* asBefore(remote, context);
        else yield* newest(remote, rules, context);
      } catch (error) {
        const { code, message, remedy } = asParleyError(error);
        if (code === 'CANCELLED') throw error;
        yield { kind: 'failure', failure: { input: location, code, message, remedy } };
      }
    },
  };
};

/** A repository with what its remote says now. */
interface Remote extends RepositoryAddress {
  commit: string;
  /** Arguments that hold git to the network address that was checked. */
  pinned: string[];
}

/** @throws FETCH_REFUSED for a host inside, FETCH_FAILED */
const remoteOf = async (
  address: RepositoryAddress,
  allowed: FetchAllowance,
  signal: AbortSignal | undefined,
): Promise<Remote> => {
  const { url, host, port, ref = 'HEAD' } = address;
  const pinned = await pin(host, port, allowed, url.startsWith('http'));
  const listed = (await runGit([...pinned, 'ls-remote', '--', url, ref], { signal })).toString();
  // Of a branch and a tag with one name the branch; of an annotated tag git asks for the tag itself.
  const lines = listed.split('\n').map((line) => line.split('\t'));
  const commit = (lines.find(([, name]) => name === `refs/heads/${ref}`) ?? lines[0])?.[0];
  if (!commit)
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `${url} has no branch or tag ${ref}.`,
      remedy: 'Name one that it has after #.',
    });
  return { ...address, commit, pinned };
};

/** Checks where a host's name leads, and for http(s) holds git to it, so that a changed DNS answer leads nowhere else. */
const pin = async (host: string, port: number, allowed: FetchAllowance, http: boolean): Promise<string[]> => {
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new ParleyError('FETCH_FAILED', {
      message: `There is no host ${host}.`,
      remedy: 'Check the address.',
      cause,
    });
  });
  const open = addresses.filter(({ address }) => isPublicAddress(address) || allowed(host, port, address));
  if (open.length === 0)
    throw new ParleyError('FETCH_REFUSED', {
      message: `${host} is a private address.`,
      remedy: `If it is meant to be read, name it in PARLEY_FETCH_ALLOW=${host}.`,
    });
  const [{ address, family }] = open as [{ address: string; family: number }];
  return http ? ['-c', `http.curloptResolve=${host}:${port}:${family === 6 ? `[${address}]` : address}`] : [];
};

/** Fetches a commit without its past. The folder goes when all that was yielded is stored. */
const fetched = async ({ url, pinned, ref }: Remote, { signal, defer }: ConnectorContext) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-git-'));
  defer(() => rm(folder, { recursive: true, force: true }));
  await runGit(['init', '--quiet', '--bare', '--template=', folder], { signal });
  const from = [...pinned, '-C', folder, 'fetch', '--quiet', '--depth=1', '--no-tags', '--', url];
  // By name: not every server gives out a commit that is asked for by its hash.
  await runGit([...from, ref ?? 'HEAD'], { signal });
  const listing = await runGit(['-C', folder, 'ls-tree', '-r', '-z', '-l', 'FETCH_HEAD'], { signal });
  const head = (await runGit(['-C', folder, 'rev-parse', 'FETCH_HEAD^{commit}'], { signal })).toString().trim();
  let blobs: Blobs | undefined;
  defer(async () => blobs?.close());
  const read = (blob: string) => {
    blobs ??= openBlobs(folder);
    return blobs.read(blob);
  };
  return { files: readTree(listing), read, head };
};

async function* newest(remote: Remote, rules: PathRules, context: ConnectorContext): AsyncGenerator<Item> {
  const { files, read, head } = await fetched(remote, context);
  const wanted = pathTest(rules);
  for (const file of files) if (wanted(file.path)) yield fileItem(remote, head, file, read);
  context.remember(memoryOf(remote, rules));
}

/** All that was stored, with the hashes that it had; the repository is fetched only if the pipeline wants to read it again. */
async function* asBefore(remote: Remote, context: ConnectorContext): AsyncGenerator<Item> {
  let again: ReturnType<typeof fetched> | undefined;
  for (const [id, { metadata, url }] of context.known) {
    if (!id.startsWith(idPrefix(remote))) continue;
    const { hash, blob, path: file } = metadata as unknown as GitMemory;
    yield {
      kind: 'page',
      input: id,
      id,
      url,
      hash,
      metadata: { ...metadata },
      extract: async () => {
        again ??= fetched(remote, context);
        return extractBlob(file, await (await again).read(blob));
      },
    };
  }
}

/** The state of the remote that was read, with what was wanted of it. */
const memoryOf = ({ commit }: Remote, rules: PathRules): string => JSON.stringify([commit, rules]);

/** What is remembered of a file. */
interface GitMemory {
  hash: string;
  blob: string;
  path: string;
}

const idPrefix = ({ host, path: repository, ref }: RepositoryAddress): string =>
  `${host}/${repository}${ref === undefined ? '' : `@${ref}`}/`;

const fileItem = (remote: Remote, commit: string, { path: file, blob, bytes }: TreeFile, read: Blobs['read']): Item => {
  const id = idPrefix(remote) + file;
  if (bytes > LARGEST_FILE) {
    const message = `The file has ${Math.round(bytes / 1e6)} MB; a page may have ${LARGEST_FILE / 1e6}.`;
    return { kind: 'failure', id, failure: { input: id, code: 'INPUT_TOO_LARGE', message, remedy: 'Split it.' } };
  }
  const hash = contentHash(id, blob);
  return {
    kind: 'page',
    input: id,
    id,
    hash,
    url: fileLink(remote.host, remote.path, commit, file),
    metadata: { hash, blob, path: file } satisfies GitMemory,
    extract: async () => extractBlob(file, await read(blob)),
  };
};

const extractBlob = (file: string, bytes: Buffer) => {
  if (bytes.subarray(0, 60).toString().startsWith('version https://git-lfs.github.com/spec/'))
    throw new ParleyError('INPUT_UNREADABLE', {
      message: 'The repository holds only a pointer to this file (Git LFS).',
      remedy: 'Check it out with git lfs and ingest the folder.',
    });
  mustBeText(file, bytes);
  return readerFor({ name: file })!(bytes);
};

/** Files that some reader takes, hidden ones and `node_modules` apart, as in a folder. */
const pathTest = ({ include = [], exclude = [] }: PathRules): ((file: string) => boolean) => {
  const wanted = include.map(patternTest);
  const unwanted = exclude.map(patternTest);
  return (file) =>
    readerFor({ name: file }) !== undefined &&
    !file.split('/').some((part) => part.startsWith('.') || part === 'node_modules') &&
    (wanted.length === 0 || wanted.some((test) => test(file))) &&
    !unwanted.some((test) => test(file));
};
