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
  sourceIdFor,
} from './resolve-input.ts';
import type { ConnectorContext, SiteOptions, SourceKind } from './sources/index.ts';

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
  access: Access,
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
      const resolved = withRules(await resolveInput(input, access.kinds), options.crawl);
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
    if (group.some(({ exists }) => exists)) await pipeline.putSource(source);
    reports.push(await readSource(await pipelineFor(source), source, group, access, options));
  }
  return mergeReports(reports);
};

/** An input with the bounds that fit it: all of them for a crawl, the patterns for a named kind, none for files. */
const withRules = (input: ResolvedInput, bounds: SiteOptions | undefined): ResolvedInput => {
  if (bounds === undefined || FILES.has(input.kind)) return input;
  if (input.kind === 'web') return { ...input, crawl: bounds };
  const { include, exclude } = bounds;
  return { ...input, rules: { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) } };
};
const FILES: ReadonlySet<Source['kind']> = new Set(['folder', 'file', 'jsonl']);

const newSource = (id: string, { kind, location, scopes = [] }: ResolvedInput): Source => ({
  id,
  kind,
  location,
  scopes: [...scopes],
});

/** How what is outside gets in. */
export interface Access {
  pages: Fetcher;
  /** Sources whose inputs are told by how they are written: git repositories, chat channels. */
  kinds?: readonly SourceKind[];
}

/**
 * Reads inputs of a source and takes in what they hold now. What connectors want remembered is kept with the source once all
 * of it is stored.
 * @throws CANCELLED, and what the stores throw
 */
export const readSource = async (
  pipeline: Pipeline,
  source: Source,
  inputs: readonly RememberedInput[],
  access: Access,
  options: PipelineOptions = {},
): Promise<IngestReport> => {
  const memories = { ...memoryOf(source).memories };
  const readToTheEnd = new Set<string>();
  const deferred: (() => Promise<void>)[] = [];
  const reading: Reading = {
    ...access,
    source,
    known: memoised(async () => {
      const known = new Map<string, DocumentStamp>();
      for await (const stamp of pipeline.stamps(source.id)) known.set(stamp.id, stamp);
      return known;
    }),
    remember: (location, memory) => {
      memories[location] = memory;
      readToTheEnd.add(location);
    },
    readToTheEnd,
    defer: (work) => deferred.push(work),
    signal: options.signal,
  };
  try {
    return await takeIn(pipeline, source, itemsOf(inputs, reading), {
      ...options,
      learnt: () => (Object.keys(memories).length > 0 ? { memories } : {}),
    });
  } finally {
    for (const work of deferred.reverse()) await work();
  }
};

/** One reading of a source. */
interface Reading extends Access {
  source: Source;
  /** What the source held; looked up only where a connector asks its place for what changed. */
  known: () => Promise<ReadonlyMap<string, DocumentStamp>>;
  remember(location: string, memory: unknown): void;
  /** Places of which a connector says so: of these, nothing is a finding and no failure. */
  readToTheEnd: ReadonlySet<string>;
  defer(work: () => Promise<void>): void;
  signal?: AbortSignal;
}

const memoised = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/** What these inputs of a source hold now. */
async function* itemsOf(inputs: readonly RememberedInput[], reading: Reading): AsyncGenerator<Item> {
  for (const input of inputs) {
    let any = false;
    for await (const item of open(input, reading)) {
      any = true;
      yield item;
    }
    if (!any && !reading.readToTheEnd.has(input.location)) yield nothingIn(input);
  }
}

async function* open(input: RememberedInput, reading: Reading): AsyncGenerator<Item> {
  const { kind, location, root } = input;
  const { source, kinds = [] } = reading;
  const { roots, memories } = memoryOf(source);
  const place = { sourceId: source.id, root, prefix: roots.find((known) => known.root === root)?.prefix ?? '' };
  if (kind === 'folder') yield* readFolder(location, place);
  else if (kind === 'file' || kind === 'jsonl') yield* readOneFile(location, place);
  else {
    const context: ConnectorContext = {
      fetcher: reading.pages,
      known: await reading.known(),
      memory: memories[location],
      remember: (memory) => reading.remember(location, memory),
      defer: reading.defer,
      signal: reading.signal,
    };
    if (kind === 'web') yield* readWeb(location, context, input.crawl);
    else {
      const named = kinds.find((one) => one.kind === kind);
      if (named) yield* named.read(location, input.rules ?? {}, context);
      else yield unknownKind(input);
    }
  }
}

/** Without an id, so that nothing of it is taken for gone. */
const unknownKind = ({ kind, location }: RememberedInput): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'BAD_INPUT',
    message: `Nothing here reads sources of the kind ${kind}.`,
    remedy: 'Run it where that kind is set up, or forget the source.',
  },
});

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
