import { ParleyError } from '../core/errors.ts';
import type { DeletionReceipt, Stores } from '../stores/index.ts';

/** What `forget` found under an id, and what it removed. */
export interface ForgetReceipt {
  id: string;
  kind: 'document' | 'source' | 'person';
  dryRun: boolean;
  removed: Partial<DeletionReceipt> & { turns?: number; feedback?: number; conversations?: number };
  at: string;
}

const IDS_PER_BATCH = 500;

/**
 * Removes a document, a source or a person (`person:ID`) everywhere.
 * @throws UNKNOWN_ID when nothing has that id
 */
export const forget = async (
  stores: Stores,
  id: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<ForgetReceipt> => {
  const receipt = (kind: ForgetReceipt['kind'], removed: ForgetReceipt['removed']): ForgetReceipt => ({
    id,
    kind,
    dryRun,
    removed,
    at: new Date().toISOString(),
  });

  if (id.startsWith('person:')) {
    const person = id.slice('person:'.length);
    return receipt('person', dryRun ? {} : { ...(await stores.conversations.forgetPerson(person)) });
  }

  const source = (await stores.documents.sources()).find((known) => known.id === id);
  if (source) {
    const total: DeletionReceipt = { documents: 0, passages: 0, tables: 0, vectors: 0, triples: 0, entities: 0 };
    let batch: string[] = [];
    const flush = async () => {
      const removed = await stores.apply({ delete: batch }, { dryRun });
      for (const key of Object.keys(total) as (keyof DeletionReceipt)[]) total[key] += removed[key];
      batch = [];
    };
    for await (const stamp of stores.documents.stamps(id)) {
      batch.push(stamp.id);
      if (batch.length === IDS_PER_BATCH) await flush();
    }
    if (batch.length > 0) await flush();
    if (!dryRun) await stores.documents.deleteSource(id);
    return receipt('source', total);
  }

  if (!(await stores.documents.stampsOf([id])).has(id)) {
    throw new ParleyError('UNKNOWN_ID', {
      message: `Nothing is known as ${id}.`,
      remedy: '`parley sources` lists the sources; `search --json` shows document ids; a person is person:ID.',
    });
  }
  return receipt('document', await stores.apply({ delete: [id] }, { dryRun }));
};
