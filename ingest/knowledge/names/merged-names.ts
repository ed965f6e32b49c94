import type { Triple } from '../../../core/knowledge.ts';
import { type DocumentKnowledge, listAll, type Stores } from '../../../stores/index.ts';
import { ALIAS_PREDICATES } from '../aliases.ts';
import { toKnowledge } from '../fact.ts';
import { mergeKnowledge } from '../merge-knowledge.ts';
import { findMerges, type KeptApart, type Merge, pairKey } from './find-merges.ts';

const SEPARATED_NAMES = 'names-apart';

/** Two names that a person has separated, with the facts that merged them, so that it can be undone. */
export interface SeparatedNames {
  name: string;
  other: string;
  /** The removed facts, each with the document that stated it; undefined if an earlier version separated the names. */
  removed?: { documentId: string; triple: Triple }[];
}

/** Pairs of names that a person has separated. */
export const separatedNames = async ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<Set<string>> => {
  const parted = new Set<string>();
  for await (const { key } of listAll(keyValues, SEPARATED_NAMES)) parted.add(key);
  return parted;
};

/** Finds names of one thing and adds them as facts of the pages that contain them. A second run changes nothing. */
export const mergeNames = async (
  stores: Pick<Stores, 'graph' | 'keyValues' | 'rebuild'>,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<{ merges: Merge[]; kept: KeptApart[] }> => {
  const found = await findMerges(stores.graph, await separatedNames(stores));
  if (dryRun) return found;
  const byDocument = new Map<string, Merge[]>();
  for (const merge of found.merges)
    for (const id of merge.documentIds) byDocument.set(id, [...(byDocument.get(id) ?? []), merge]);
  await rewriteKnowledge(stores, (knowledge) => {
    const merges = byDocument.get(knowledge.documentId);
    if (!merges) return undefined;
    const facts = merges.map(({ name, reason, other }) => ({
      subject: name,
      predicate: reason,
      object: other,
      passageIds: passagesNaming(knowledge, other),
    }));
    return mergeKnowledge(knowledge, toKnowledge(knowledge.documentId, knowledge.scopes, facts));
  });
  return found;
};

/** Ids of the first passages with a fact about a name. */
const passagesNaming = ({ triples }: DocumentKnowledge, name: string): string[] =>
  triples.find(({ subjectName, objectName }) => subjectName === name || objectName === name)?.passageIds.slice(0, 1) ??
  [];

/** Streams the facts that merge two names. */
export async function* listMerges({ graph }: Pick<Stores, 'graph'>): AsyncGenerator<Triple> {
  for await (const triple of graph.allTriples()) if (ALIAS_PREDICATES.has(triple.predicate)) yield triple;
}

/**
 * Separates two names. Removes the facts that merge them, and no rule adds them again.
 * @returns how many documents stated such a fact
 */
export const separateNames = async (
  stores: Pick<Stores, 'graph' | 'keyValues' | 'rebuild'>,
  name: string,
  other: string,
): Promise<number> => {
  const pair = pairKey(name, other);
  const removed: SeparatedNames['removed'] = [];
  for await (const { documentId, triples } of stores.graph.knowledge())
    for (const triple of triples) if (joins(triple, new Set([pair]))) removed.push({ documentId, triple });
  // Stored before facts are removed. After a crash between the two, the names can be separated again.
  await stores.keyValues.put(SEPARATED_NAMES, pair, { name, other, removed } satisfies SeparatedNames);
  return rewriteKnowledge(stores, (knowledge) => withoutSeparated(knowledge, new Set([pair])));
};

/** The pairs that a person has separated, by name; at most `limit`. */
export const listSeparated = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  limit: number,
): Promise<SeparatedNames[]> =>
  (await keyValues.list<Partial<SeparatedNames>>(SEPARATED_NAMES, { limit })).map(({ key, value }) => {
    const [name = key, other = ''] = key.split(' = ');
    return { name, other, ...value };
  });

/**
 * Undoes a separation. Adds the removed facts to the documents that still contain both names, and rules may add new ones.
 * @returns how many documents state such a fact again; false if the names were not separated
 */
export const rejoinNames = async (
  stores: Pick<Stores, 'graph' | 'keyValues' | 'rebuild'>,
  name: string,
  other: string,
): Promise<number | false> => {
  const pair = pairKey(name, other);
  const known = await stores.keyValues.get<Partial<SeparatedNames>>(SEPARATED_NAMES, pair);
  if (!known) return false;
  const byDocument = Map.groupBy(known.removed ?? [], ({ documentId }) => documentId);
  const documents = await rewriteKnowledge(stores, (knowledge) => {
    const facts = (byDocument.get(knowledge.documentId) ?? []).map(({ triple }) => triple);
    const names = new Set(knowledge.entities.map(({ id }) => id));
    const stated = new Set(knowledge.triples.map(({ id }) => id));
    const back = facts.filter(({ id, subject, object }) => !stated.has(id) && names.has(subject) && names.has(object));
    return back.length === 0 ? undefined : { ...knowledge, triples: [...knowledge.triples, ...back] };
  });
  await stores.keyValues.delete(SEPARATED_NAMES, pair);
  return documents;
};

/** A document's knowledge without the facts that merge separated names; undefined if it has no such facts. */
export const withoutSeparated = (
  knowledge: DocumentKnowledge,
  parted: ReadonlySet<string>,
): DocumentKnowledge | undefined => {
  const triples = knowledge.triples.filter((triple) => !joins(triple, parted));
  return triples.length === knowledge.triples.length ? undefined : { ...knowledge, triples };
};

/** True for a fact that merges two separated names. */
const joins = ({ predicate, subjectName, objectName }: Triple, parted: ReadonlySet<string>): boolean =>
  ALIAS_PREDICATES.has(predicate) && parted.has(pairKey(subjectName, objectName));

/** Documents whose knowledge is written in one transaction. */
const DOCUMENTS_PER_WRITE = 500;

/** Replaces the knowledge of each document for which `change` returns a new one. @returns how many were replaced */
const rewriteKnowledge = async (
  { graph, rebuild }: Pick<Stores, 'graph' | 'rebuild'>,
  change: (knowledge: DocumentKnowledge) => DocumentKnowledge | undefined,
): Promise<number> => {
  const changed: DocumentKnowledge[] = [];
  for await (const knowledge of graph.knowledge()) {
    const after = change(knowledge);
    if (after) changed.push(after);
  }
  for (let at = 0; at < changed.length; at += DOCUMENTS_PER_WRITE)
    await rebuild.putKnowledge(changed.slice(at, at + DOCUMENTS_PER_WRITE));
  return changed.length;
};
