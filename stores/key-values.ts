import { isDeepStrictEqual } from 'node:util';

/** A stored JSON value with its key. */
export interface KeyValueRecord<Value = unknown> {
  key: string;
  value: Value;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** Identifies a record. */
export interface KeyValueId {
  kind: string;
  key: string;
}

/** Identifies a record of a person, with the count of revisions that the top level of its JSON holds, if it does. */
export interface PersonalRecord extends KeyValueId {
  revision?: number;
}

/** A `PersonalRecord` as a store reads it, whose JSON may hold something else by that name. */
export type PersonalRow = KeyValueId & { revision: unknown };

/** A record that a person is named in, from its row. */
export const personalRecord = ({ kind, key, revision }: PersonalRow): PersonalRecord => ({
  kind,
  key,
  ...(typeof revision === 'number' && { revision }),
});

/** Whether a stored value, undefined for a missing record, is as `found` says. */
export const isAsFound = (value: unknown, { there, fields = {} }: KeyValueChange['found'][number]): boolean =>
  value === undefined
    ? !there
    : there &&
      Object.entries(fields).every(([name, one]) => isDeepStrictEqual((value as Record<string, unknown>)[name], one));

/** Several writes in one transaction, with preconditions. */
export interface KeyValueChange {
  /**
   * Which records must exist and which must not; otherwise nothing is written. `fields`: values that the record must have at
   * the top level of its JSON, such as the revision that was read.
   */
  found: readonly (KeyValueId & { there: boolean; fields?: Readonly<Record<string, unknown>> })[];
  /** Id of a turn that must be stored; otherwise nothing is written, because its asker was erased. */
  ofTurn?: string;
  /** `updatedAt` is now by default. */
  put?: readonly (KeyValueId & { value: unknown; personId?: string; updatedAt?: string })[];
  delete?: readonly KeyValueId[];
}

/**
 * What the bots keep between restarts, as JSON values of a few kB by kind and key: questions in progress, settings of
 * channels with their audit trail, installations, verified answers, pending notices. Values are not searched.
 */
export interface KeyValueStore {
  get<Value>(kind: string, key: string): Promise<Value | undefined>;
  /** The values of those of the keys that have a record, by key. */
  getMany<Value>(kind: string, keys: readonly string[]): Promise<Map<string, Value>>;
  /** Writes or replaces a record. `updatedAt` is now by default. `personId` is the record's owner, for `forgetPerson`. */
  put(kind: string, key: string, value: unknown, options?: { personId?: string; updatedAt?: string }): Promise<void>;
  /** Writes a record only if there is none. @returns whether it wrote: true for exactly one of several processes */
  add(kind: string, key: string, value: unknown, options?: { personId?: string }): Promise<boolean>;
  /**
   * Applies a change in one transaction if the records are as `found` says and the turn is there. This is how a record moves from one state to
   * the next while other processes, or an erasure, may change it at the same time.
   * @returns whether it applied the change
   */
  change(change: KeyValueChange): Promise<boolean>;
  /** @returns whether there was a record */
  delete(kind: string, key: string): Promise<boolean>;
  /** At most `limit` records in key order, after the key `after`; only keys that begin with `prefix`. */
  list<Value>(
    kind: string,
    options: { prefix?: string; after?: string; limit: number },
  ): Promise<KeyValueRecord<Value>[]>;
  /** Streams all records, ordered by kind and key, for export and migration. */
  all(): AsyncIterable<KeyValueRecord & { kind: string; personId?: string }>;
  /** All records with this `personId`. */
  ofPerson(personId: string): Promise<PersonalRecord[]>;
  /** Erases all records with this `personId`. @returns which */
  forgetPerson(personId: string): Promise<PersonalRecord[]>;
}
