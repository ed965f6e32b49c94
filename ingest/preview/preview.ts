import { asParleyError } from '../../core/errors.ts';
import type { Access } from '../ingest.ts';
import { listFolder } from '../inputs/files.ts';
import type { Item } from '../inputs/item.ts';
import { isJsonl, readJsonl } from '../inputs/jsonl.ts';
import { readWeb } from '../inputs/web.ts';
import { resolveInput } from '../resolve-input.ts';
import type { ConnectorContext } from '../sources/connector.ts';
import { openCheckout } from '../sources/git/checkout.ts';
import { type PreviewRow, previewFile, toRow } from './row.ts';
import { createWorkerPool, type Outcome } from './workers.ts';

export type { PreviewRow } from './row.ts';
export type { Outcome } from './workers.ts';

/**
 * Shows what ingest would see, without storing: one outcome a page, in the order of the inputs. Files of a folder are read on
 * several threads.
 */
export async function* preview(
  inputs: readonly string[],
  { pages, kinds = [] }: Access,
  signal?: AbortSignal,
): AsyncGenerator<Outcome> {
  const deferred: (() => Promise<void>)[] = [];
  const context: ConnectorContext = {
    fetcher: pages,
    known: new Map(),
    remember: () => {},
    defer: (work) => deferred.push(work),
    signal,
  };
  try {
    for (const input of inputs) {
      const { kind, location, sourceId } = await resolveInput(input, kinds);
      const named = kinds.find((one) => one.kind === kind);
      if (named) yield* previewItems(named.read(location, {}, context));
      else if (kind === 'folder') yield* previewFolder(input, signal);
      else if (kind === 'jsonl') yield* previewItems(readJsonl(input, sourceId));
      else if (kind === 'file') yield await attempt(input, () => previewFile(input));
      else yield* previewItems(readWeb(location, context));
      if (signal?.aborted) return;
    }
  } finally {
    for (const work of deferred.reverse()) await work();
  }
}

/** Files read ahead of the one that is due, a worker: enough to keep all busy, few enough to hold in memory. */
const AHEAD = 8;

async function* previewFolder(folder: string, signal: AbortSignal | undefined): AsyncGenerator<Outcome> {
  const pool = createWorkerPool();
  const due: (Promise<Outcome> | AsyncIterable<Outcome>)[] = [];
  const settle = async function* (one: Promise<Outcome> | AsyncIterable<Outcome>) {
    if (one instanceof Promise) yield await one;
    else yield* one;
  };
  try {
    for await (const found of listFolder(folder, await openCheckout(folder))) {
      if (signal?.aborted) return;
      if (typeof found !== 'string') due.push(Promise.resolve({ failure: found.failure }));
      else due.push(isJsonl(found) ? previewItems(readJsonl(found, '')) : pool.run(found));
      if (due.length > pool.size * AHEAD) yield* settle(due.shift()!);
    }
    for (const one of due) yield* settle(one);
  } finally {
    await pool.close();
  }
}

async function* previewItems(items: AsyncIterable<Item>): AsyncGenerator<Outcome> {
  for await (const item of items) {
    if (item.kind === 'failure') yield { failure: item.failure };
    else if (item.kind === 'page')
      yield await attempt(item.input, async () => toRow(item.input, item.id, await item.extract()));
  }
}

const attempt = async (input: string, read: () => Promise<PreviewRow>): Promise<Outcome> => {
  try {
    return { row: await read() };
  } catch (error) {
    const { code, message, remedy } = asParleyError(error);
    return { failure: { input, code, message, remedy } };
  }
};
