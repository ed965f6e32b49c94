/** The part of the library that is used. Names are bytes, since `decodeStrings` is off. */
declare module 'yauzl' {
  import type { EventEmitter } from 'node:events';
  import type { Readable } from 'node:stream';

  export interface Entry {
    fileName: Buffer;
    compressionMethod: number;
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
    readLocalFileHeader(
      entry: Entry,
      options: { minimal: true },
      callback: (error: Error | null, header: { fileDataStart: number }) => void,
    ): void;
  }

  export abstract class RandomAccessReader {
    read(
      buffer: Buffer,
      offset: number,
      length: number,
      position: number,
      done: (error: Error | null, bytesRead?: number) => void,
    ): void;
    _readStreamForRange(start: number, end: number): Readable;
  }

  export function fromRandomAccessReader(
    reader: RandomAccessReader,
    size: number,
    options: { lazyEntries: true; autoClose: false; decodeStrings: false },
    callback: (error: Error | null, zip: ZipFile) => void,
  ): void;
}
