import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ParleyError } from '../../../core/errors.ts';
import type { Settings } from '../../../core/settings.ts';
import { slug } from '../../../ingest/resolve-input.ts';

/** Larger files are better read from a folder, without a browser in between. */
const MAX_UPLOAD_BYTES = 50 * 1024 * 1024;
const MAX_NAME_CHARS = 120;

/** The folder of uploaded files, with a subfolder for each source. Sync reads a subfolder like any other folder. */
export const uploadsFolder = ({ PARLEY_DATA }: Pick<Settings, 'PARLEY_DATA'>): string =>
  path.resolve(PARLEY_DATA, 'uploads');

/**
 * Saves an uploaded file. Writes it to a temporary folder first and then moves it, so that a broken connection leaves no
 * partial file in the source.
 * @returns the folder of its source
 * @throws INPUT_TOO_LARGE, BAD_INPUT for a file without a usable name or without content
 */
export const keepUpload = async (
  folder: string,
  { source, name, body }: { source: string; name: string; body: ReadableStream<Uint8Array> | null },
): Promise<string> => {
  const file = fileName(name);
  if (!body || !file) {
    throw new ParleyError('BAD_INPUT', {
      message: file ? `${file} is empty.` : 'The file has no name.',
      remedy: 'Choose a file with text in it.',
    });
  }
  const target = path.join(folder, slug(source));
  const waiting = path.join(folder, '.waiting');
  await mkdir(target, { recursive: true });
  await mkdir(waiting, { recursive: true });
  const part = path.join(waiting, randomUUID());
  try {
    await pipeline(Readable.fromWeb(body as never), limitBytes(MAX_UPLOAD_BYTES, file), createWriteStream(part));
    await rename(part, path.join(target, file));
  } finally {
    await rm(part, { force: true });
  }
  return target;
};

const limitBytes = (bytes: number, name: string) =>
  async function* (chunks: AsyncIterable<Buffer>) {
    let seen = 0;
    for await (const chunk of chunks) {
      seen += chunk.length;
      if (seen > bytes) {
        throw new ParleyError('INPUT_TOO_LARGE', {
          message: `${name} is larger than ${bytes / 1024 / 1024} MB.`,
          remedy: 'Upload its parts, or put it into a folder that Parley reads.',
        });
      }
      yield chunk;
    }
  };

/** The file name without folders, control characters, characters that file systems reserve, and leading or trailing dots. */
const fileName = (name: string): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  const extension = path.extname(base);
  return `${path.basename(base, extension).slice(0, MAX_NAME_CHARS)}${extension.slice(0, 20)}`;
};
