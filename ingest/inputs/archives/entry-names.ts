import { crc32 } from 'node:zlib';
import type { Entry } from 'yauzl';
import { decodeNames } from '../../extract/decode.ts';

/** The flag of a name in UTF-8, which many programs write without it. */
const IS_UTF8 = 0x800;
/** The field beside a name that repeats it in UTF-8 (Info-ZIP). Before the name it has its version and a checksum, five bytes. */
const UNICODE_PATH = 0x7075;
const BEFORE_NAME = 5;
/** The number of DOS and of Windows among the systems that write a zip. */
const DOS_SYSTEMS: readonly number[] = [0, 10, 11];
const strict = new TextDecoder('utf-8', { fatal: true });

/**
 * The names of a zip's entries: as UTF-8 where they say so or are valid in it, else in the encoding that the letters of all of them
 * together tell, since programs write names in that of their own system without saying which.
 */
export const entryNames = (entries: readonly Entry[]): string[] => {
  const known = entries.map(knownName);
  const open = entries.filter((_, at) => known[at] === undefined);
  const isDos = open.every(({ versionMadeBy }) => DOS_SYSTEMS.includes(versionMadeBy >> 8));
  const decoded = decodeNames(
    open.map(({ fileName }) => fileName),
    isDos,
  )[Symbol.iterator]();
  return known.map((name) => name ?? decoded.next().value ?? '');
};

const knownName = ({ fileName, generalPurposeBitFlag, extraFields }: Entry): string | undefined => {
  for (const { id, data } of extraFields)
    if (id === UNICODE_PATH && data.length > BEFORE_NAME && data[0] === 1 && data.readUInt32LE(1) === crc32(fileName))
      return data.toString('utf8', BEFORE_NAME);
  if ((generalPurposeBitFlag & IS_UTF8) !== 0) return fileName.toString('utf8');
  try {
    return strict.decode(fileName);
  } catch {
    return undefined;
  }
};
