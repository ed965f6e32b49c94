import type { Triple } from '../../../core/knowledge.ts';
import type { GraphStore } from '../../../stores/index.ts';
import { ALIAS_PREDICATES } from '../aliases.ts';
import { INITIALS, initialsOf, isFullName, nameFold, reasonFor } from './same-name.ts';

/** A name that stands for the same thing as a more common one. */
export interface Merge {
  name: string;
  other: string;
  /** The predicate of the merge's fact. */
  reason: string;
  /** Documents that contain `other`. They state the fact, which is removed with them. */
  documentIds: string[];
}

/** Two similar names that are not merged, because the pages state different facts about them. */
export interface KeptApart {
  name: string;
  other: string;
  because: string;
}

interface KnownName {
  id: string;
  name: string;
  documents: string[];
  scopes: Set<string>;
}

/**
 * Finds names of one thing among all entities: with other accents, hyphens or spaces, in the plural, without a legal form, or with
 * initials on a page with the full name. Names that contradict each other are not merged: two legal forms, two possible full
 * names, or one predicate with different values. A merge needs a scope that sees a page with each of the two names.
 *
 * Leaves out merges that pages or an earlier run have already stated.
 * @param apart keys (`pairKey`) of pairs that a person has separated
 */
export const findMerges = async (
  graph: Pick<GraphStore, 'knowledge' | 'triplesOf'>,
  apart: ReadonlySet<string> = new Set(),
): Promise<{ merges: Merge[]; kept: KeptApart[] }> => {
  const known = await knownNames(graph);
  const pairs = [...samePairs(known.values()), ...initialPairs(known)].filter(
    ({ main, other }) =>
      !apart.has(pairKey(main.name, other.name)) && [...other.scopes].some((scope) => main.scopes.has(scope)),
  );
  const merges: Merge[] = [];
  const kept: KeptApart[] = [];
  for (const { main, other, reason } of pairs) {
    const factsOf = ({ id, scopes }: KnownName) => graph.triplesOf([id], 200, [...scopes]);
    const [own, theirs] = await Promise.all([factsOf(main), factsOf(other)]);
    if (own.some((fact) => isAlias(fact, other.id))) continue;
    const because = contradiction(main.id, own, other.id, theirs);
    if (because !== undefined) kept.push({ name: main.name, other: other.name, because });
    else merges.push({ name: main.name, other: other.name, reason, documentIds: other.documents });
  }
  return { merges, kept };
};

const isAlias = ({ predicate, subject, object }: Triple, id: string): boolean =>
  ALIAS_PREDICATES.has(predicate) && (subject === id || object === id);

/** The key of a pair of names in any order. */
export const pairKey = (name: string, other: string): string => [name, other].sort().join(' = ');

interface NamePair {
  main: KnownName;
  other: KnownName;
  reason: string;
}

const knownNames = async (graph: Pick<GraphStore, 'knowledge'>): Promise<Map<string, KnownName>> => {
  const known = new Map<string, KnownName>();
  for await (const { documentId, scopes, entities } of graph.knowledge())
    for (const { id, name } of entities) {
      const own: KnownName = known.get(id) ?? { id, name, documents: [], scopes: new Set() };
      own.documents.push(documentId);
      for (const scope of scopes) own.scopes.add(scope);
      known.set(id, own);
    }
  return known;
};

/** Pairs of names with the same fold: each with the most common of them. */
const samePairs = (known: Iterable<KnownName>): NamePair[] => {
  const groups = new Map<string, KnownName[]>();
  for (const one of known) {
    const fold = nameFold(one.name);
    if (fold.length > 2) groups.set(fold, [...(groups.get(fold) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => {
    if (group.length < 2) return [];
    group.sort((a, b) => b.documents.length - a.documents.length || (a.id < b.id ? -1 : 1));
    // If the group has two legal forms, a name without one may mean either company.
    const forms = group.some((a) => group.some((b) => reasonFor(a.name, b.name) === undefined));
    const [main, ...others] = group as [KnownName, ...KnownName[]];
    if (forms) return [];
    return others.flatMap((other) => {
      const reason = reasonFor(main.name, other.name);
      return reason === undefined ? [] : [{ main, other, reason }];
    });
  });
};

/** Pairs of a name such as `T. Carvalho` with the only matching full name on a page with both. */
const initialPairs = (known: ReadonlyMap<string, KnownName>): NamePair[] => {
  const byFamily = new Map<string, KnownName[]>();
  const short: { one: KnownName; parts: { initial: string; family: string } }[] = [];
  for (const one of known.values()) {
    const parts = initialsOf(one.name);
    if (parts) short.push({ one, parts });
    const family = nameFold(one.name.split(/\s+/).at(-1) ?? '');
    if (!parts && family !== '') byFamily.set(family, [...(byFamily.get(family) ?? []), one]);
  }
  return short.flatMap(({ one, parts }) => {
    const pages = new Set(one.documents);
    const people = (byFamily.get(nameFold(parts.family)) ?? []).filter(
      (full) => isFullName(full.name, parts) && full.documents.some((page) => pages.has(page)),
    );
    const [main] = people;
    if (main === undefined || people.length > 1) return [];
    const shared = one.documents.filter((page) => main.documents.includes(page));
    return [{ main, other: { ...one, documents: shared }, reason: INITIALS }];
  });
};

/** The first fact if all have the same object; undefined otherwise. */
const onlyObject = ([first, ...others]: readonly Triple[]): Triple | undefined =>
  others.every(({ object }) => object === first?.object) ? first : undefined;

/** A predicate with a single but different value for each of two names; undefined if there is none. */
const contradiction = (a: string, own: readonly Triple[], b: string, theirs: readonly Triple[]): string | undefined => {
  const said = (id: string, triples: readonly Triple[]) =>
    Map.groupBy(
      triples.filter(({ subject, predicate }) => subject === id && !ALIAS_PREDICATES.has(predicate)),
      ({ predicate }) => predicate,
    );
  const other = said(b, theirs);
  for (const [predicate, facts] of said(a, own)) {
    const [here, there] = [onlyObject(facts), onlyObject(other.get(predicate) ?? [])];
    if (here && there && here.object !== there.object)
      return `${predicate}: ${here.objectName} and ${there.objectName}`;
  }
  return undefined;
};
