import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Scope, Source } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { sha256 } from '../core/sha256.ts';
import { archiveName, isArchive } from './inputs/archives/names.ts';
import { isJsonl } from './inputs/jsonl.ts';
import type { IngestFailure, SkippedFiles } from './report.ts';
import type { PathRules, SourceKind } from './sources/connector.ts';
import type { SiteOptions } from './sources/site.ts';

/** An input with its kind and its location. */
export interface ResolvedInput {
  kind: Source['kind'];
  /** An absolute path, a URL, or a location in the form of its kind. */
  location: string;
  /** What ids are relative to: the folder, a file's folder, a URL's origin, an archive, or a JSONL file, whose rows have ids. */
  root: string;
  /** Default id of its source: the root's name. */
  sourceId: string;
  /** Set for a web address to crawl. */
  crawl?: SiteOptions;
  /** Set for a folder, or a place of a named kind, with patterns. */
  rules?: PathRules;
  exists?: boolean;
  scopes?: readonly Scope[];
}

/** The stored fields of an input, with which sync reads it again. */
export type RememberedInput = Pick<ResolvedInput, 'kind' | 'location' | 'root' | 'crawl' | 'rules'>;

/** Turns a name into lower-case letters, digits, dots and dashes, which need no quoting in ids, command lines and logs. */
export const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '') || 'source';

/**
 * Detects the kind of an input. The given kinds are tried first.
 * @throws INPUT_NOT_FOUND if there is no such file or folder; BAD_INPUT for an address that is not http(s)
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
  const named = input.replace(/:$/, '');
  const found = await stat(location).catch((error: NodeJS.ErrnoException) => {
    throw new ParleyError('INPUT_NOT_FOUND', {
      message: error.code === 'EACCES' ? `${input} may not be read.` : `There is no file or folder at ${input}.`,
      remedy: kinds.some(({ kind }) => kind === named)
        ? `\`parley connect ${named}\` shows how its pages are read.`
        : 'Check the path; it is taken from the folder in which the command runs.',
      cause: error,
    });
  });
  const name = path.basename(location);
  if (found.isDirectory()) return { kind: 'folder', location, root: location, sourceId: slug(name) };
  if (isJsonl(name))
    return { kind: 'jsonl', location, root: location, sourceId: slug(name.replace(/\.jsonl(\.gz)?$/i, '')) };
  if (isArchive(name)) return { kind: 'archive', location, root: location, sourceId: slug(archiveName(name)) };
  const folder = path.dirname(location);
  return { kind: 'file', location, root: folder, sourceId: slug(path.basename(folder)) };
};

/** What is stored with a source, so that `sync` reads it again under the same ids. */
export interface SourceMemory {
  inputs: RememberedInput[];
  /** The prefix of each root in ids. The first one is empty, so the ids of a single folder are `source/path`. */
  roots: { root: string; prefix: string }[];
  /** The connectors' memories for their next reading, by location. */
  memories: Record<string, unknown>;
  /** Failures of the last reading, which can be read again alone; at most `MAX_FAILURES` per place. */
  failed: IngestFailure[];
  /** Skipped files of the last reading, by location. */
  skipped: Record<string, SkippedFiles>;
  /** Ids of documents that a person removed by `forget`. They are not ingested again. */
  forgotten: string[];
}

/** The memory of a stored source; empty if it never had an input. */
export const memoryOf = (source: Source | undefined): SourceMemory => {
  const options = (source?.options ?? {}) as Partial<SourceMemory>;
  const { inputs = [], roots = [], memories = {}, failed = [], skipped = {}, forgotten = [] } = options;
  return { inputs, roots, memories, failed, skipped, forgotten };
};

/**
 * The id of the source for an input: the given name, or the input's own. If another root already has that name, a short hash
 * of the root is added, so that two folders called `docs` do not overwrite each other.
 */
export const sourceIdFor = (input: ResolvedInput, given: string | undefined, known: readonly Source[]): string => {
  if (given !== undefined) return given;
  const taken = known.find((source) => source.id === input.sourceId);
  const own = !taken || memoryOf(taken).roots.some(({ root }) => root === input.root);
  return own ? input.sourceId : `${input.sourceId}-${sha256(input.root).slice(0, 6)}`;
};

/** Returns the memory with an input added. An input that is already in it changes nothing but its bounds. */
export const remember = (memory: SourceMemory, input: ResolvedInput): SourceMemory => {
  const { kind, location, root, crawl, rules } = input;
  const known = memory.inputs.find((one) => one.location === location);
  const own = { kind, location, root, ...(crawl ? { crawl } : {}), ...(rules ? { rules } : {}) };
  // New bounds replace the stored ones; without new bounds, the stored ones stay.
  const renewed = crawl !== undefined || rules !== undefined;
  const inputs = known ? memory.inputs.map((one) => (one === known && renewed ? own : one)) : [...memory.inputs, own];
  if (memory.roots.some(({ root }) => root === input.root)) return { ...memory, inputs };
  const taken = new Set(memory.roots.map(({ prefix }) => prefix));
  const named = `${slug(path.basename(input.root))}/`;
  const hashed = `${slug(path.basename(input.root))}-${sha256(input.root).slice(0, 6)}/`;
  const prefix = ['', named].find((candidate) => !taken.has(candidate)) ?? hashed;
  return { ...memory, inputs, roots: [...memory.roots, { root: input.root, prefix }] };
};
