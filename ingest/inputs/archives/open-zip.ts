import { close, createReadStream, fstat, open, read } from 'node:fs';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { inflateRawSync } from 'node:zlib';
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl';
import { damaged } from '../../formats/errors.ts';

/** The library decodes names by a standard that many programs do not keep to, and refuses an archive for one bad name. */
const AS_BYTES = { lazyEntries: true, autoClose: false, decodeStrings: false } as const;
/**
 * Bytes that are read from the disk at once. Entries stand one behind the other, so the block that was read for one holds the
 * next ones too: without it a small entry costs half a dozen reads, each of which waits for its turn.
 */
const BLOCK_BYTES = 1 << 17;

/** A zip on the disk, with its directory. */
export interface OpenZip {
  entries: Entry[];
  /** The unpacked bytes of an entry, as a stream. */
  streamOf(entry: Entry): Promise<Readable>;
  /** The unpacked bytes of an entry that is small enough for the memory. */
  bytesOf(entry: Entry): Promise<Buffer>;
  close(): Promise<void>;
}

/**
 * Opens a zip and reads its directory.
 *
 * @param accept is called with each entry before the next one is read; what it throws ends the reading
 * @throws INPUT_UNREADABLE
 */
export const openZip = async (archive: string, accept: (entry: Entry) => void): Promise<OpenZip> => {
  const file = await promisify(open)(archive, 'r');
  const closeFile = () => promisify(close)(file);
  try {
    const reader = new BlockReader(file);
    const { size } = await promisify(fstat)(file);
    const zip = await new Promise<ZipFile>((resolve, reject) =>
      fromRandomAccessReader(reader, size, AS_BYTES, (error, opened) =>
        error ? reject(damaged('zip', error)) : resolve(opened),
      ),
    );
    const entries: Entry[] = [];
    for await (const entry of directoryOf(zip)) {
      accept(entry);
      entries.push(entry);
    }
    return {
      entries,
      streamOf: promisify(zip.openReadStream.bind(zip)),
      bytesOf: (entry) => bytesOf(zip, reader, entry),
      close: closeFile,
    };
  } catch (error) {
    await closeFile();
    throw error;
  }
};

async function* directoryOf(zip: ZipFile): AsyncGenerator<Entry> {
  let next: PromiseWithResolvers<Entry | undefined>;
  zip.on('entry', (entry) => next.resolve(entry));
  zip.on('end', () => next.resolve(undefined));
  zip.on('error', (error) => next.reject(damaged('zip', error)));
  for (;;) {
    next = Promise.withResolvers();
    zip.readEntry();
    const entry = await next.promise;
    if (entry === undefined) return;
    yield entry;
  }
}

/** The ways of packing that the library unpacks too. */
const STORED = 0;
const DEFLATED = 8;

const bytesOf = async (zip: ZipFile, reader: BlockReader, entry: Entry): Promise<Buffer> => {
  const { compressionMethod, compressedSize, uncompressedSize } = entry;
  if (compressionMethod !== STORED && compressionMethod !== DEFLATED)
    throw new Error(`unsupported compression method: ${compressionMethod}`);
  const { fileDataStart } = await promisify(zip.readLocalFileHeader.bind(zip))(entry, { minimal: true });
  const packed = Buffer.alloc(compressedSize);
  await reader.fill(packed, fileDataStart);
  if (compressionMethod === STORED) return packed;
  // One byte more than the archive says: an entry that has more bytes is an error, and not cut.
  const bytes = inflateRawSync(packed, { maxOutputLength: uncompressedSize + 1 });
  if (bytes.length !== uncompressedSize) throw new Error('it unpacks to another size than the archive says');
  return bytes;
};

/** Reads a file through the block that was read of it last. */
class BlockReader extends RandomAccessReader {
  readonly #file: number;
  readonly #read = promisify(read);
  #block: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: number) {
    super();
    this.#file = file;
  }

  /** Fills a buffer with the bytes of the file from a place on. @returns how many there are */
  async fill(into: Buffer, from: number): Promise<number> {
    if (into.length > BLOCK_BYTES) return (await this.#read(this.#file, into, 0, into.length, from)).bytesRead;
    if (from < this.#start || from + into.length > this.#start + this.#block.length) {
      const block = Buffer.allocUnsafe(BLOCK_BYTES);
      const { bytesRead } = await this.#read(this.#file, block, 0, BLOCK_BYTES, from);
      this.#block = block.subarray(0, bytesRead);
      this.#start = from;
    }
    return this.#block.copy(into, 0, from - this.#start, from - this.#start + into.length);
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    this.fill(buffer.subarray(offset, offset + length), position).then((bytesRead) => done(null, bytesRead), done);
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return createReadStream('', { fd: this.#file, autoClose: false, start, end: end - 1 });
  }
}
