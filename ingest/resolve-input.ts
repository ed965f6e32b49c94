import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Scope, Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { isJsonl } from './inputs/jsonl.ts';
import type { IngestFailure, SkippedFiles } from './report.ts';
import type { PathRules, SourceKind } from './sources/connector.ts';
import type { SiteOptions } from './sources/site.ts';

/** An input as typed, with its kind and its place. */
export interface ResolvedInput {
  kind: Source['kind'];
  /** An absolute path, the URL, or the place as its kind writes it. */
  location: string;
  /** What places are relative to: the folder, a file's folder, a URL's origin; for JSONL, whose rows bring ids, the file. */
  root: string;
  /** The source that it is by default: the root's name. */
  sourceId: string;
  /** Given for a web address that is to be crawled. */
  crawl?: SiteOptions;
  /** Given for a place of a named kind. */
  rules?: PathRules;
  exists?: boolean;
  scopes?: readonly Scope[];
}

/** What is kept of an input, so that sync can read it again. */
export type RememberedInput = Pick<ResolvedInput, 'kind' | 'location' | 'root' | 'crawl' | 'rules'>;

/** Lower-case letters, digits, dots and dashes: fit for an id, a command line and a log. */
export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '') || 'source';

/**
 * Finds out what an input is; the given kinds come first.
 * @throws INPUT_NOT_FOUND when there is no such file or folder; BAD_INPUT for an address that is not http(s)
 */
export const resolveInput = async (input: string, kinds: readonly SourceKind[] = []): Promise<ResolvedInput> => {
  for (const { kind, resolve } of kinds) {
    const place = await resolve(input);
    if (place) return { ...place, kind, root: place.location, sourceId: slug(place.sourceId) };
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(input)) {
    if (!/^https?:/i.test(input) || !URL.canParse(input)) {
      throw new ParleyError('BAD_INPUT', {
        message: `${input} is not a web address that can be fetched.`,
        remedy: 'Give an http:// or https:// address, a file or a folder.',
      });
    }
    const { href, origin, host } = new URL(input);
    return { kind: 'web', location: href, root: origin, sourceId: slug(host) };
  }
  const location = path.resolve(input);
  const found = await stat(location).catch((error: NodeJS.ErrnoException) => {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: error.code === 'EACCES' ? `${input} may not be read.` : `There is no file or folder at ${input}.`,
      remedy: 'Check the path; it is taken from the folder in which the command runs.',
      cause: error,
    });
  });
  const name = path.basename(location);
  if (found.isDirectory()) return { kind: 'folder', location, root: location, sourceId: slug(name) };
  if (isJsonl(name))
    return { kind: 'jsonl', location, root: location, sourceId: slug(name.replace(/\.jsonl(\.gz)?$/i, '')) };
  const folder = path.dirname(location);
  return { kind: 'file', location, root: folder, sourceId: slug(path.basename(folder)) };
};

/** What a source remembers so that `sync` can read it again, under the same ids. */
export interface SourceMemory {
  inputs: RememberedInput[];
  /** Each root's prefix in ids; the first has none, so that one folder's ids are `source/path`. */
  roots: { root: string; prefix: string }[];
  /** What connectors keep for their next reading, by location. */
  memories: Record<string, unknown>;
  /** What failed when its places were last read, for reading just that again; at most `MAX_FAILURES` of a place. */
  failed: IngestFailure[];
  /** What was passed over when its places were last read, by location. */
  skipped: Record<string, SkippedFiles>;
  /** Ids of documents that a person removed by `forget`: they stay away. */
  forgotten: string[];
}

/** The memory of a stored source; empty for one that never had an input. */
export const memoryOf = (source: Source | undefined): SourceMemory => {
  const options = (source?.options ?? {}) as Partial<SourceMemory>;
  const { inputs = [], roots = [], memories = {}, failed = [], skipped = {}, forgotten = [] } = options;
  return { inputs, roots, memories, failed, skipped, forgotten };
};

/**
 * The id of the source for an input: the name given, or the input's own; where that name is another root's already, a
 * short hash of the root tells the two apart, so that two folders called `docs` never overwrite each other.
 */
export const sourceIdFor = (input: ResolvedInput, given: string | undefined, known: readonly Source[]): string => {
  if (given !== undefined) return given;
  const taken = known.find((source) => source.id === input.sourceId);
  const own = !taken || memoryOf(taken).roots.some(({ root }) => root === input.root);
  return own
    ? input.sourceId
    : `${input.sourceId}-${createHash('sha256').update(input.root).digest('hex').slice(0, 6)}`;
};

/** The memory with one more input in it; an input that was there changes nothing. */
export const remember = (memory: SourceMemory, input: ResolvedInput): SourceMemory => {
  const { kind, location, root, crawl, rules } = input;
  const known = memory.inputs.find((one) => one.location === location);
  const own = { kind, location, root, ...(crawl ? { crawl } : {}), ...(rules ? { rules } : {}) };
  // Named again with other bounds, an input goes by the new ones; named without, it keeps those that it had.
  const renewed = crawl !== undefined || rules !== undefined;
  const inputs = known ? memory.inputs.map((one) => (one === known && renewed ? own : one)) : [...memory.inputs, own];
  if (memory.roots.some(({ root }) => root === input.root)) return { ...memory, inputs };
  const taken = new Set(memory.roots.map(({ prefix }) => prefix));
  const named = `${slug(path.basename(input.root))}/`;
  const hashed = `${slug(path.basename(input.root))}-${createHash('sha256').update(input.root).digest('hex').slice(0, 6)}/`;
  const prefix = ['', named].find((candidate) => !taken.has(candidate)) ?? hashed;
  return { ...memory, inputs, roots: [...memory.roots, { root: input.root, prefix }] };
};
