import type { KeyValueStore } from '../../stores/index.ts';

/** A message's place in time: ids grow with it (docs: reference#snowflakes). */
export type Snowflake = string;

const KIND = 'discord-seen';
const EPOCH = 1_420_070_400_000n;

/** The first id that could be given out at a moment (milliseconds). */
export const snowflakeAt = (ms: number): Snowflake => String((BigInt(Math.floor(ms)) - EPOCH) << 22n);
export const later = (a: Snowflake, b: Snowflake): Snowflake => (BigInt(a) > BigInt(b) ? a : b);

/** A server's id, or this for direct messages. */
export const DIRECT = 'dm';

/**
 * Up to where everything that was said in a server has been dealt with, kept so that the next process goes on from there.
 * A message that is still being looked at holds the mark back: what is lost with the process is read again.
 */
export const createReadMarks = (keyValues: KeyValueStore) => {
  const newest = new Map<string, Snowflake>();
  const open = new Map<string, Set<Snowflake>>();
  const kept = new Map<string, Snowflake>();

  const markOf = (place: string): Snowflake | undefined => {
    const waiting = [...(open.get(place) ?? [])].map(BigInt);
    if (waiting.length === 0) return newest.get(place);
    return String(waiting.reduce((a, b) => (a < b ? a : b)) - 1n);
  };

  return {
    /** A message was heard; the function returned marks it as dealt with: kept as a question or passed over. */
    heard(place: string, id: Snowflake): () => void {
      newest.set(place, later(id, newest.get(place) ?? '0'));
      const waiting = open.get(place) ?? new Set();
      open.set(place, waiting.add(id));
      return () => void waiting.delete(id);
    },
    /** The mark that an earlier process left; undefined for a server that none has served. */
    last: (place: string): Promise<Snowflake | undefined> => keyValues.get<Snowflake>(KIND, place),
    /** Serving a place from here on. */
    from(place: string, id: Snowflake): void {
      newest.set(place, later(id, newest.get(place) ?? '0'));
    },
    /** Writes the marks that moved. */
    async keep(): Promise<void> {
      for (const place of newest.keys()) {
        const mark = markOf(place);
        if (mark === undefined || kept.get(place) === mark) continue;
        await keyValues.put(KIND, place, mark);
        kept.set(place, mark);
      }
    },
  };
};
export type ReadMarks = ReturnType<typeof createReadMarks>;
