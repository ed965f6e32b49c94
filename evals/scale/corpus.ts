import { createWriteStream, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { DocumentRow } from '../../core/document.ts';
import { worldDocuments } from '../simulator/world/documents.ts';
import { hashText, unit } from '../simulator/world/random.ts';

/** The shapes of a corpus: a world's pages; the same with one title for all; the same with one name in every passage. */
export const SHAPES = ['world', 'one-title', 'one-name'] as const;
export type Shape = (typeof SHAPES)[number];

/** Passages of a world for each one that ingest makes of it, and a little more: short paragraphs under one heading become one. */
const WORLD_PER_PASSAGE = 1.08;
const NAME = 'Meridian Harbour Trust';

const shaped: Record<Shape, (row: DocumentRow) => DocumentRow> = {
  world: (row) => row,
  'one-title': (row) => ({ ...row, title: 'Overview' }),
  'one-name': (row) => ({ ...row, markdown: row.markdown?.replaceAll(/^(?!#|\||\s*$)/gm, `For ${NAME}: `) }),
};

/** Part of a corpus: a file that holds pages of every kind alike. */
export interface CorpusPart {
  file: string;
  /** Share of the corpus up to the end of this part. */
  upTo: number;
}

/**
 * Writes at least `passages` passages in parts that end at these shares. A page's part is drawn by its id, so that no part has
 * other kinds of pages than the next one.
 */
export const writeCorpus = async (
  folder: string,
  { passages, shape, upTo, signal }: { passages: number; shape: Shape; upTo: readonly number[]; signal?: AbortSignal },
): Promise<CorpusPart[]> => {
  const parts = upTo.map((share, i) => ({ file: join(folder, `part-${i}.jsonl`), upTo: share }));
  const streams = parts.map(({ file }) => createWriteStream(file));
  for (const row of worldDocuments(worldOf(passages))) {
    signal?.throwIfAborted();
    const drawn = unit(hashText(11, row.id));
    const stream = streams[upTo.findIndex((share) => drawn < share)]!;
    if (!stream.write(`${JSON.stringify(shaped[shape](row))}\n`)) await drained(stream);
  }
  for (const stream of streams) stream.end();
  await Promise.all(streams.map((stream) => finished(stream)));
  return parts;
};

/** The world that ingest makes at least so many passages of. */
export const worldOf = (passages: number) => ({ seed: 7, size: Math.ceil(passages * WORLD_PER_PASSAGE) });

const drained = (stream: WriteStream) => new Promise<void>((resolve) => stream.once('drain', resolve));
