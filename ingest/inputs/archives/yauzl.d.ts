/** The part of the library that is used. Names are bytes, since `decodeStrings` is off. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: Buffer;
    compressedSize: number;
    uncompressedSize: number;
    generalPurposeBitFlag: number;
    versionMadeBy: number;
    externalFileAttributes: number;
    crc32: number;
    extraFields: readonly { id: number; data: Buffer }[];
    isEncrypted(): boolean;
  }

  export interface ZipFile extends EventEmitter<{ entry: [Entry]; end: []; error: [Error] }> {
    readEntry(): void;
    openReadStream(entry: Entry, callback: (error: Error | null, stream: Readable) => void): void;
    close(): void;
  }

  export function open(
    path: string,
    options: { lazyEntries: true; autoClose: false; decodeStrings: false },
    callback: (error: Error | null, zip: ZipFile) => void,
  ): void;
}
