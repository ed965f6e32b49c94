import { lookup } from 'node:dns/promises';
import path from 'node:path';
import { asParleyError, ParleyError } from '../../../core/errors.ts';
import { type FetchAllowance, fetchAllowance, isPublicAddress } from '../../fetch/addresses.ts';
import type { Credentials } from '../../fetch/credentials.ts';
import { HEAD_BYTES } from '../../formats/content-format.ts';
import { MAX_FILE_BYTES, mustBeText } from '../../inputs/file-bounds.ts';
import { contentHash, type Item } from '../../inputs/item.ts';
import { readerFor } from '../../sandbox/index.ts';
import type { ConnectorContext, PathRules, SourceKind } from '../connector.ts';
import { type FileTree, parentOf } from '../file-tree.ts';
import { variantRule } from '../page-variants.ts';
import { passedOver, unreadFormat } from '../passed-over.ts';
import { type Blobs, openBlobs } from './blobs.ts';
import { type Git, openGit, type RunOptions } from './git.ts';
import { type RepositoryAddress, repositoryAddress, writeAddress } from './repository-address.ts';
import { readTree, type TreeFile } from './tree.ts';
import { fileLink } from './web-links.ts';

export interface GitRepositoriesOptions {
  /** PARLEY_FETCH_ALLOW: hosts that may be private. */
  allow?: string;
  /** A file with the keys of ssh hosts, beside the user's own `~/.ssh/known_hosts`. */
  knownHosts?: string;
  /** What signs in to https hosts. */
  credentials?: Credentials;
}

/**
 * Git repositories by their address. The newest commit alone is fetched into a bare temporary folder, so that there is no
 * working tree, hook or filter to run; files whose content is known by git's name for it are not read again, and a remote whose
 * branch has not moved is not fetched at all.
 */
export const gitRepositories = ({ allow, knownHosts, credentials }: GitRepositoriesOptions = {}): SourceKind => {
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
        const connection = await connect(address, allowed, { knownHosts, credentials });
        const git = await openGit();
        context.defer(git.close);
        const remote = await askRemote(git, address, { ...connection, signal: context.signal });
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

/** A repository with the commit that its branch stands at now. */
interface Remote extends RepositoryAddress {
  commit: string;
  git: Git;
  /** How git reaches it: at the network address that was checked. */
  connection: RunOptions;
}

/** @throws FETCH_FAILED, INPUT_NOT_FOUND when the repository has no such branch or tag */
const askRemote = async (git: Git, address: RepositoryAddress, connection: RunOptions): Promise<Remote> => {
  const { url, ref = 'HEAD' } = address;
  const listed = (await git.run(['ls-remote', '--', url, ref], connection)).toString();
  // Of a branch and a tag with one name the branch; of an annotated tag git asks for the tag itself.
  const lines = listed.split('\n').map((line) => line.split('\t'));
  const commit = (lines.find(([, name]) => name === `refs/heads/${ref}`) ?? lines[0])?.[0];
  if (!commit)
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: `${url} has no branch or tag ${ref}.`,
      remedy: 'Name one that it has after #.',
    });
  return { ...address, commit, git, connection };
};

/**
 * Looks up a host once, checks where its name leads, and holds git to that address, so that a changed DNS answer leads nowhere
 * else. Of ssh hosts the key must be known before: a first meeting is refused, as nobody is there to compare the fingerprint.
 *
 * @throws FETCH_FAILED when there is no such host, FETCH_REFUSED when it is private and not allowed
 */
const connect = async (
  { url, host, port }: RepositoryAddress,
  allowed: FetchAllowance,
  { knownHosts, credentials }: Pick<GitRepositoriesOptions, 'knownHosts' | 'credentials'>,
): Promise<RunOptions> => {
  const addresses = await lookup(host, { all: true }).catch((cause: unknown) => {
    throw new ParleyError('FETCH_FAILED', {
      message: `There is no host ${host}.`,
      remedy: 'Check the address.',
      cause,
    });
  });
  const open = addresses.find(({ address }) => isPublicAddress(address) || allowed(host, port, address));
  if (open === undefined)
    throw new ParleyError('FETCH_REFUSED', {
      message: `${host} is a private address.`,
      remedy: `If Parley should read it, name it in PARLEY_FETCH_ALLOW=${host}.`,
    });
  if (url.startsWith('http')) {
    const bracketed = open.family === 6 ? `[${open.address}]` : open.address;
    const headers = Object.entries((await credentials?.(url)?.headers()) ?? {}).map(
      ([name, value]) => `${name}: ${value}`,
    );
    return { config: [['http.curloptResolve', `${host}:${port}:${bracketed}`], ...headers.map(extraHeader)] };
  }
  const files = ['~/.ssh/known_hosts', '~/.ssh/known_hosts2', ...(knownHosts ? [`"${knownHosts}"`] : [])];
  const options = [
    'BatchMode=yes',
    'ConnectTimeout=15',
    'StrictHostKeyChecking=yes',
    'UpdateHostKeys=no',
    `UserKnownHostsFile=${files.join(' ')}`,
    `HostName=${open.address}`,
    `HostKeyAlias=${port === 22 ? host : `[${host}]:${port}`}`,
    'PermitLocalCommand=no',
    'ForwardAgent=no',
    'ForwardX11=no',
    'ClearAllForwardings=yes',
  ];
  return { ssh: ['ssh', ...options.map((option) => `-o ${shellQuoted(option)}`)].join(' ') };
};

/** Redirects are refused, so that a header goes to no other host. */
const extraHeader = (header: string): [string, string] => ['http.extraHeader', header];

const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** Fetches a commit without its past. */
const fetchNewest = async ({ git, url, connection, ref }: Remote, { defer }: ConnectorContext) => {
  const { signal } = connection;
  // By name: not every server gives out a commit that is asked for by its hash.
  await git.run(['fetch', '--quiet', '--depth=1', '--no-tags', '--', url, ref ?? 'HEAD'], connection);
  const listing = await git.run(['ls-tree', '-r', '-z', '-l', 'FETCH_HEAD'], { signal });
  const head = (await git.run(['rev-parse', 'FETCH_HEAD^{commit}'], { signal })).toString().trim();
  let blobs: Blobs | undefined;
  defer(async () => blobs?.close());
  const read = (blob: string) => {
    blobs ??= openBlobs(git);
    return blobs.read(blob);
  };
  return { files: readTree(listing), read, head };
};

async function* newest(remote: Remote, rules: PathRules, context: ConnectorContext): AsyncGenerator<Item> {
  const { files, read, head } = await fetchNewest(remote, context);
  const passOver = passedOver(rules);
  const isVariant = variantRule(treeOf(files, read), rules);
  const reasons = new Map<string, string>();
  for (const { path: file } of files) {
    const reason = passOver(file) ?? (await isVariant(file, 'file'));
    if (reason !== undefined) reasons.set(file, reason);
  }
  context.onTotal?.(files.length - reasons.size);
  for (const file of files) {
    const reason = reasons.get(file.path);
    if (reason === undefined) yield fileItem(remote, head, file, read);
    else yield { kind: 'skipped', input: idPrefix(remote) + file.path, reason };
  }
  context.remember(memoryOf(remote, rules));
}

/** The files of a commit, for the rules that look beside a file. */
const treeOf = (files: readonly TreeFile[], read: Blobs['read']): FileTree => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for (const { path: file } of files) {
    for (let folder = parentOf(file); !folders.has(folder); folder = parentOf(folder)) folders.set(folder, new Set());
  }
  for (const folder of folders.keys())
    if (folder !== '') folders.get(parentOf(folder))?.add(path.posix.basename(folder));
  return {
    holds: (file) => byPath.has(file),
    folders: async (folder) => [...(folders.get(folder) ?? [])],
    async start(file) {
      const found = byPath.get(file);
      if (found === undefined || found.bytes > MAX_FILE_BYTES) return '';
      return (await read(found.blob)).toString('utf8', 0, HEAD_BYTES);
    },
  };
};

/** Every stored page with its hash; the repository is fetched only if the pipeline reads a page again. */
async function* asBefore(remote: Remote, context: ConnectorContext): AsyncGenerator<Item> {
  let again: ReturnType<typeof fetchNewest> | undefined;
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
        again ??= fetchNewest(remote, context);
        return extractBlob(file, await (await again).read(blob));
      },
    };
  }
}

/** The commit that was read, with the patterns it was read by. */
const memoryOf = ({ commit }: Remote, rules: PathRules): string => JSON.stringify([commit, rules]);

/** The metadata of a stored file. */
interface GitMemory {
  hash: string;
  blob: string;
  path: string;
}

const idPrefix = ({ host, path: repository, ref }: RepositoryAddress): string =>
  `${host}/${repository}${ref === undefined ? '' : `@${ref}`}/`;

const fileItem = (remote: Remote, commit: string, { path: file, blob, bytes }: TreeFile, read: Blobs['read']): Item => {
  const id = idPrefix(remote) + file;
  if (bytes > MAX_FILE_BYTES) {
    const message = `The file has ${Math.round(bytes / 1e6)} MB; a page may have ${MAX_FILE_BYTES / 1e6}.`;
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
  const reader = readerFor({ name: file });
  if (reader === undefined)
    throw new ParleyError('INPUT_UNREADABLE', { message: `${unreadFormat(file)}.`, remedy: 'Leave the file out.' });
  return reader(bytes);
};
