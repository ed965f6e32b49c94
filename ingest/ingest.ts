import type { Scope, Source } from '../core/document.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import { type Credentials, signedIn } from './fetch/credentials.ts';
import type { Fetcher } from './fetch/fetch.ts';
import { assertRecognition } from './formats/ocr/recognise.ts';
import { readArchive } from './inputs/archives/read-archive.ts';
import { mayHoldPages } from './inputs/exports/index.ts';
import { folderTemplates, holdsManyPages, type Place, readFolder, readOneFile } from './inputs/files.ts';
import { failureHash, type Item } from './inputs/item.ts';
import { readWeb } from './inputs/web.ts';
import { knownPages } from './known-pages.ts';
import { ingestItems } from './pipeline/ingest-items.ts';
import type { Pipeline, PipelineOptions } from './pipeline/pipeline.ts';
import {
  addSkipped,
  countFailed,
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
  /** Options to store with the source, in addition to its own, so that `sync` uses them too. */
  remember?: Record<string, unknown>;
  /** If set, each web address is the start of a crawl. */
  crawl?: SiteOptions;
}

/** Creates the pipeline for a source's stored options. */
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
  const { include, exclude, languages, versions } = bounds;
  const rules = Object.entries({ include, exclude, languages, versions }).filter(([, value]) => value !== undefined);
  return { ...input, rules: Object.fromEntries(rules) };
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
  /** Credentials for the hosts of sources. */
  credentials?: Credentials;
  /** Kinds of sources that recognise their inputs by their form, such as git repositories and chat channels. */
  kinds?: readonly SourceKind[];
  /** Folder of the recognised pages of unfinished scans, with a folder for each source. */
  scans?: string;
}

/**
 * Reads inputs of a source and ingests their current pages. The connectors' memories are saved with the source once all pages
 * are stored.
 * @param options `only`: the failures of these inputs; only they are read again. `skipUnreadable`: bytes that could not be
 *   read the last time are reported again without another attempt
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
  /** Places that continue from their memory although some of their pages cannot be read. */
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
    conditions: JSON.stringify([
      pipeline.variant,
      options.scopes ?? source.scopes,
      memory.forgotten,
      source.options?.ocr,
    ]),
    // `ingest` reads again what failed.
    mayStay: options.skipUnreadable === true && memory.inputs.length === 1,
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

/** The OCR options of a source, from its last ingest with `--ocr`; undefined without OCR. */
const ocrOf = ({ id, options }: Source, scans: string | undefined, signal?: AbortSignal): OcrOptions | undefined =>
  typeof options?.ocr === 'string' && options.ocr !== 'off'
    ? { languages: options.ocr, folder: scans && scansOf(scans, id), signal }
    : undefined;

/** One reading of a source. */
interface Reading extends Access {
  source: Source;
  dryRun?: boolean;
  /** Scopes of pages whose place does not say who may see them. */
  scopes: readonly Scope[];
  /** The source's stored pages; read only for connectors that ask their place for changes. */
  known: () => Promise<ReadonlyMap<string, KnownPage>>;
  remember(location: string, memory: unknown, options?: { despiteUnreadable?: boolean }): void;
  /** Failures of the last reading that would fail again. */
  failures: readonly IngestFailure[];
  /** What the pages depend on besides the bytes at their place. */
  conditions: string;
  /** True if a place in which nothing changed need not be read: its pages are all pages of the source. */
  mayStay: boolean;
  /** True to retry failures: nothing counts as known from the last reading. */
  afresh?: boolean;
  /** Places that a connector has read to the end. An empty one of them is no failure. */
  readToTheEnd: Set<string>;
  /** Skipped files by location; filled while the inputs are read. */
  skipped: Record<string, SkippedFiles>;
  /** Called with an input's number of pages if it is known before the first page. */
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

/** Yields the current items of a source's inputs. */
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
      // What was skipped the last time stays listed.
      if (item.kind === 'unchanged') delete reading.skipped[input.location];
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
    if (kind === 'archive') yield* readArchive(location, place, kinds, context, reading);
    else if (kind === 'web') yield* readWeb(location, context, input.crawl);
    else {
      const named = kinds.find((one) => one.kind === kind);
      if (named) yield* named.read(location, input.rules ?? {}, context);
      else yield unknownKind(input);
    }
  }
}

/** Yields again what failed in an input: its failed pages if each can be read alone, otherwise the whole input. */
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
    for (const file of new Set(failed.map((failure) => fileOf(failure.input)))) yield* readOneFile(file, place);
  } else {
    const context = await contextOf(location, reading);
    if (crawl) yield* readWeb(location, context, { ...crawl, only: failed.map((failure) => failure.input) });
    else for (const { input: url } of failed) yield* readWeb(url, context);
  }
}

/** The file of an input, which may be one of many pages in it: `notes.enex:12`. */
const fileOf = (input: string): string => {
  const [, file] = /^(.+):\d+$/.exec(input) ?? [];
  return file !== undefined && (holdsManyPages(file) || mayHoldPages(file)) ? file : input;
};

/** Maximum failures of a place that are stored. If there are more, the whole place is read again. */
const MAX_FAILURES = 1000;

/** The failures of a source after some of its inputs were read; undefined if there are none. */
const rememberedFailures = (
  before: readonly IngestFailure[],
  failed: readonly IngestFailure[],
  inputs: readonly RememberedInput[],
): IngestFailure[] | undefined => {
  const read = new Set(inputs.map(({ location }) => location));
  const now = [...Map.groupBy(failed, ({ place }) => place)].flatMap(([place, some]): IngestFailure[] =>
    some.length <= MAX_FAILURES
      ? some
      : some.slice(0, 1).map((one) => ({
          ...one,
          input: place ?? one.input,
          message: `${some.length} pages failed.`,
          page: false,
          pages: countFailed(some),
        })),
  );
  const all = [...before.filter(({ place }) => place === undefined || !read.has(place)), ...now];
  return all.length > 0 ? all : undefined;
};

/** A failure without an id, so that sync deletes no page of the input. */
const unknownKind = ({ kind, location }: RememberedInput): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'BAD_INPUT',
    message: `Nothing here reads sources of the kind ${kind}.`,
    remedy: 'Run it where that kind is set up, or forget the source.',
  },
});

/** The failure of an input without a page: nearly always, its path is wrong. */
const emptyInput = ({ kind, location }: RememberedInput, skipped: SkippedFiles): Item => ({
  kind: 'failure',
  failure: {
    input: location,
    code: 'INPUT_NOT_FOUND',
    message:
      kind !== 'folder' && kind !== 'archive'
        ? 'There is nothing in it.'
        : `The ${kind} holds no page that Parley reads${skipped.total > 0 ? ` (${skipped.total} files were passed over)` : ''}.`,
    remedy: 'Check the path; `parley extract` shows what ingest would see.',
  },
});
