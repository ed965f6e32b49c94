import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Passage, Scope } from '../core/document.ts';
import type { DocumentKnowledge, Stores } from '../stores/index.ts';

/** What is wrong with the vectors of some passages. */
export interface VectorFaults {
  /** Passages without a vector. */
  missing: Passage[];
  /** Passages whose vector is kept under another document or for other people than may read them. */
  foreign: Passage[];
}

/** Compares the vectors of these passages with the records. */
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

/** What is wrong with what one document adds to the graph, and how it should be. */
export interface GraphFault {
  documentId: string;
  /** The records do not have the document. */
  gone: boolean;
  /** It is kept for other people than may read the document. */
  otherScopes: boolean;
  /** Mentions and triples that name a passage which the records do not have. */
  strays: number;
  /** Absent where the document is gone. */
  corrected?: DocumentKnowledge;
}

const BATCH_DOCUMENTS = 100;

/**
 * Compares what each document adds to the graph with the records, and streams what differs. What is found while pages are
 * being changed may be right a moment later.
 * @param onBatch how many more documents were compared
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
    // Ctrl-C is heard between two batches.
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
      // A fact that another passage of the document states too is kept for that one.
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
  // Read anew each time: a page may have come in with a scope of its own.
  const every = distinct.length > 0 ? await documents.scopes() : [];
  for (let at = 0; at < distinct.length; at += BATCH_PASSAGES)
    for (const { id } of await documents.passages(distinct.slice(at, at + BATCH_PASSAGES), every)) known.add(id);
  return known;
};

const sameScopes = (a: readonly Scope[], b: readonly Scope[]): boolean => {
  const [one, other] = [new Set(a), new Set(b)];
  return one.size === other.size && [...one].every((scope) => other.has(scope));
};
