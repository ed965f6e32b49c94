import { BLOCK_SIZE } from './posting.ts';

/** A block of the passage index: 4,096 places for passages of one scope set. */
export interface Block {
  block: number;
  scope_set: number;
  passages: number;
  words: number;
  /** A bit a place. */
  taken: Uint8Array;
}

/** Where the blocks that a change may touch are read from. */
export interface BlockSource {
  block(block: number): Block;
  /** Blocks of this scope set that have a free place, by number. */
  withRoom(set: number): readonly Block[];
  /** The highest number of any block; -1 when there is none. */
  last(): number;
}

/** Gives out and takes back the places of blocks during one change; `touched` is what it did, to be saved. */
export const blockBook = (source: BlockSource) => {
  const touched = new Map<number, Block>();
  const open = new Map<number, Block>();
  const filledUp = new Set<number>();

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
    allot(set: number, words: number): number {
      const row = withRoom(set);
      let byte = 0;
      while (row.taken[byte] === 255) byte++;
      let bit = 0;
      while ((row.taken[byte]! >> bit) & 1) bit++;
      // Places are given out from the first that is free: with any taken behind it, it is a gap.
      if (byte * 8 + bit < row.passages) filledUp.add(row.block);
      row.taken[byte]! |= 1 << bit;
      row.passages++;
      row.words += words;
      return row.block * BLOCK_SIZE + byte * 8 + bit;
    },
    release(number: number, words: number): void {
      const row = blockOf(number);
      const place = number % BLOCK_SIZE;
      filledUp.add(row.block);
      row.taken[place >> 3]! &= ~(1 << (place & 7));
      row.passages--;
      row.words -= words;
    },
    touched: (): Iterable<Block> => touched.values(),
    /** True when this change gave out nothing in the block but places behind all that were taken. */
    onlyAppended: (block: number): boolean => !filledUp.has(block),
  };
};
