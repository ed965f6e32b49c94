import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { DocumentRow, TripleRow } from '../../core/document.ts';
import { beirCorpus, beirDocument } from './beir.ts';
import { formatOf, isCorpusRow } from './formats.ts';
import { type RowProblem, readRows } from './rows.ts';

/** How a corpus file is ingested. */
export type CorpusPlan =
  /** Files, folders and URLs that ingest takes as they are. */
  | { kind: 'as-is'; input: string }
  /** A dataset's own form, to be written out as our JSONL first. */
  | { kind: 'convert'; input: string };

/** Decides whether ingest reads an input as it is: everything except a dataset file whose first row is not a document. */
export const planCorpus = async (input: string): Promise<CorpusPlan> => {
  const found = await stat(input).catch(() => undefined);
  if (found?.isDirectory()) {
    const isBeir = (
      await stat(`${input}/corpus.jsonl`).catch(() => stat(`${input}/corpus.jsonl.gz`).catch(() => undefined))
    )?.isFile();
    return isBeir ? { kind: 'convert', input: beirCorpus(input) } : { kind: 'as-is', input };
  }
  if (!found?.isFile() || !/\.jsonl?(\.(gz|bz2))?$/.test(input)) return { kind: 'as-is', input };
  for await (const row of readRows(input)) {
    if ('value' in row) return isCorpusRow(row.value) ? { kind: 'as-is', input } : { kind: 'convert', input };
  }
  return { kind: 'as-is', input };
};

/**
 * Streams the documents (or triples) of a dataset file: BEIR's corpus, MindMap's {s, r, o} triples, and the pages that HotpotQA,
 * MuSiQue, 2Wiki and CRAG rows bring along. A page that comes twice is given once.
 */
export async function* readCorpus(path: string): AsyncGenerator<DocumentRow | TripleRow | RowProblem> {
  const seen = new Set<string>();
  for await (const row of readRows(path)) {
    if (!('value' in row)) {
      yield row;
      continue;
    }
    const found = rowsOf(row.value);
    if (found === undefined)
      yield { place: row.place, message: 'holds neither a document nor a dataset row with pages' };
    for (const one of found ?? []) {
      if (!('id' in one)) yield one;
      else if (!seen.has(one.id)) {
        seen.add(one.id);
        yield one;
      }
    }
  }
}

/** Writes a converted corpus as Parley's JSONL.gz. @returns the rows that could not be converted */
export const convertCorpus = async (
  path: string,
  target: string,
): Promise<{ rows: number; problems: RowProblem[] }> => {
  const gzip = createGzip({ level: 1 });
  const file = gzip.pipe(createWriteStream(target));
  const problems: RowProblem[] = [];
  let rows = 0;
  for await (const row of readCorpus(path)) {
    if ('place' in row) {
      problems.push(row);
      continue;
    }
    rows += 1;
    if (!gzip.write(`${JSON.stringify(row)}\n`)) await once(gzip, 'drain');
  }
  gzip.end();
  await finished(file);
  return { rows, problems };
};

const mindMapTriple = z
  .object({ s: z.string().min(1), r: z.string().min(1), o: z.string().min(1) })
  .transform(({ s, r, o }): TripleRow => ({ subject: plain(s), predicate: plain(r), object: plain(o) }));

/** MindMap writes names with underscores for spaces. */
const plain = (name: string) => name.replaceAll('_', ' ');

const rowsOf = (value: unknown): (DocumentRow | TripleRow)[] | undefined => {
  const triple = mindMapTriple.safeParse(value);
  if (triple.success) return [triple.data];
  const format = formatOf(value);
  if (format.documents !== undefined) {
    const parsed = format.schema.safeParse(value);
    return parsed.success ? format.documents(parsed.data) : undefined;
  }
  const document = beirDocument(value);
  return document && [document];
};
