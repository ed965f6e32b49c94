import type { Triple } from '../../../core/knowledge.ts';
import type { DocumentKnowledge, Stores } from '../../../stores/index.ts';
import { ALIAS_PREDICATES } from '../aliases.ts';
import { toKnowledge } from '../fact.ts';
import { mergeKnowledge } from '../merge-knowledge.ts';
import { findMerges, type KeptApart, type Merge, pairKey } from './find-merges.ts';

const SEPARATED_NAMES = 'names-apart';
const ROWS_PER_PAGE = 500;

/** Pairs of names that a person has separated. */
export const separatedNames = async ({ keyValues }: Pick<Stores, 'keyValues'>): Promise<Set<string>> => {
  const parted = new Set<string>();
  for (let after = ''; ; ) {
    const rows = await keyValues.list(SEPARATED_NAMES, { after, limit: ROWS_PER_PAGE });
    for (const { key } of rows) parted.add(key);
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS_PER_PAGE) return parted;
    after = last.key;
  }
};

/** Finds names of one thing and states them as facts of the pages that have them; a second run changes nothing. */
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

/** The first passages that state something of a name. */
const passagesNaming = ({ triples }: DocumentKnowledge, name: string): string[] =>
  triples.find(({ subjectName, objectName }) => subjectName === name || objectName === name)?.passageIds.slice(0, 1) ??
  [];

/** Names that count as one, each with the fact that says why. */
export async function* listMerges({ graph }: Pick<Stores, 'graph'>): AsyncGenerator<Triple> {
  for await (const triple of graph.allTriples()) if (ALIAS_PREDICATES.has(triple.predicate)) yield triple;
}

/**
 * Separates two names: the facts that make them one are removed, and no rule states them again.
 * @returns how many documents stated it
 */
export const separateNames = async (
  stores: Pick<Stores, 'graph' | 'keyValues' | 'rebuild'>,
  name: string,
  other: string,
): Promise<number> => {
  await stores.keyValues.put(SEPARATED_NAMES, pairKey(name, other), {});
  return rewriteKnowledge(stores, (knowledge) => withoutSeparated(knowledge, new Set([pairKey(name, other)])));
};

/** A document's knowledge without the facts that make separated names one; undefined when there are none. */
export const withoutSeparated = (
  knowledge: DocumentKnowledge,
  parted: ReadonlySet<string>,
): DocumentKnowledge | undefined => {
  const triples = knowledge.triples.filter(
    ({ predicate, subjectName, objectName }) =>
      !ALIAS_PREDICATES.has(predicate) || !parted.has(pairKey(subjectName, objectName)),
  );
  return triples.length === knowledge.triples.length ? undefined : { ...knowledge, triples };
};

/** Replaces the knowledge of each document for which `change` returns another. @returns how many were written */
const rewriteKnowledge = async (
  { graph, rebuild }: Pick<Stores, 'graph' | 'rebuild'>,
  change: (knowledge: DocumentKnowledge) => DocumentKnowledge | undefined,
): Promise<number> => {
  const changed: DocumentKnowledge[] = [];
  for await (const knowledge of graph.knowledge()) {
    const after = change(knowledge);
    if (after) changed.push(after);
  }
  for (let at = 0; at < changed.length; at += ROWS_PER_PAGE)
    await rebuild.putKnowledge(changed.slice(at, at + ROWS_PER_PAGE));
  return changed.length;
};
