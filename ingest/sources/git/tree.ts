import { createHash } from 'node:crypto';

/** A file in a commit. */
export interface TreeFile {
  path: string;
  /** git's own name of its content. */
  blob: string;
  /** Not a number where the listing has no sizes. */
  bytes: number;
}

/** Reads `git ls-tree -r -z`, with `-l` or without: plain files only. Links and submodules are left out, as they lead elsewhere. */
export const readTree = (listing: Buffer): TreeFile[] =>
  listing
    .toString()
    .split('\0')
    .flatMap((line) => {
      const [, blob, bytes, file] = line.match(/^100\d{3} blob ([0-9a-f]{40,64})(?: +(\d+))?\t(.+)$/s) ?? [];
      return blob && file ? [{ blob, bytes: Number(bytes), path: file }] : [];
    });

/** The name that git gives to a content: by SHA-1 with 40 digits, by SHA-256 with 64. */
export const blobName = (bytes: Uint8Array, digits: number): string =>
  createHash(digits === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
