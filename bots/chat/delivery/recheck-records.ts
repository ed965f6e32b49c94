import { randomUUID } from 'node:crypto';
import { type KeyValueStore, listAll } from '../../../stores/index.ts';
import type { Delivery } from './delivery.ts';
import type { createReading, createRecords } from './outbox-records.ts';

/** The record kind, after the platform's name. Existing installations use it. */
const ROWS = 'look';

/** That the reply to a question has to be checked once more. Each call that is given up gives it a new `id`. */
export interface Recheck {
  key: string;
  /** Undefined in records of earlier versions. */
  id?: string | undefined;
}

/** Replies that have to be checked once more after they were complete, since a call of them was given up. */
export interface Rechecks<Target> {
  /** Keeps that a call of a question's reply was given up, whoever works on it by now. Of an asker who was erased, nothing. */
  noteRecheck(delivery: Delivery<Target>): Promise<void>;
  /** Also of questions that wait: they are checked once they are answered. */
  rechecks(): AsyncIterable<Recheck>;
  /**
   * Turns such an answer into a question again, whose reply is checked by whoever takes it. False when it is a question by
   * now, when it is gone, or when another call of it was given up meanwhile.
   */
  startRecheck(recheck: Recheck): Promise<boolean>;
}

/** The records of replies that have to be checked once more. */
export const createRecheckRecords = <Target>(
  keyValues: KeyValueStore,
  {
    platform,
    read,
    records: { person, place, record, isThere, isUnchanged },
  }: {
    platform: string;
    read: ReturnType<typeof createReading<Target>>['read'];
    records: ReturnType<typeof createRecords<Target>>;
  },
) => {
  const rows = `${platform}-${ROWS}`;
  const recordOfRecheck = (delivery: Delivery<Target>) => ({
    kind: rows,
    key: delivery.key,
    value: { id: randomUUID() },
    ...person(delivery),
  });
  const kept: Rechecks<Target> = {
    async noteRecheck(delivery) {
      const put = [recordOfRecheck(delivery)];
      // Whoever works on the question may answer it meanwhile, and an edit may open it again.
      for (const state of ['question', 'answer', 'question'] as const)
        if (await keyValues.change({ found: [isThere(state, delivery.key)], put })) return;
    },
    async *rechecks() {
      for await (const { key, value } of listAll<Pick<Recheck, 'id'>>(keyValues, rows)) yield { key, id: value.id };
    },
    async startRecheck({ key, id }) {
      const known = await read('answer', key);
      if (!known) {
        if (!(await read('question', key))) await keyValues.delete(rows, key);
        return false;
      }
      return keyValues.change({
        found: [isUnchanged('answer', known), { kind: rows, key, there: true, fields: { id } }],
        put: [record('question', { ...known, rechecking: true, callGivenUp: true })],
        delete: [place('answer', key), { kind: rows, key }],
      });
    },
  };
  return { recordOfRecheck, forgetRecheck: (key: string) => keyValues.delete(rows, key), kept };
};
