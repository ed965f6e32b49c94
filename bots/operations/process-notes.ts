import { distanceMs } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';

/** What each process notes of one matter for `parley status`: a record a process, which it rewrites as long as it is so. */
export interface ProcessNotes<Row> {
  /** Notes it, or takes the note back without a row. A note is no reason to fail: a failure is logged. */
  note(key: string, row: Row | undefined): Promise<void>;
}

/** @param kind of the records */
export const createProcessNotes = <Row extends object>(
  keyValues: KeyValueStore,
  log: Log,
  kind: string,
): ProcessNotes<Row> => ({
  note: async (key, row) => {
    const done = row === undefined ? keyValues.delete(kind, key) : keyValues.put(kind, key, row);
    await done.catch((err: unknown) => log.debug({ err }, 'not noted'));
  },
});

/**
 * The notes of all processes. Also deletes those of dead ones.
 * @param goneMs a record this old belongs to a dead process
 */
export const listProcessNotes = async <Row>(
  keyValues: KeyValueStore,
  kind: string,
  { goneMs, now }: { goneMs: number; now: number },
): Promise<Row[]> => {
  const found: Row[] = [];
  for (const { key, value, updatedAt } of await keyValues.list<Row>(kind, { limit: 1000 })) {
    if (distanceMs(now, updatedAt) > goneMs) await keyValues.delete(kind, key);
    else found.push(value);
  }
  return found;
};
