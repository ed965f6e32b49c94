import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { pipeline, Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar';
import { isParleyError } from '../../../core/errors.ts';
import { damaged, reasonOf } from '../../formats/errors.ts';
import { isBomb } from '../../formats/office/zip.ts';
import { failure } from '../item.ts';
import { MAX_BYTES_IN_MEMORY, tooLarge, type UnpackedFiles } from './unpacked-files.ts';

/**
 * Unpacks a tar, also one that gzip packed, as a stream. It has no directory, so one that is cut off or unpacks to too much shows
 * that only on the way: what came before the cut is kept.
 *
 * @throws INPUT_TOO_LARGE, INPUT_UNREADABLE
 */
export const untar = async (archive: string, files: UnpackedFiles, signal?: AbortSignal): Promise<void> => {
  try {
    for await (const { header, body } of await entriesOf(archive)) {
      signal?.throwIfAborted();
      const { name, size, type } = header;
      files.count({ size });
      const file = type === 'file' ? files.fileFor(name, size) : undefined;
      if (type === 'symlink' || type === 'link') files.skip(name, 'a link in an archive');
      else if (type !== 'file' && type !== 'directory') files.skip(name, 'not a file (a pipe, a socket or a device)');
      if (file !== undefined) await files.write(file, () => contentOf(body, size), signal);
      // Also of a file that could not be written: the next entry follows its last byte.
      if (!body.locked) await body.cancel();
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (isParleyError(error) || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    if (files.written.length === 0) throw damaged('tar', error);
    const message = `The archive is damaged (${reasonOf(error)}); ${files.written.length} files before that place were read.`;
    files.problems.push(failure(undefined, archive, 'INPUT_UNREADABLE', message, 'Pack it again.'));
  }
  files.finish();
};

const contentOf = async (body: ReadableStream<Uint8Array>, size: number): Promise<Buffer | Readable> => {
  const content = Readable.fromWeb(body as never);
  return size <= MAX_BYTES_IN_MEMORY ? await buffer(content) : content;
};

/** Bytes at the beginning of a file that gzip packed. */
const GZIP = [0x1f, 0x8b];

const entriesOf = async (archive: string): Promise<ReadableStream<ParsedTarEntry>> => {
  const { size } = await stat(archive);
  let unpacked = 0;
  const bounded = new Transform({
    transform(chunk: Uint8Array, _, done) {
      unpacked += chunk.length;
      if (isBomb({ size, originalSize: unpacked })) done(tooLarge());
      else done(null, chunk);
    },
  });
  const source = createReadStream(archive);
  // Who reads the last stream sees the error of any.
  if (await isPacked(archive)) pipeline(source, createGunzip(), bounded, () => {});
  else pipeline(source, bounded, () => {});
  return (Readable.toWeb(bounded) as ReadableStream<Uint8Array>).pipeThrough(createTarDecoder({ strict: true }));
};

const isPacked = async (archive: string): Promise<boolean> => {
  await using handle = await open(archive);
  const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0);
  return GZIP.every((byte, at) => buffer[at] === byte);
};
