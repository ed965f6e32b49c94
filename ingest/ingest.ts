import type { Scope, Source } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import { type Credentials, signedIn } from './fetch/credentials.ts';
import type { Fetcher } from './fetch/fetch.ts';
import { assertRecognition } from './formats/ocr/recognise.ts';
import { folderTemplates, type Place, readFolder, readOneFile } from './inputs/files.ts';
import { failureHash, type Item } from './inputs/item.ts';
import { readWeb } from './inputs/web.ts';
import { knownPages } from './known-pages.ts';
import { ingestItems, type Pipeline, type PipelineOptions } from './pipeline.ts';
import {
  addSkipped,
  emptyReport,
  type IngestFailure,
  type IngestReport,
  MAX_SKIPPED_REMEMBERED,
  mergeReports,
  noneSkipped,
  oneSkipped,
  type SkippedFiles,
} from './report.ts';
import {
  memoryOf,
  type RememberedInput,
  type ResolvedInput,
  remember,
  resolveInput,
  sourceIdFor,
} from './resolve-input.ts';
import { type OcrOptions, scansOf } from './sandbox/read-in-pieces.ts';
import type { ConnectorContext, KnownPage, SourceKind } from './sources/connector.ts';
import { openCheckout } from './sources/git/checkout.ts';
import type { SiteOptions } from './sources/site.ts';

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
 * Ingests files, folders, JSONL(.gz), web addresses and the places of other source kinds. An input that cannot be read is a
 * failure in the report; the others are ingested.
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
      message: 'There is nothing to ingest.',
      remedy: 'Name a file, a folder or a URL.',
    });
  }
  const sources = new Map<string, Source>((await pipeline.stored.sources()).map((source) => [source.id, source]));
  const groups = new Map<string, { source: Source; inputs: ResolvedInput[] }>();
  const reports: IngestReport[] = [];
  for (const input of inputs) {
    try {
      const resolved = withBounds(await resolveInput(input, access.kinds), options.crawl);
      const id = sourceIdFor(resolved, options.source, [...sources.values()]);
      const source = sources.get(id) ?? newSource(id, resolved);
      const memory = remember(memoryOf(source), resolved);
      const scopes = options.scopes ? [...options.scopes] : source.scopes;
      const remembered = { ...source, scopes, options: { ...source.options, ...options.remember, ...memory } };
      sources.set(id, remembered);
      groups.set(id, { source: remembered, inputs: [...(groups.get(id)?.inputs ?? []), resolved] });
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      if (code !== 'INPUT_NOT_FOUND' && code !== 'BAD_INPUT') throw error;
      reports.push({ ...emptyReport(options.source ?? input), failed: [{ input, code, message, remedy }] });
    }
  }
  for (const { source, inputs: group } of groups.values()) {
    if (group.some(({ exists }) => exists)) await pipeline.putSource(source);
    reports.push(await readSource(await pipelineFor(source), source, group, access, options));
  }
  return mergeReports(reports);
};

/** An input with the bounds that fit it: all of them for a crawl, the patterns for a folder or another kind, none for a single file. */
const withBounds = (input: ResolvedInput, bounds: SiteOptions | undefined): ResolvedInput => {
  if (bounds === undefined || SINGLE_FILES.has(input.kind)) return input;
  if (input.kind === 'web') return { ...input, crawl: bounds };
  const { include, exclude } = bounds;
  return { ...input, rules: { ...(include ? { include } : {}), ...(exclude ? { exclude } : {}) } };
};
const SINGLE_FILES: ReadonlySet<Source['kind']> = new Set(['file', 'jsonl']);

const newSource = (id: string, { kind, location, scopes = [] }: ResolvedInput): Source => ({
  id,
  kind,
  location,
  scopes: [...scopes],
});

/** What reading a source needs. */
export interface Access {
  pages: Fetcher;
  /** What signs in to the hosts of sources. */
  credentials?: Credentials;
  /** Kinds of sources that recognise their inputs by the way they are written: git repositories, chat channels. */
  kinds?: readonly SourceKind[];
  /** Where recognised pages of long scans are kept until they are read to their end, a folder for each source. */
  scans?: string;
}

/**
 * Reads inputs of a source and ingests what they hold now. What connectors remember is saved with the source once all of it
 * is stored.
 * @param options `only`: what failed in these inputs, to read just that; `skipUnreadable`: bytes that could not be read the
 *   last time are reported again without being tried
 * @throws CANCELLED, and what the stores throw
 */
export const readSource = async (
  pipeline: Pipeline,
  source: Source,
  inputs: readonly RememberedInput[],
  access: Access,
  options: PipelineOptions & { only?: readonly IngestFailure[]; skipUnreadable?: boolean } = {},
): Promise<IngestReport> => {
  const memory = memoryOf(source);
  const memories = { ...memory.memories };
  const totals = new Map<string, number>();
  const unreadable = options.skipUnreadable ? memory.failed : [];
  const knownFailures = new Map(
    unreadable.flatMap((failure) => (failure.contentHash === undefined ? [] : [[failure.contentHash, failure]])),
  );
  const deferred: (() => Promise<void>)[] = [];
  /** Places that are read on from their memory although some of their bytes cannot be read. */
  const goesOn = new Set<string>();
  const isHarmless = ({ contentHash: bytes, place = '' }: IngestFailure) => bytes !== undefined && goesOn.has(place);
  const reading: Reading = {
    ...access,
    source,
    known: memoised(() => knownPages(pipeline.stored.stamps(source.id))),
    remember: (location, value, { despiteUnreadable } = {}) => {
      memories[location] = value;
      reading.readToTheEnd.add(location);
      if (despiteUnreadable) goesOn.add(location);
    },
    failures: memory.failed,
    readToTheEnd: new Set(),
    skipped: {},
    onTotal: options.onProgress && ((location, pages) => totals.set(location, pages)),
    knownFailure: (hash) => knownFailures.get(failureHash(hash)),
    defer: (work) => deferred.push(work),
    signal: options.signal,
    dryRun: options.dryRun,
    scopes: options.scopes?.length ? options.scopes : source.scopes,
    ocr: ocrOf(source, access.scans, options.signal),
  };
  if (reading.ocr) assertRecognition(reading.ocr.languages);
  try {
    return await ingestItems(pipeline, source, readInputs(inputs, reading, options.only), {
      ...options,
      knownFailures,
      forgotten: new Set(memory.forgotten),
      total: () =>
        totals.size === inputs.length ? [...totals.values()].reduce((sum, pages) => sum + pages) : undefined,
      // After a failure the place is read in full the next time, so that what failed is tried again.
      newOptions: (failed) => ({
        ...(failed.length <= MAX_FAILURES &&
          failed.every(isHarmless) &&
          Object.keys(memories).length > 0 && { memories }),
        failed: rememberedFailures(memory.failed, failed, inputs),
        ...(options.only === undefined && { skipped: { ...memory.skipped, ...reading.skipped } }),
      }),
    });
  } finally {
    for (const work of deferred.reverse()) await work();
  }
};

/** How a source's pictures are read, as its last ingest with `--ocr` said; undefined where they are not. */
const ocrOf = ({ id, options }: Source, scans: string | undefined, signal?: AbortSignal): OcrOptions | undefined =>
  typeof options?.ocr === 'string' && options.ocr !== 'off'
    ? { languages: options.ocr, folder: scans && scansOf(scans, id), signal }
    : undefined;

/** One reading of a source. */
interface Reading extends Access {
  source: Source;
  dryRun?: boolean;
  /** For pages whose place does not say who may see them. */
  scopes: readonly Scope[];
  /** What the source held; looked up only where a connector asks its place for what changed. */
  known: () => Promise<ReadonlyMap<string, KnownPage>>;
  remember(location: string, memory: unknown, options?: { despiteUnreadable?: boolean }): void;
  /** What could not be read the last time, and would fail again. */
  failures: readonly IngestFailure[];
  /** What failed is tried again: nothing counts as known from the last time. */
  afresh?: boolean;
  /** Places that a connector says it read to the end: an empty one is no failure. */
  readToTheEnd: Set<string>;
  /** What was passed over, by location; filled while the inputs are read. */
  skipped: Record<string, SkippedFiles>;
  /** Receives how many pages an input has, where that is known before the first. */
  onTotal?(location: string, pages: number): void;
  knownFailure: NonNullable<ConnectorContext['knownFailure']>;
  defer(work: () => Promise<void>): void;
  signal?: AbortSignal;
  ocr?: OcrOptions;
}

const memoised = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= make();
    return value;
  };
};

/** What these inputs of a source hold now. */
async function* readInputs(
  inputs: readonly RememberedInput[],
  reading: Reading,
  only?: readonly IngestFailure[],
): AsyncGenerator<Item> {
  for (const input of inputs) {
    const failed = only?.filter(({ place }) => place === input.location);
    const skipped = noneSkipped();
    reading.skipped[input.location] = skipped;
    let any = false;
    for await (const item of failed ? readFailed(input, failed, reading) : readInput(input, reading)) {
      if (item.kind === 'skipped') addSkipped(skipped, oneSkipped(item.input, item.reason), MAX_SKIPPED_REMEMBERED);
      else any = true;
      item.place = input.location;
      yield item;
    }
    if (!any && !failed && !reading.readToTheEnd.has(input.location)) yield emptyInput(input, skipped);
  }
}

const placeOf = ({ root }: RememberedInput, source: Source): Place => {
  const prefix = memoryOf(source).roots.find((known) => known.root === root)?.prefix ?? '';
  return { sourceId: source.id, root, prefix };
};

const contextOf = async (location: string, reading: Reading): Promise<ConnectorContext> => ({
  onTotal: (pages) => reading.onTotal?.(location, pages),
  fetcher: signedIn(reading.pages, reading.credentials ?? (() => undefined), location),
  known: await reading.known(),
  memory: reading.afresh ? undefined : memoryOf(reading.source).memories[location],
  remember: (memory, options) => reading.remember(location, memory, options),
  failures: reading.failures.filter(({ place, contentHash: bytes }) => place === location && bytes !== undefined),
  knownFailure: reading.knownFailure,
  dryRun: reading.dryRun,
  scopes: reading.scopes,
  defer: reading.defer,
  signal: reading.signal,
  ocr: reading.ocr,
});

async function* readInput(input: RememberedInput, reading: Reading): AsyncGenerator<Item> {
  const { kind, location } = input;
  const { source, kinds = [] } = reading;
  const onTotal = reading.onTotal && ((pages: number) => reading.onTotal?.(location, pages));
  const place = { ...placeOf(input, source), rules: input.rules, ocr: reading.ocr, onTotal };
  if (kind === 'folder') yield* readFolder(location, place);
  else if (kind === 'file' || kind === 'jsonl') yield* readOneFile(location, place);
  else {
    const context = await contextOf(location, reading);
    if (kind === 'web') yield* readWeb(location, context, input.crawl);
    else {
      const named = kinds.find((one) => one.kind === kind);
      if (named) yield* named.read(location, input.rules ?? {}, context);
      else yield unknownKind(input);
    }
  }
}

/** What failed in an input: its pages one by one where they can be, else all of it. */
async function* readFailed(
  input: RememberedInput,
  failed: readonly IngestFailure[],
  reading: Reading,
): AsyncGenerator<Item> {
  const { kind, location, crawl } = input;
  if (failed.length === 0) return;
  if (!failed.every(({ page }) => page) || (kind !== 'folder' && kind !== 'web'))
    yield* readInput(input, { ...reading, afresh: true });
  else if (kind === 'folder') {
    const checkout = await openCheckout(location);
    const templates = await folderTemplates(location, checkout, input.rules);
    const place = { ...placeOf(input, reading.source), checkout, templates, ocr: reading.ocr };
    for (const { input: file } of failed) yield* readOneFile(file, place);
  } else {
    const context = await contextOf(location, reading);
    if (crawl) yield* readWeb(location, context, { ...crawl, only: failed.map((failure) => failure.input) });
    else for (const { input: url } of failed) yield* readWeb(url, context);
  }
}

/** Failures of a place that are remembered one by one; more of them, and the place is read as a whole again. */
const MAX_FAILURES = 1000;

/** The failures of a source after some of its inputs have been read; undefined for none. */
const rememberedFailures = (
  before: readonly IngestFailure[],
  failed: readonly IngestFailure[],
  inputs: readonly RememberedInput[],
): IngestFailure[] | undefined => {
  const read = new Set(inputs.map(({ location }) => location));
  const now = [...Map.groupBy(failed, ({ place }) => place)].flatMap(([place, some]): IngestFailure[] =>
    some.length <= MAX_FAILURES
      ? some
      : some
          .slice(0, 1)
          .map((one) => ({ ...one, input: place ?? one.input, message: `${some.length} pages failed.`, page: false })),
  );
  const all = [...before.filter(({ place }) => place === undefined || !read.has(place)), ...now];
  return all.length > 0 ? all : undefined;
};

/** Without an id, so that sync deletes nothing of it. */
const unknownKind = ({ kind, location }: RememberedInput): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'BAD_INPUT',
    message: `Nothing here reads sources of the kind ${kind}.`,
    remedy: 'Run it where that kind is set up, or forget the source.',
  },
});

/** An input without a page is a failure: nearly always the path is wrong. */
const emptyInput = ({ kind, location }: RememberedInput, skipped: SkippedFiles): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'INPUT_NOT_FOUND',
    message:
      kind !== 'folder'
        ? 'There is nothing in it.'
        : `The folder holds no page that Parley reads${skipped.total > 0 ? ` (${skipped.total} files were passed over)` : ''}.`,
    remedy: 'Check the path; `parley extract` shows what ingest would see.',
  },
});
