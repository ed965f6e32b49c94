import { BLOCK_SIZE } from '../posting.ts';
import module from './code-distances.wasm.ts';
import { codeOf } from './vector-codes.ts';

/** A block of codes that a search may see. */
export interface VisibleBlock {
  block: number;
  /** Which of its places hold one. */
  taken: Uint8Array;
  /** Changes with every change of its codes. */
  version: number;
}

/** Codes of one width, as far as searches have read them. */
export interface CodeMemory {
  /**
   * Keys of about the `wanted` nearest vectors, in no order; all of them when there are no more. Two steps: the codes that
   * differ from the query's in the fewest bits, `NEAR` times as many as wanted; of those the best by the product of the
   * query's own numbers with the codes' signs. Of a million vectors near MiniLM's the 1,000 found so hold 98.8 % of the true
   * nearest 20 and 95.4 % of the nearest 100 (by bits alone, 2,000 held 96.2 and 91.6 %).
   * Linear, at about 8 ns a vector of 384 dimensions once its block is in memory.
   */
  nearest(query: Float32Array, blocks: readonly VisibleBlock[], wanted: number): number[];
}

/** Codes that the second step looks at for each one wanted. */
const NEAR = 8;
/** Codes kept in memory at most, in bytes: 11 million of 384 dimensions. What is beyond is read for each search. */
const MAX_BYTES = 512 * 2 ** 20;
const PAGE = 2 ** 16;

/**
 * Opens a memory for codes. Blocks are read when a search first sees them and again after their version has changed, so
 * that what another process wrote is seen too; distances are counted by SIMD instructions (code-distances.wat).
 *
 * @param words 32-bit words of a code
 * @param read a block's codes, one after the other, as far as places were ever taken
 */
export const openCodeMemory = (
  words: number,
  read: (block: number) => Uint8Array,
  maxBytes = MAX_BYTES,
): CodeMemory => {
  const width = Math.ceil(words / 4) * 16;
  const blockBytes = BLOCK_SIZE * width;
  // First the query, then a block's distances, then slots of a block each; slot 0 is for blocks that find no other.
  const distancesAt = width;
  const slotsAt = distancesAt + BLOCK_SIZE * 2;
  const slots = new Map<number, { slot: number; version: number; places: number }>();
  const maxSlots = Math.max(1, Math.floor(maxBytes / blockBytes));
  const memory = new WebAssembly.Memory({ initial: Math.ceil((slotsAt + blockBytes) / PAGE) });
  const { distances } = new WebAssembly.Instance(compiled(), { codes: { memory } }).exports as {
    distances(query: number, codes: number, quads: number, count: number, out: number): void;
  };
  const addressOf = (slot: number) => slotsAt + slot * blockBytes;

  /** Copies a block's codes to their slot, each to a multiple of 16 bytes. @returns how many */
  const load = (block: number, slot: number): number => {
    const missing = addressOf(slot + 1) - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
    const codes = read(block);
    const places = Math.min(BLOCK_SIZE, Math.floor(codes.length / (words * 4)));
    const target = new Uint8Array(memory.buffer, addressOf(slot), blockBytes);
    if (width === words * 4) target.set(codes.subarray(0, places * width));
    else for (let i = 0; i < places; i += 1) target.set(codes.subarray(i * words * 4, (i + 1) * words * 4), i * width);
    return places;
  };

  const inMemory = ({ block, version }: VisibleBlock): { slot: number; places: number } => {
    const known = slots.get(block);
    if (known?.version === version) return known;
    const slot = known?.slot ?? (slots.size < maxSlots ? slots.size + 1 : 0);
    const held = { slot, version, places: load(block, slot) };
    if (slot > 0) slots.set(block, held);
    return held;
  };

  /** Places of each block whose codes differ from this one in the fewest bits; `wanted` and those that tie with the last. */
  const fewestBits = (code: Uint32Array, blocks: readonly VisibleBlock[], wanted: number): Places[] => {
    new Uint8Array(memory.buffer, 0, width).fill(0);
    new Uint32Array(memory.buffer, 0, words).set(code);
    const most = words * 32;
    const histogram = new Uint32Array(most + 1);
    const measured = blocks.map((visible) => {
      const { slot, places } = inMemory(visible);
      distances(0, addressOf(slot), width / 16, places, distancesAt);
      const bits = new Uint16Array(memory.buffer, distancesAt, places).slice();
      const { taken } = visible;
      for (let place = 0; place < places; place += 1) {
        if ((taken[place >> 3]! >> (place & 7)) & 1) histogram[bits[place]!]! += 1;
        else bits[place] = most + 1;
      }
      return { visible, bits };
    });
    let border = 0;
    for (let seen = histogram[0]!; seen < wanted && border < most; seen += histogram[border]!) border += 1;
    return measured.map(({ visible, bits }) => {
      const places: number[] = [];
      for (let place = 0; place < bits.length; place += 1) if (bits[place]! <= border) places.push(place);
      return { visible, places };
    });
  };

  /** The product of the query with the signs of each of these places' codes, by tables of what each byte adds. */
  const products = (query: Float32Array, blocks: readonly Places[]): Float32Array => {
    const tables = productsByByte(query, words * 4);
    const found = new Float32Array(blocks.reduce((sum, { places }) => sum + places.length, 0));
    let i = 0;
    for (const { visible, places } of blocks) {
      if (places.length === 0) continue;
      const base = addressOf(inMemory(visible).slot);
      const bytes = new Uint8Array(memory.buffer);
      for (const place of places) {
        let product = 0;
        for (let byte = 0, at = base + place * width; byte < words * 4; byte += 1, at += 1)
          product += tables[byte * 256 + bytes[at]!]!;
        found[i++] = product;
      }
    }
    return found;
  };

  return {
    nearest(query, blocks, wanted) {
      const near = fewestBits(codeOf(query), blocks, NEAR * wanted);
      const keys = near.flatMap(({ visible: { block }, places }) => places.map((place) => block * BLOCK_SIZE + place));
      if (keys.length <= wanted) return keys;
      const scores = products(query, near);
      const border = scores.toSorted()[scores.length - wanted]!;
      return keys.filter((_, i) => scores[i]! >= border);
    },
  };
};

interface Places {
  visible: VisibleBlock;
  places: number[];
}

/** For each byte of a code and each of its values: Σ ± the query's eight numbers there, by the signs that the value holds. */
const productsByByte = (query: Float32Array, bytes: number): Float32Array => {
  const tables = new Float32Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte += 1)
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        const number = query[byte * 8 + bit] ?? 0;
        sum += (value >> bit) & 1 ? number : -number;
      }
      tables[byte * 256 + value] = sum;
    }
  return tables;
};

let program: WebAssembly.Module | undefined;
const compiled = () => {
  program ??= new WebAssembly.Module(Buffer.from(module, 'base64'));
  return program;
};
