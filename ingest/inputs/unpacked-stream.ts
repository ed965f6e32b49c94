import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Streams the bytes of a file in pieces of a quarter of a megabyte, unpacked if its name ends in `.gz`. */
export const unpackedStream = (file: string): Readable => {
  const raw = createReadStream(file, { highWaterMark: 1 << 18 });
  if (!/\.gz$/i.test(file)) return raw;
  const unpacked = raw.pipe(createGunzip());
  raw.on('error', (error) => unpacked.destroy(error));
  return unpacked;
};
