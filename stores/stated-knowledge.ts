import type { Entity, Triple } from '../core/knowledge.ts';
import type { DocumentKnowledge } from './graph.ts';

/** What makes up an entity, as values that documents state. */
export type ValueKind = 'name' | 'alias' | 'description';

/** A value of an entity with how many documents state it. */
export interface CountedValue {
  kind: ValueKind;
  value: string;
  statements: number;
}

/** The entities that a document states: those it lists, and those that only a mention or a triple of it names. */
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

/** Every value that one document's statement of an entity carries. */
export const valuesOf = ({
  name,
  aliases = [],
  description,
}: Omit<Entity, 'id'>): { kind: ValueKind; value: string }[] => [
  { kind: 'name', value: name },
  ...[...new Set(aliases)].map((value) => ({ kind: 'alias' as const, value })),
  ...(description === undefined ? [] : [{ kind: 'description' as const, value: description }]),
];

/** An entity of its values, the most stated first: the first name is its name, all others are aliases. */
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

/** A fact that one document states twice is one triple with the passages of both. */
export const mergedTriples = (triples: readonly Triple[]): Triple[] => {
  const merged = new Map<string, Triple>();
  for (const triple of triples) {
    const first = merged.get(triple.id);
    const passageIds = [...new Set([...(first?.passageIds ?? []), ...triple.passageIds])].sort();
    merged.set(triple.id, { ...(first ?? triple), passageIds });
  }
  return [...merged.values()];
};

/** One document's statement of a triple. */
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

/** A triple of its statements, which come in the order of document ids. */
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

/** The value that occurs most; of equals the first by code unit, so that every store gives the same. */
const mostFrequent = (values: readonly string[]): string =>
  [...Map.groupBy(values, (value) => value)].sort(
    ([a, as], [b, bs]) => bs.length - as.length || (a < b ? -1 : 1),
  )[0]![0];
