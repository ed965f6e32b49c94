import { createHash } from 'node:crypto';

/** A file in a commit. */
export interface TreeFile {
  path: string;
  /** git's own name of its content. */
  blob: string;
  bytes: number;
}

/** Reads `git ls-tree -r -z -l`: plain files only. Links and submodules are left out, as they lead elsewhere. */
export const readTree = (listing: Buffer): TreeFile[] =>
  listing
    .toString()
    .split('\0')
    .flatMap((line) => {
      const entry = line.match(/^100\d{3} blob ([0-9a-f]{40,64}) +(\d+)\t(.+)$/s);
      return entry ? [{ blob: entry[1]!, bytes: Number(entry[2]), path: entry[3]! }] : [];
    });

/** The name that git gives to a content. */
export const blobName = (bytes: Uint8Array): string =>
  createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
