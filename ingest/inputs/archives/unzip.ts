import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import { type Entry, open, type ZipFile } from 'yauzl';
import { damaged, locked } from '../../formats/errors.ts';
import { entryNames } from './entry-names.ts';
import type { UnpackedFiles } from './unpacked-files.ts';

/**
 * Unpacks a zip, entry by entry from the disk. Its directory is read first, so an archive that unpacks to too much is refused
 * before anything is written.
 *
 * @throws INPUT_TOO_LARGE, INPUT_UNREADABLE
 */
export const unzip = async (archive: string, files: UnpackedFiles, signal?: AbortSignal): Promise<void> => {
  const directory: Entry[] = [];
  let encrypted = 0;
  for await (const [, entry] of entriesOf(archive)) {
    files.count({ size: entry.uncompressedSize, packedSize: entry.compressedSize });
    if (entry.isEncrypted()) encrypted++;
    directory.push(entry);
  }
  if (encrypted > 0 && encrypted === directory.length) throw locked('zip');
  const names = entryNames(directory);
  let at = 0;
  for await (const [zip, entry] of entriesOf(archive)) {
    signal?.throwIfAborted();
    const name = names[at++] ?? '';
    if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
    if (isLink(entry)) files.skip(name, 'a link in an archive');
    else if (entry.isEncrypted()) files.skip(name, 'a file in an archive that is protected by a password');
    else {
      const file = files.fileFor(name, entry.uncompressedSize);
      if (file !== undefined) await files.write(file, () => contentOf(zip, entry), signal);
    }
  }
  files.finish();
};

/** The library decodes names by a standard that many programs do not keep to, and refuses an archive for one bad name. */
const AS_BYTES = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;

async function* entriesOf(archive: string): AsyncGenerator<[ZipFile, Entry]> {
  const zip = await new Promise<ZipFile>((resolve, reject) =>
    open(archive, AS_BYTES, (error, opened) => (error ? reject(readError(error)) : resolve(opened))),
  );
  let next: PromiseWithResolvers<Entry | undefined>;
  zip.on('entry', (entry) => next.resolve(entry));
  zip.on('end', () => next.resolve(undefined));
  zip.on('error', (error) => next.reject(damaged('zip', error)));
  try {
    for (;;) {
      next = Promise.withResolvers();
      zip.readEntry();
      const entry = await next.promise;
      if (entry === undefined) return;
      yield [zip, entry];
    }
  } finally {
    zip.close();
  }
}

/** A file that is not there is no damaged zip. */
const readError = (error: NodeJS.ErrnoException): Error => (error.code === 'ENOENT' ? error : damaged('zip', error));

/** The bytes of an entry. They fail at their end where they are not those that were packed, which unpacking alone does not show. */
const contentOf = (zip: ZipFile, entry: Entry): Promise<Readable> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => {
      if (error) {
        reject(error);
        return;
      }
      const checked = checkedBy(entry.crc32);
      stream.on('error', (failed) => checked.destroy(failed));
      checked.on('close', () => stream.destroy());
      resolve(stream.pipe(checked));
    }),
  );

const checkedBy = (expected: number): Transform => {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === expected ? null : new Error('its bytes are not those that were packed'));
    },
  });
};

/** True for a symbolic link that a program of Unix packed. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;
