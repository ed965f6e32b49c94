import type { Source } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import type { DocumentStamp } from '../stores/index.ts';
import type { Fetcher } from './fetch/index.ts';
import { readFolder, readOneFile } from './inputs/files.ts';
import type { Item } from './inputs/item.ts';
import { readWeb } from './inputs/web.ts';
import { type Pipeline, type PipelineOptions, takeIn } from './pipeline.ts';
import { emptyReport, type IngestReport, mergeReports } from './report.ts';
import {
  memoryOf,
  type RememberedInput,
  type ResolvedInput,
  remember,
  resolveInput,
  type SourceMemory,
  sourceIdFor,
} from './resolve-input.ts';
import type { SiteOptions } from './sources/index.ts';

export interface IngestInputsOptions extends PipelineOptions {
  /** The source that all inputs belong to; each input's own by default. */
  source?: string;
  /** Options for the source to remember beside those it has, so that `sync` does as this run did. */
  remember?: Record<string, unknown>;
  /** Crawl the site from each web address on. */
  crawl?: SiteOptions;
}

/** The pipeline that fits a source's remembered options. */
export type PipelineFor = (source: Source) => Pipeline | Promise<Pipeline>;

/**
 * Takes inputs in: files, folders, JSONL(.gz) and web addresses. An input that cannot be read is a failure of the report;
 * the others are taken in.
 * @throws CANCELLED, and what the stores throw
 */
export const ingestInputs = async (
  pipeline: Pipeline,
  pipelineFor: PipelineFor,
  pages: Fetcher,
  inputs: readonly string[],
  options: IngestInputsOptions = {},
): Promise<IngestReport> => {
  if (inputs.length === 0) {
    throw new ParleyError('BAD_USAGE', {
      message: 'Nothing was named to take in.',
      remedy: 'Name a file, a folder or a URL.',
    });
  }
  const sources = new Map((await pipeline.sources()).map((source) => [source.id, source]));
  const groups = new Map<string, ResolvedInput[]>();
  const reports: IngestReport[] = [];
  for (const input of inputs) {
    try {
      const found = await resolveInput(input);
      const resolved = options.crawl && found.kind === 'web' ? { ...found, crawl: options.crawl } : found;
      const id = sourceIdFor(resolved, options.source, [...sources.values()]);
      const source = sources.get(id) ?? newSource(id, resolved);
      const memory = remember(memoryOf(source), resolved);
      const scopes = options.scopes ? [...options.scopes] : source.scopes;
      sources.set(id, { ...source, scopes, options: { ...source.options, ...options.remember, ...memory } });
      groups.set(id, [...(groups.get(id) ?? []), resolved]);
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      if (code !== 'INPUT_NOT_FOUND' && code !== 'BAD_INPUT') throw error;
      reports.push({ ...emptyReport(options.source ?? input), failed: [{ input, code, message, remedy }] });
    }
  }
  for (const [id, group] of groups) {
    const source = sources.get(id)!;
    const items = itemsOf(group, source, { pages, stamps: pipeline.stamps, signal: options.signal });
    reports.push(await takeIn(await pipelineFor(source), source, items, options));
  }
  return mergeReports(reports);
};

const newSource = (id: string, { kind, location }: ResolvedInput): Source => ({ id, kind, location, scopes: [] });

/** What reading a source's inputs takes. */
export interface Reading {
  pages: Fetcher;
  stamps: Pipeline['stamps'];
  signal?: AbortSignal;
}

/** What these inputs of a source hold now. */
export async function* itemsOf(
  inputs: readonly RememberedInput[],
  source: Source,
  reading: Reading,
): AsyncGenerator<Item> {
  const memory = memoryOf(source);
  for (const input of inputs) {
    let any = false;
    for await (const item of open(input, source.id, memory, reading)) {
      any = true;
      yield item;
    }
    if (!any) yield nothingIn(input);
  }
}

const open = (
  { kind, location, root, crawl }: RememberedInput,
  sourceId: string,
  memory: SourceMemory,
  reading: Reading,
): AsyncGenerator<Item> => {
  const prefix = memory.roots.find((known) => known.root === root)?.prefix ?? '';
  if (kind === 'folder') return readFolder(location, { sourceId, root, prefix });
  if (kind === 'web') return openWeb(location, sourceId, reading, crawl);
  return readOneFile(location, { sourceId, root, prefix });
};

/** What the source held is looked up only for the web, where it makes requests conditional. */
async function* openWeb(
  location: string,
  sourceId: string,
  { pages, stamps, signal }: Reading,
  crawl: SiteOptions | undefined,
): AsyncGenerator<Item> {
  const known = new Map<string, DocumentStamp>();
  for await (const stamp of stamps(sourceId)) known.set(stamp.id, stamp);
  yield* readWeb(location, { fetcher: pages, known, signal }, crawl);
}

/** An input without a page in it is a failure, as it is nearly always a wrong path. */
const nothingIn = ({ kind, location }: Pick<ResolvedInput, 'kind' | 'location'>): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'INPUT_NOT_FOUND',
    message: kind === 'folder' ? 'The folder holds no page that Parley reads.' : 'There is nothing in it.',
    remedy: 'Check the path; `parley extract` shows what ingest would see.',
  },
});
