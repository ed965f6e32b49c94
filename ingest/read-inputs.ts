import type { Source } from '../core/document.ts';
import { type Credentials, signedIn } from './fetch/credentials.ts';
import type { Fetcher } from './fetch/fetch.ts';
import { readArchive } from './inputs/archives/read-archive.ts';
import { mayHoldPages } from './inputs/exports/index.ts';
import { folderTemplates, holdsManyPages, type Place, readFolder, readOneFile } from './inputs/files.ts';
import type { Item } from './inputs/item.ts';
import { readWeb } from './inputs/web.ts';
import {
  addSkipped,
  type IngestFailure,
  MAX_SKIPPED_REMEMBERED,
  noneSkipped,
  oneSkipped,
  type SkippedFiles,
} from './report.ts';
import { memoryOf, type RememberedInput } from './resolve-input.ts';
import type { ConnectorContext, KnownPage, SourceKind } from './sources/connector.ts';
import { openCheckout } from './sources/git/checkout.ts';

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

/** One reading of a source, which its inputs share. */
export interface Reading
  extends Access,
    Pick<ConnectorContext, 'dryRun' | 'knownFailure' | 'defer' | 'signal' | 'ocr'>,
    Required<Pick<ConnectorContext, 'scopes' | 'failures'>> {
  source: Source;
  /** The source's stored pages; read only for connectors that ask their place for changes. */
  known: () => Promise<ReadonlyMap<string, KnownPage>>;
  /** `ConnectorContext.remember` of each location. */
  remember(location: string, ...given: Parameters<ConnectorContext['remember']>): void;
  /** What the pages depend on besides the bytes at their place. */
  conditions: string;
  /** True if a place in which nothing changed need not be read: its pages are all pages of the source. */
  mayStay: boolean;
  /** True to retry failures: nothing counts as known from the last reading. */
  afresh?: boolean;
  /** Places that a connector has read to the end. An empty one of them is no failure. */
  readToTheEnd: ReadonlySet<string>;
  /** Skipped files by location; filled while the inputs are read. */
  skipped: Record<string, SkippedFiles>;
  /** Called with an input's number of pages if it is known before the first page. */
  onTotal?(location: string, pages: number): void;
}

/** Yields the current items of a source's inputs. */
export async function* readInputs(
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

const contextOf = async (location: string, reading: Reading): Promise<ConnectorContext> => {
  const { dryRun, scopes, knownFailure, defer, signal, ocr } = reading;
  return {
    onTotal: (pages) => reading.onTotal?.(location, pages),
    fetcher: signedIn(reading.pages, reading.credentials ?? (() => undefined), location),
    known: await reading.known(),
    memory: reading.afresh ? undefined : memoryOf(reading.source).memories[location],
    remember: (memory, options) => reading.remember(location, memory, options),
    failures: reading.failures.filter(({ place, contentHash: bytes }) => place === location && bytes !== undefined),
    dryRun,
    scopes,
    knownFailure,
    defer,
    signal,
    ocr,
  };
};

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
