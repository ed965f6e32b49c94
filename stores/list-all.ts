import type { KeyValueRecord, KeyValueStore } from './key-values.ts';

/** Records read in one call. */
const PAGE = 500;

/**
 * Reads all records of a kind in key order, in batches; only keys that begin with `prefix` and are greater than `after`. A record
 * may be changed or deleted meanwhile; one that is written meanwhile is read too if its key comes later.
 */
export async function* listAll<Value = unknown>(
  keyValues: Pick<KeyValueStore, 'list'>,
  kind: string,
  { prefix, after = '' }: { prefix?: string; after?: string } = {},
): AsyncGenerator<KeyValueRecord<Value>> {
  for (let last = after; ; ) {
    const page = await keyValues.list<Value>(kind, { prefix, after: last, limit: PAGE });
    yield* page;
    const end = page.at(-1);
    if (!end || page.length < PAGE) return;
    last = end.key;
  }
}

/** Like `listAll`, as an array. */
export const collectAll = async <Value>(...query: Parameters<typeof listAll>): Promise<KeyValueRecord<Value>[]> => {
  const found: KeyValueRecord<Value>[] = [];
  for await (const record of listAll<Value>(...query)) found.push(record);
  return found;
};
