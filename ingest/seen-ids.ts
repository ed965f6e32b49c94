import { hash } from 'node:crypto';

/** Remembers where a run first found each id. */
export interface SeenIds {
  /** Returns the input with which the id was added before. If there is none, adds the id with `input` and returns undefined. */
  add(id: string, input: string): string | undefined;
  /** Number of different ids. */
  readonly size: number;
}

/** Share of the slots that may be taken before the table doubles. Below 1, so that a search always ends at a free slot. */
const MAX_LOAD = 0.75;
/** 32-bit words of a slot: two for the id's hash, one for the number of its file from 1 (0 for a free slot), one for its line. */
const SLOT_WORDS = 4;
const LINE = /:([1-9]\d{0,8})$/;

/**
 * Stores 64 bits of each id's hash, with file and line, in one typed array: about 25 bytes an id. The ids of a JSONL file with a
 * million lines would otherwise be a million strings in memory until the end of the run. Among a million ids, two share their
 * 64 bits once in 30 million runs.
 */
export const createSeenIds = (): SeenIds => {
  const files: string[] = [];
  const fileNumbers = new Map<string, number>();
  let slots = new Uint32Array(1024 * SLOT_WORDS);
  let size = 0;

  const numberOf = (file: string): number => {
    const known = fileNumbers.get(file);
    if (known !== undefined) return known;
    fileNumbers.set(file, files.push(file));
    return files.length;
  };

  /** Index in `slots` of the slot with this hash, or of the free slot for it (linear probing). */
  const findSlot = (high: number, low: number): number => {
    const mask = slots.length / SLOT_WORDS - 1;
    for (let slot = low & mask; ; slot = (slot + 1) & mask) {
      const at = slot * SLOT_WORDS;
      if (slots[at + 2] === 0 || (slots[at] === high && slots[at + 1] === low)) return at;
    }
  };

  const grow = (): void => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += SLOT_WORDS)
      if (before[at + 2] !== 0) slots.set(before.subarray(at, at + SLOT_WORDS), findSlot(before[at]!, before[at + 1]!));
  };

  return {
    add(id, input) {
      const digest = hash('sha1', id, 'buffer');
      const [high, low] = [digest.readUInt32LE(0), digest.readUInt32LE(4)];
      let at = findSlot(high, low);
      if (slots[at + 2] !== 0) {
        const file = files[slots[at + 2]! - 1]!;
        const line = slots[at + 3]!;
        return line === 0 ? file : `${file}:${line}`;
      }
      if (size + 1 > MAX_LOAD * (slots.length / SLOT_WORDS)) {
        grow();
        at = findSlot(high, low);
      }
      const line = LINE.exec(input)?.[1];
      // An input without a line is rarely found twice, so its number is not looked up.
      const file = line === undefined ? files.push(input) : numberOf(input.slice(0, -line.length - 1));
      slots.set([high, low, file, Number(line ?? 0)], at);
      size += 1;
      return undefined;
    },
    get size() {
      return size;
    },
  };
};
