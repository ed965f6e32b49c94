import type { Entity, Triple } from '../core/knowledge.ts';
import type { DocumentKnowledge } from './graph.ts';

/** The kinds of values of an entity that documents state. */
export type ValueKind = 'name' | 'alias' | 'description';

/** A value of an entity with the number of documents that state it. */
export interface CountedValue {
  kind: ValueKind;
  value: string;
  statements: number;
}

/** The entities that a document states: its `entities`, and those that only occur in its mentions or triples. */
export const statedEntities = ({ entities, mentions, triples }: DocumentKnowledge): Entity[] => {
  const stated = new Map(entities.map((entity) => [entity.id, entity]));
  const add = (id: string, name: string) => {
    if (!stated.has(id)) stated.set(id, { id, name });
  };
  for (const triple of triples) {
    add(triple.subject, triple.subjectName);
    add(triple.object, triple.objectName);
  }
  for (const mention of mentions) add(mention.entityId, mention.entityId);
  return [...stated.values()];
};

/** All values in one document's statement of an entity. */
export const valuesOf = ({
  name,
  aliases = [],
  description,
}: Omit<Entity, 'id'>): { kind: ValueKind; value: string }[] => [
  { kind: 'name', value: name },
  ...[...new Set(aliases)].map((value) => ({ kind: 'alias' as const, value })),
  ...(description === undefined ? [] : [{ kind: 'description' as const, value: description }]),
];

/** Assembles an entity from its values, sorted by statements, most first. The first name is its name, others are aliases. */
export const entityOf = (id: string, values: readonly CountedValue[]): Entity => {
  const of = (kind: ValueKind) => values.filter((row) => row.kind === kind).map((row) => row.value);
  const [name, ...otherNames] = of('name');
  const aliases = new Set([...otherNames, ...of('alias')]);
  aliases.delete(name!);
  const [description] = of('description');
  return {
    id,
    name: name!,
    ...(aliases.size > 0 && { aliases: [...aliases].sort() }),
    ...(description !== undefined && { description }),
  };
};

/** Merges triples with the same id, which one document states several times, and their passages. */
export const mergedTriples = (triples: readonly Triple[]): Triple[] => {
  const merged = new Map<string, Triple>();
  for (const triple of triples) {
    const first = merged.get(triple.id);
    const passageIds = [...new Set([...(first?.passageIds ?? []), ...triple.passageIds])].sort();
    merged.set(triple.id, { ...(first ?? triple), passageIds });
  }
  return [...merged.values()];
};

export interface TripleStatement {
  id: string;
  subject: string;
  predicate: string;
  object: string;
  subjectName: string;
  objectName: string;
  passageIds: readonly string[];
  documentId: string;
  scopes: readonly string[];
}

/** Assembles a triple from its statements, which must be sorted by document id. */
export const tripleOf = (statements: readonly TripleStatement[]): Triple => ({
  id: statements[0]!.id,
  subject: statements[0]!.subject,
  predicate: statements[0]!.predicate,
  object: statements[0]!.object,
  subjectName: mostFrequent(statements.map((row) => row.subjectName)),
  objectName: mostFrequent(statements.map((row) => row.objectName)),
  passageIds: [...new Set(statements.flatMap((row) => row.passageIds))].sort(),
  documentIds: statements.map((row) => row.documentId),
  scopes: [...new Set(statements.flatMap((row) => row.scopes))].sort(),
});

/** The most frequent value. Ties go to the first by code unit, so that all stores return the same. */
const mostFrequent = (values: readonly string[]): string =>
  [...Map.groupBy(values, (value) => value)].sort(
    ([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1),
  )[0]![0];
