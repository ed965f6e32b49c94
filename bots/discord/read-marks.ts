import type { KeyValueStore } from '../../stores/index.ts';

/** A Discord id, which increases with the time of its creation (docs: reference#snowflakes). */
export type Snowflake = string;

const KIND = 'discord-seen';
const EPOCH = 1_420_070_400_000n;

/** The smallest id that can be created at a time. @param ms epoch milliseconds */
export const snowflakeAt = (ms: number): Snowflake => String((BigInt(Math.floor(ms)) - EPOCH) << 22n);
/** The later of two ids. */
export const later = (a: Snowflake, b: Snowflake): Snowflake => (BigInt(a) > BigInt(b) ? a : b);

/** Stands for direct messages where otherwise a server's id is given. */
export const DIRECT = 'dm';

/**
 * Stores, for each server, the id up to which all messages have been handled, so that the next process continues from there.
 * A message that is still being handled holds the mark back, so it is read again if the process dies. Marks are ids that
 * Discord made: this machine's clock may be ahead of Discord's, and a mark in the future would hide what is said until then.
 */
export const createReadMarks = (keyValues: KeyValueStore) => {
  const newest = new Map<string, Snowflake>();
  const open = new Map<string, Set<Snowflake>>();
  const kept = new Map<string, Snowflake>();
  const held = new Map<string, number>();

  const markOf = (place: string): Snowflake | undefined => {
    const waiting = [...(open.get(place) ?? [])].map(BigInt);
    if (waiting.length === 0) return newest.get(place);
    return String(waiting.reduce((a, b) => (a < b ? a : b)) - 1n);
  };

  return {
    /** Notes a received message. @returns a function to call once the message is stored as a question or ignored */
    received(place: string, id: Snowflake): () => void {
      newest.set(place, later(id, newest.get(place) ?? '0'));
      const waiting = open.get(place) ?? new Set();
      open.set(place, waiting.add(id));
      return () => void waiting.delete(id);
    },
    /** The mark of an earlier process; undefined for a new server. */
    last: (place: string): Promise<Snowflake | undefined> => keyValues.get<Snowflake>(KIND, place),
    /** Sets the first mark of a place: older messages count as handled. */
    from(place: string, id: Snowflake): void {
      newest.set(place, later(id, newest.get(place) ?? '0'));
    },
    /**
     * Leaves the stored mark of a place as it is, whatever is received meanwhile: the messages after it are still to be read.
     * @returns ends that
     */
    hold(place: string): () => void {
      held.set(place, (held.get(place) ?? 0) + 1);
      return () => void held.set(place, (held.get(place) ?? 1) - 1);
    },
    /** Stores the marks that have changed. */
    async keep(): Promise<void> {
      for (const place of newest.keys()) {
        const mark = markOf(place);
        if (mark === undefined || kept.get(place) === mark || (held.get(place) ?? 0) > 0) continue;
        await keyValues.put(KIND, place, mark);
        kept.set(place, mark);
      }
    },
  };
};
export type ReadMarks = ReturnType<typeof createReadMarks>;
