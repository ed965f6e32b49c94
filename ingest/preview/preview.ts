import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { asParleyError } from '../../core/errors.ts';
import { signedIn } from '../fetch/credentials.ts';
import { readArchive } from '../inputs/archives/read-archive.ts';
import { mayHoldPages } from '../inputs/exports/index.ts';
import { folderTemplates, holdsManyPages, listFolder, pagesIn } from '../inputs/files.ts';
import type { Item, SkippedItem } from '../inputs/item.ts';
import { readWeb } from '../inputs/web.ts';
import type { Access } from '../read-inputs.ts';
import type { IngestFailure } from '../report.ts';
import { resolveInput } from '../resolve-input.ts';
import type { OcrOptions } from '../sandbox/read-in-pieces.ts';
import type { ConnectorContext } from '../sources/connector.ts';
import { openCheckout } from '../sources/git/checkout.ts';
import { type PreviewRow, previewFile, toRow } from './row.ts';

export type { PreviewRow } from './row.ts';

/** The result for one page, or the reason for skipping a file. */
export type Outcome =
  | { row: PreviewRow }
  | { failure: IngestFailure }
  | { skipped: Pick<SkippedItem, 'input' | 'reason'> };

/**
 * Yields what ingest would read, without storing: one outcome per page, in the order of the inputs. Reads several files of a
 * folder at once.
 */
export async function* preview(
  inputs: readonly string[],
  { pages, credentials = () => undefined, kinds = [], ocr }: Access & { ocr?: OcrOptions },
): AsyncGenerator<Outcome> {
  const deferred: (() => Promise<void>)[] = [];
  const context: ConnectorContext = {
    fetcher: pages,
    known: new Map(),
    remember: () => {},
    defer: (work) => deferred.push(work),
    ocr,
  };
  try {
    for (const input of inputs) {
      const { kind, location, sourceId } = await resolveInput(input, kinds);
      const named = kinds.find((one) => one.kind === kind);
      if (named) yield* previewItems(named.read(location, {}, context));
      else if (kind === 'archive')
        yield* previewItems(readArchive(location, { sourceId, root: location, prefix: '', ocr }, kinds, context));
      else if (kind === 'folder') yield* previewFolder(input, ocr);
      else if (kind === 'jsonl' || kind === 'file') yield* previewOneFile(input, location, sourceId, { ocr });
      else yield* previewItems(readWeb(location, { ...context, fetcher: signedIn(pages, credentials, location) }));
    }
  } finally {
    for (const work of deferred.reverse()) await work();
  }
}

/** Maximum files that are read ahead: enough to keep all parser processes busy, few enough for the memory. */
const READ_AHEAD = 4 * availableParallelism();

async function* previewFolder(folder: string, ocr: OcrOptions | undefined): AsyncGenerator<Outcome> {
  const due: (Promise<Outcome> | AsyncIterable<Outcome>)[] = [];
  const settle = async function* (one: Promise<Outcome> | AsyncIterable<Outcome>) {
    if (one instanceof Promise) yield await one;
    else yield* one;
  };
  const checkout = await openCheckout(folder);
  const templates = await folderTemplates(folder, checkout);
  for await (const found of listFolder(folder, checkout, { ocr })) {
    if (typeof found !== 'string')
      due.push(Promise.resolve(found.kind === 'failure' ? { failure: found.failure } : { skipped: found }));
    else
      due.push(
        holdsManyPages(found) || mayHoldPages(found)
          ? previewOneFile(found, found, '', { templates, ocr })
          : attempt(found, () => previewFile(found, { templates, ocr, folder: { root: folder, checkout } })),
      );
    const [first] = due.length > READ_AHEAD ? due.splice(0, 1) : [];
    if (first !== undefined) yield* settle(first);
  }
  for (const one of due) yield* settle(one);
}

/** @param input the file as it was given; `file` is its path */
async function* previewOneFile(
  input: string,
  file: string,
  sourceId: string,
  options: Parameters<typeof previewFile>[1],
): AsyncGenerator<Outcome> {
  const pages = await pagesIn(file, basename(file), sourceId);
  if (pages === undefined) yield await attempt(input, () => previewFile(input, options));
  else yield* previewItems(pages);
}

async function* previewItems(items: AsyncIterable<Item>): AsyncGenerator<Outcome> {
  for await (const item of items) {
    if (item.kind === 'failure') yield { failure: item.failure };
    else if (item.kind === 'skipped') yield { skipped: item };
    else if (item.kind === 'page')
      yield await attempt(item.input, async () => toRow(item.input, item.id, await item.extract()));
  }
}

const attempt = async (input: string, read: () => Promise<PreviewRow | { reason: string }>): Promise<Outcome> => {
  try {
    const found = await read();
    return 'reason' in found ? { skipped: { input, reason: found.reason } } : { row: found };
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    return { failure: { input, code, message, remedy } };
  }
};
