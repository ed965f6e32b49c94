import { BLOCK_SIZE } from './posting.ts';

/** A block of the passage index or of vectors: `BLOCK_SIZE` places for passages with the same scope set. */
export interface Block {
  block: number;
  scope_set: number;
  passages: number;
  words: number;
  /** Bitmap of the used places. */
  taken: Uint8Array;
}

/** Reads the stored blocks. */
export interface BlockSource {
  block(block: number): Block;
  /** Blocks of this scope set with a free place, by number. */
  withRoom(set: number): readonly Block[];
  /** The highest block number; -1 if there are no blocks. */
  last(): number;
}

/** Allocates and releases places in blocks during one change. The caller saves the blocks of `touched`. */
export const blockAllocator = (source: BlockSource) => {
  const touched = new Map<number, Block>();
  const open = new Map<number, Block>();
  const changedInside = new Set<number>();

  const blockOf = (number: number): Block => {
    const block = Math.floor(number / BLOCK_SIZE);
    const row = touched.get(block) ?? source.block(block);
    touched.set(block, row);
    return row;
  };

  const withRoom = (set: number): Block => {
    const known = open.get(set);
    if (known && known.passages < BLOCK_SIZE) return known;
    const row =
      [...touched.values()].find((each) => each.scope_set === set && each.passages < BLOCK_SIZE) ??
      source.withRoom(set).find(({ block }) => !touched.has(block)) ??
      newBlock(set);
    touched.set(row.block, row);
    open.set(set, row);
    return row;
  };

  const newBlock = (set: number): Block => {
    const block = Math.max(source.last(), ...touched.keys()) + 1;
    return { block, scope_set: set, passages: 0, words: 0, taken: new Uint8Array(BLOCK_SIZE / 8) };
  };

  return {
    allocate(set: number, words: number): number {
      const row = withRoom(set);
      let byte = 0;
      while (row.taken[byte] === 255) byte++;
      let bit = 0;
      while ((row.taken[byte]! >> bit) & 1) bit++;
      // The first free place is a gap if places after it are used.
      if (byte * 8 + bit < row.passages) changedInside.add(row.block);
      row.taken[byte]! |= 1 << bit;
      row.passages++;
      row.words += words;
      return row.block * BLOCK_SIZE + byte * 8 + bit;
    },
    release(number: number, words: number): void {
      const row = blockOf(number);
      const place = number % BLOCK_SIZE;
      changedInside.add(row.block);
      row.taken[place >> 3]! &= ~(1 << (place & 7));
      row.passages--;
      row.words -= words;
    },
    touched: (): Iterable<Block> => touched.values(),
    /** Whether this change only allocated places after the block's last used place. */
    isAppendOnly: (block: number): boolean => !changedInside.has(block),
  };
};
