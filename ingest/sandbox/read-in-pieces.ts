import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ParleyError } from '../../core/errors.ts';
import { sha256 } from '../../core/sha256.ts';
import type { ExtractedPage } from '../extract/page.ts';
import type { RecognisedText, Recognition } from '../formats/ocr/recognised.ts';

/** Options of text recognition for a run. */
export interface OcrOptions {
  /** Codes of the languages, joined by `+`: `eng`, `eng+deu`. */
  languages: string;
  /** Folder of the recognised pages of unfinished scans; undefined to store none. */
  folder?: string;
  signal?: AbortSignal;
}

/**
 * Reads a file in as many reads as its scanned pages need. Stores the recognised pages in a file after each read, so that a
 * stopped run resumes there, and removes the file at the end.
 * @throws CANCELLED between two reads, and what `read` throws
 */
export const readInPieces = async (
  bytes: Uint8Array,
  { languages, folder, signal }: OcrOptions,
  read: (recognition: Recognition) => Promise<ExtractedPage>,
): Promise<ExtractedPage> => {
  const kept = keptPages(bytes, languages, folder);
  let done = await kept.read();
  for (;;) {
    const page = await read({ languages, done });
    if (page.unfinished === undefined) {
      await kept.remove();
      return page;
    }
    done = page.unfinished;
    await kept.write(done);
    if (signal?.aborted)
      throw new ParleyError('CANCELLED', {
        message: `Stopped after ${Object.keys(done).length} recognised pages; they are kept.`,
        remedy: 'Run the same command again to go on.',
      });
  }
};

/** Folder of the recognised pages of a source's unfinished scans. @param folder the folder of all sources */
export const scansOf = (folder: string, sourceId: string): string => path.join(folder, sha256(sourceId).slice(0, 32));

/**
 * Removes the recognised pages of a source's scans.
 * @returns the number of scans
 */
export const forgetScans = async (
  folder: string,
  sourceId: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<number> => {
  const kept = scansOf(folder, sourceId);
  const files = await readdir(kept).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  if (!dryRun) await rm(kept, { recursive: true, force: true });
  return files.length;
};

const keptPages = (bytes: Uint8Array, languages: string, folder: string | undefined) => {
  const name = createHash('sha256').update(languages).update('\0').update(bytes).digest('hex');
  const file = folder && path.join(folder, `${name}.json`);
  return {
    async read(): Promise<Record<number, RecognisedText>> {
      if (file === undefined) return {};
      try {
        return JSON.parse(await readFile(file, 'utf8')) as Record<number, RecognisedText>;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return {};
        throw error;
      }
    },
    async write(done: Readonly<Record<number, RecognisedText>>): Promise<void> {
      if (file === undefined || folder === undefined) return;
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(`${file}.part`, JSON.stringify(done), { mode: 0o600 });
      await rename(`${file}.part`, file);
    },
    async remove(): Promise<void> {
      if (file !== undefined) await rm(file, { force: true });
    },
  };
};
