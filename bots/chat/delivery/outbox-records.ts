import type { z } from 'zod';
import type { Log } from '../../../core/log.ts';
import { type KeyValueStore, listAll } from '../../../stores/index.ts';
import type { Delivery, OutboxEntry } from './delivery.ts';

/** The kinds of records in the key-value store. Existing installations use these names, so they must not change. */
export const ROWS = { question: 'open', answer: 'done', interruption: 'ending', removal: 'removal' } as const;
/** The record kind of a platform's unanswered questions. */
export const waitingRows = (platform: string): string => `${platform}-${ROWS.question}`;
/**
 * Upgrades records of earlier versions: deliveries without `kind` and `workspace`, interruptions stored as a string, and, until
 * the version after 0.1, the names that two fields had before it.
 */
const upgrade = (kind: OutboxEntry['kind'], key: string, value: unknown): unknown => {
  if (typeof value === 'string') return { kind, key, revision: Number.MAX_SAFE_INTEGER, action: value };
  const { unsure, again, ...rest } = (value ?? {}) as { unsure?: boolean; again?: boolean };
  return {
    kind,
    workspace: key.split('/')[0],
    ...(unsure !== undefined && { callGivenUp: unsure }),
    ...(again !== undefined && { rechecking: again }),
    ...rest,
  };
};

/** The records of deliveries, and what they must be like for a change to be made. */
export const createRecords = <Target>(rows: (kind: OutboxEntry['kind']) => string) => {
  const entry = (kind: 'question' | 'answer', delivery: Delivery<Target>) => ({ ...delivery, kind });
  const person = ({ askerId }: Pick<Delivery, 'askerId'>) => ({ personId: askerId });
  const place = (kind: OutboxEntry['kind'], key: string) => ({ kind: rows(kind), key });
  const record = (kind: 'question' | 'answer', delivery: Delivery<Target>) => ({
    ...place(kind, delivery.key),
    value: entry(kind, delivery),
    ...person(delivery),
  });
  const withdrawal = ({ key, revision }: Pick<Delivery, 'key' | 'revision'>) => ({
    ...place('interruption', key),
    value: { kind: 'interruption', key, revision, action: 'withdraw' } satisfies OutboxEntry,
  });
  const isThere = (kind: OutboxEntry['kind'], key: string) => ({ ...place(kind, key), there: true });
  /** The question as this attempt read it: an edit makes it another revision, and a process that takes it another writer. */
  const isAsked = ({ key, revision, writer }: Delivery<Target>) => ({
    ...isThere('question', key),
    fields: { revision, writer },
  });
  /** The record as it was read, with everything that a writer changes, and the text, which a deletion takes from an answer. */
  const isUnchanged = (kind: 'question' | 'answer', delivery: Delivery<Target>) => {
    const { revision, writer, messages, posting, text } = delivery;
    return { ...isThere(kind, delivery.key), fields: { revision, writer, messages, posting, text } };
  };
  return { person, place, record, withdrawal, isThere, isAsked, isUnchanged };
};

/** Reads the records of deliveries. */
export const createReading = <Target>(
  keyValues: KeyValueStore,
  {
    schema,
    rows,
    log,
  }: { schema: z.ZodType<OutboxEntry<Target>>; rows: (kind: OutboxEntry['kind']) => string; log: Log },
) => {
  type Entry<Kind> = Kind extends 'interruption'
    ? Extract<OutboxEntry<Target>, { kind: 'interruption' }>
    : Delivery<Target> & { kind: Kind };

  const parse = <Kind extends OutboxEntry['kind']>(
    kind: Kind,
    key: string,
    value: unknown,
  ): Entry<Kind> | undefined => {
    const parsed = schema.safeParse(upgrade(kind, key, value));
    if (parsed.success && parsed.data.kind === kind) return parsed.data as Entry<Kind>;
    log.error({ kind, key, err: parsed.error }, 'a record of the outbox cannot be read and is skipped');
    return undefined;
  };
  const read = async <Kind extends OutboxEntry['kind']>(kind: Kind, key: string): Promise<Entry<Kind> | undefined> => {
    const value = await keyValues.get(rows(kind), key);
    return value === undefined ? undefined : parse(kind, key, value);
  };
  async function* all<Kind extends OutboxEntry['kind']>(kind: Kind, prefix?: string): AsyncGenerator<Entry<Kind>> {
    for await (const { key, value } of listAll(keyValues, rows(kind), { prefix })) {
      const found = parse(kind, key, value);
      if (found) yield found;
    }
  }
  return { read, all };
};
