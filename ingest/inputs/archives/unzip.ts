import { type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { locked } from '../../formats/errors.ts';
import { entryNames } from './entry-names.ts';
import { type OpenZip, openZip } from './open-zip.ts';
import { MAX_BYTES_IN_MEMORY, type UnpackedFiles } from './unpacked-files.ts';

/**
 * Unpacks a zip, entry by entry from the disk. Its directory is read first, so an archive that unpacks to too much is refused
 * before anything is written.
 *
 * @throws INPUT_TOO_LARGE, INPUT_UNREADABLE
 */
export const unzip = async (archive: string, files: UnpackedFiles, signal?: AbortSignal): Promise<void> => {
  let encrypted = 0;
  const zip = await openZip(archive, (entry) => {
    files.count({ size: entry.uncompressedSize, packedSize: entry.compressedSize });
    if (entry.isEncrypted()) encrypted++;
  });
  try {
    const { entries } = zip;
    if (encrypted > 0 && encrypted === entries.length) throw locked('zip');
    const names = entryNames(entries);
    for (const [at, entry] of entries.entries()) {
      signal?.throwIfAborted();
      const name = names[at] ?? '';
      if (name.endsWith('/') || name.startsWith('__MACOSX/')) continue;
      if (isLink(entry)) files.skip(name, 'a link in an archive');
      else if (entry.isEncrypted()) files.skip(name, 'a file in an archive that is protected by a password');
      else {
        const file = files.fileFor(name, entry.uncompressedSize);
        if (file !== undefined) await files.write(file, () => contentOf(zip, entry), signal);
      }
    }
  } finally {
    await zip.close();
  }
  files.finish();
};

/** The content of an entry. It fails where its bytes are not those that were packed, which unpacking alone does not show. */
const contentOf = async (zip: OpenZip, entry: Entry): Promise<Buffer | Readable> => {
  if (entry.uncompressedSize <= MAX_BYTES_IN_MEMORY && entry.compressedSize <= MAX_BYTES_IN_MEMORY) {
    const bytes = await zip.bytesOf(entry);
    if (crc32(bytes) !== entry.crc32) throw otherBytes();
    return bytes;
  }
  const stream = await zip.streamOf(entry);
  const checked = checkedBy(entry.crc32);
  stream.on('error', (failed) => checked.destroy(failed));
  checked.on('close', () => stream.destroy());
  return stream.pipe(checked);
};

const otherBytes = (): Error => new Error('its bytes are not those that were packed');

const checkedBy = (expected: number): Transform => {
  let sum = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush(done) {
      done(sum === expected ? null : otherBytes());
    },
  });
};

/** True for a symbolic link that a program of Unix packed. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;
