import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { makeOutputFolder } from '../../../core/output-place.ts';
import { inFrame } from '../language/frames.ts';
import { worldDocuments } from './documents.ts';
import { worldQuestions } from './questions.ts';
import { worldTriples } from './triples.ts';
import type { WorldOptions } from './world.ts';

/** The files that were written. */
export interface WrittenWorld {
  corpus: { file: string; rows: number };
  questions: { file: string; rows: number };
  triples: { file: string; rows: number };
}

/** Rows that go to disk in one write. */
const rowsPerWrite = 200;

/**
 * Writes a world into a folder: `corpus.jsonl`, `questions.jsonl` and `triples.jsonl`, streamed.
 * @param natural puts each question that stands by itself into words that people write around one in a chat
 * @throws BAD_USAGE when the folder cannot be created, else what the file system throws
 */
export const writeWorld = async (
  folder: string,
  { count, natural, ...options }: WorldOptions & { count: number; natural?: boolean },
): Promise<WrittenWorld> => {
  makeOutputFolder(folder);
  const write = async (name: string, rows: Iterable<object>) => {
    const file = join(folder, name);
    let written = 0;
    const lines = function* () {
      let text = '';
      for (const row of rows) {
        text += `${JSON.stringify(row)}\n`;
        if (++written % rowsPerWrite === 0) {
          yield text;
          text = '';
        }
      }
      yield text;
    };
    await pipeline(Readable.from(lines()), createWriteStream(file));
    return { file, rows: written };
  };
  const asked = function* () {
    for (const row of worldQuestions({ ...options, count }))
      yield natural && !row.history ? { ...row, question: inFrame(row.question, options.seed) } : row;
  };
  return {
    corpus: await write('corpus.jsonl', worldDocuments(options)),
    questions: await write('questions.jsonl', asked()),
    triples: await write('triples.jsonl', worldTriples(options)),
  };
};
