import { type Entry, open, type ZipFile } from 'yauzl';
import { damaged, locked } from '../../formats/errors.ts';
import type { UnpackedFiles } from './unpacked-files.ts';

/**
 * Unpacks a zip, entry by entry from the disk. Its directory is read first, so an archive that unpacks to too much is refused
 * before anything is written.
 *
 * @throws INPUT_TOO_LARGE, INPUT_UNREADABLE
 */
export const unzip = async (archive: string, files: UnpackedFiles, signal?: AbortSignal): Promise<void> => {
  let [entries, encrypted] = [0, 0];
  for await (const [, entry] of entriesOf(archive)) {
    files.count({ size: entry.uncompressedSize, packedSize: entry.compressedSize });
    if (entry.isEncrypted()) encrypted++;
    else entries++;
  }
  if (entries === 0 && encrypted > 0) throw locked('zip');
  for await (const [zip, entry] of entriesOf(archive)) {
    signal?.throwIfAborted();
    const name = nameOf(entry);
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

const contentOf = (zip: ZipFile, entry: Entry): ReturnType<UnpackedContent> =>
  new Promise((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  );
type UnpackedContent = Parameters<UnpackedFiles['write']>[1];

/** The flag of a name in UTF-8, which many programs write without it. */
const IS_UTF8 = 0x800;
const strict = new TextDecoder('utf-8', { fatal: true });

const nameOf = ({ fileName, generalPurposeBitFlag }: Entry): string => {
  if ((generalPurposeBitFlag & IS_UTF8) !== 0) return fileName.toString('utf8');
  try {
    return strict.decode(fileName);
  } catch {
    return fileName.toString('latin1');
  }
};

/** True for a symbolic link that a program of Unix packed. */
const isLink = ({ versionMadeBy, externalFileAttributes }: Entry): boolean =>
  versionMadeBy >> 8 === 3 && ((externalFileAttributes >>> 16) & 0xf000) === 0xa000;
