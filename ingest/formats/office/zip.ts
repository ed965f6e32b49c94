import { type UnzipFileInfo, unzipSync, zipSync } from 'fflate';
import { ParleyError } from '../../../core/errors.ts';
import { damaged, isOle, locked } from '../errors.ts';

/** Maximum unpacked bytes and files of an archive. Real office files have far fewer. */
const MAX_BYTES = 300_000_000;
const MAX_FILES = 20_000;
/** Maximum compression ratio. Deflate compresses text about 10:1; files with a far higher ratio are zip bombs. */
export const MAX_RATIO = 400;

/** True for a file that would unpack to far more than text does. */
export const isBomb = ({ originalSize, size }: Pick<UnzipFileInfo, 'originalSize' | 'size'>): boolean =>
  originalSize > 1_000_000 && originalSize > size * MAX_RATIO;

/** What Office keeps a file with a password in: a container of 97 to 2003 that names it so. */
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le');
const isEncryptedPackage = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(ENCRYPTED);

/**
 * Unpacks the selected files of a zip. Checks the declared sizes before unpacking, and unpacks no file beyond its declared size,
 * so a zip bomb is refused without cost.
 *
 * @throws INPUT_TOO_LARGE for a bomb, INPUT_UNREADABLE for a damaged or protected file.
 */
export const unzipBounded = (
  bytes: Uint8Array,
  format: string,
  wanted: (name: string) => boolean,
): Map<string, Uint8Array> => {
  if (isOle(bytes))
    throw isEncryptedPackage(bytes) ? locked(format) : damaged(format, new Error('it is a file of Office 97 to 2003'));
  let total = 0;
  let files = 0;
  const check = (file: UnzipFileInfo): boolean => {
    // Sizes that no part of the file can have are read from a broken directory.
    if (file.size > bytes.length) throw damaged(format, new Error('invalid zip data'));
    total += file.originalSize;
    files++;
    if (total > MAX_BYTES || files > MAX_FILES || isBomb(file)) throw tooLarge(format);
    return wanted(file.name) && !file.name.endsWith('/');
  };
  try {
    return new Map(Object.entries(unzipSync(bytes, { filter: check })));
  } catch (cause) {
    throw damaged(format, cause);
  }
};

/**
 * Checks an archive as `unzipBounded` does, and packs it again without compression. For libraries that unpack by themselves and
 * trust the directory.
 */
export const safeZip = (bytes: Uint8Array, format: string): Uint8Array =>
  zipSync(Object.fromEntries(unzipBounded(bytes, format, () => true)), { level: 0 });

const tooLarge = (format: string) =>
  new ParleyError('INPUT_TOO_LARGE', {
    message: `The ${format} file unpacks to more than it may (${MAX_BYTES / 1e6} MB, or ${MAX_RATIO} times its size).`,
    remedy: 'If it is meant to be that large, split it.',
  });
