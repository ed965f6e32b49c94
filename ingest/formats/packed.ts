import { constants, gunzipSync } from 'node:zlib';

const PACKED_NAME = /\.gz$/i;

/** The file's name without the `.gz` of a file that gzip packed; undefined for another name. */
export const unpackedName = (name: string): string | undefined =>
  PACKED_NAME.test(name) ? name.replace(PACKED_NAME, '') : undefined;

/** Bytes of a packed file that are unpacked to look at its start; they unpack to 8 MB at most. */
const START_BYTES = 8192;

/** Unpacks the start of a file that gzip packed; no bytes if it is damaged or was not packed by gzip. */
export const unpackedStart = (bytes: Uint8Array): Uint8Array => {
  try {
    return gunzipSync(bytes.subarray(0, START_BYTES), { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
};
