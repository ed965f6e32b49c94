/** A JSON value of a chat platform, by kind and key. */
export interface KeyValueRecord<Value = unknown> {
  key: string;
  value: Value;
  /** ISO 8601, UTC. */
  updatedAt: string;
}

/** The place of a record. */
export interface KeyValuePlace {
  kind: string;
  key: string;
}

/** Several writes that happen together or not at all. */
export interface KeyValueChange {
  /** The records that must be there (`true`) or must not be there; otherwise nothing is written. */
  found: readonly (KeyValuePlace & { there: boolean })[];
  put?: readonly (KeyValuePlace & { value: unknown; personId?: string })[];
  delete?: readonly KeyValuePlace[];
}

/**
 * What the chat platforms keep between restarts: questions on their way, settings of channels with their audit trail,
 * installations, verified answers, notices that wait. Rows of a few kB, by kind and key; nothing here is searched.
 */
export interface KeyValueStore {
  get<Value>(kind: string, key: string): Promise<Value | undefined>;
  /** Writes or replaces, as of now or of `updatedAt`. `personId` names the person whose record it is, for `forgetPerson`. */
  put(kind: string, key: string, value: unknown, options?: { personId?: string; updatedAt?: string }): Promise<void>;
  /** Writes only where nothing was, and says whether it did: of two processes, one is told true. */
  add(kind: string, key: string, value: unknown, options?: { personId?: string }): Promise<boolean>;
  /**
   * Carries a change out in one transaction, if it finds the records as `found` says; says whether it did. This is how a
   * record goes from one state to the next though two processes, or an erasure, come to it at once.
   */
  change(change: KeyValueChange): Promise<boolean>;
  /** Says whether there was something to delete. */
  delete(kind: string, key: string): Promise<boolean>;
  /** In key order, after `after`, at most `limit`; only keys that begin with `prefix`. */
  list<Value>(
    kind: string,
    options: { prefix?: string; after?: string; limit: number },
  ): Promise<KeyValueRecord<Value>[]>;
  /** Streams every record by kind and key, for export and migration. */
  all(): AsyncIterable<KeyValueRecord & { kind: string; personId?: string }>;
  /** Erases every record that names this person; returns how many. */
  forgetPerson(personId: string): Promise<number>;
}
