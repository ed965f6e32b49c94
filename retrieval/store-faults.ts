import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Passage, Scope } from '../core/document.ts';
import type { DocumentKnowledge, Stores } from '../stores/index.ts';

/** Differences between vectors and documents. */
export interface VectorFaults {
  /** Passages without a vector. */
  missing: Passage[];
  /** Passages whose vector is stored with another document id or other scopes. */
  foreign: Passage[];
}

/** Compares the stamps of the passages' vectors with the passages. */
export const vectorFaults = async (
  { vectors }: Pick<Stores, 'vectors'>,
  passages: readonly Passage[],
): Promise<VectorFaults> => {
  const stamps = await vectors.stampsOf(passages.map(({ id }) => id));
  const isForeign = ({ id, documentId, scopes }: Passage) => {
    const stamp = stamps.get(id);
    return stamp !== undefined && (stamp.documentId !== documentId || !sameScopes(stamp.scopes, scopes));
  };
  return { missing: passages.filter(({ id }) => !stamps.has(id)), foreign: passages.filter(isForeign) };
};

/** A difference between a document and its knowledge in the graph. */
export interface GraphFault {
  documentId: string;
  /** Whether the document no longer exists. */
  gone: boolean;
  /** Whether the knowledge has other scopes than the document. */
  otherScopes: boolean;
  /** Number of mentions and triples with a passage that does not exist. */
  strays: number;
  /** The knowledge as it should be; absent if the document no longer exists. */
  corrected?: DocumentKnowledge;
}

const BATCH_DOCUMENTS = 100;

/**
 * Compares the knowledge in the graph with the documents and streams the differences. While pages are being changed, it may
 * report differences that are about to disappear.
 * @param onBatch receives the number of documents in each compared batch
 */
export async function* graphFaults(
  { documents, graph }: Pick<Stores, 'documents' | 'graph'>,
  onBatch: (documents: number) => void = () => {},
): AsyncGenerator<GraphFault> {
  let batch: DocumentKnowledge[] = [];
  for await (const knowledge of graph.knowledge()) {
    batch.push(knowledge);
    if (batch.length < BATCH_DOCUMENTS) continue;
    yield* await faultsOf(documents, batch);
    onBatch(batch.length);
    // Lets the event loop handle signals such as Ctrl-C between batches.
    await nextTurn();
    batch = [];
  }
  if (batch.length === 0) return;
  yield* await faultsOf(documents, batch);
  onBatch(batch.length);
}

const faultsOf = async (documents: Stores['documents'], batch: readonly DocumentKnowledge[]): Promise<GraphFault[]> => {
  const named = batch.flatMap(({ mentions, triples }) => [
    ...mentions.map(({ passageId }) => passageId),
    ...triples.flatMap(({ passageIds }) => passageIds),
  ]);
  const [stamps, known] = await Promise.all([
    documents.stampsOf(batch.map(({ documentId }) => documentId)),
    knownPassages(documents, named),
  ]);
  return batch.flatMap((knowledge): GraphFault[] => {
    const { documentId, mentions, triples } = knowledge;
    const stamp = stamps.get(documentId);
    if (!stamp) return [{ documentId, gone: true, otherScopes: false, strays: 0 }];
    const { scopes } = stamp;
    const kept = mentions.filter(({ passageId }) => known.has(passageId));
    const supported = triples.filter(({ passageIds }) => passageIds.every((id) => known.has(id)));
    const strays = mentions.length - kept.length + (triples.length - supported.length);
    const otherScopes = !sameScopes(knowledge.scopes, scopes);
    if (strays === 0 && !otherScopes) return [];
    const corrected: DocumentKnowledge = {
      ...knowledge,
      scopes,
      mentions: kept,
      // Keeps a fact if another passage of the document also states it.
      triples: triples.flatMap((triple) => {
        const passageIds = triple.passageIds.filter((id) => known.has(id));
        return passageIds.length > 0 || triple.passageIds.length === 0 ? [{ ...triple, passageIds, scopes }] : [];
      }),
    };
    return [{ documentId, gone: false, otherScopes, strays, corrected }];
  });
};

const BATCH_PASSAGES = 500;

const knownPassages = async (documents: Stores['documents'], ids: readonly string[]): Promise<Set<string>> => {
  const distinct = [...new Set(ids)];
  const known = new Set<string>();
  // Read for each batch, because a page with a new scope may have been ingested meanwhile.
  const every = distinct.length > 0 ? await documents.scopes() : [];
  for (let at = 0; at < distinct.length; at += BATCH_PASSAGES)
    for (const { id } of await documents.passages(distinct.slice(at, at + BATCH_PASSAGES), every)) known.add(id);
  return known;
};

const sameScopes = (a: readonly Scope[], b: readonly Scope[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && [...one].every((scope) => other.has(scope));
};
