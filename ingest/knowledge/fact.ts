import { createHash } from 'node:crypto';
import type { Scope } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import { entityKey } from '../../core/text/words.ts';
import type { DocumentKnowledge } from '../../stores/index.ts';

/** A fact as a rule, a model or a person states it, in names. */
export interface Fact {
  subject: string;
  predicate: string;
  object: string;
  /** Passages that state it; none for a fact that was handed in without a page. */
  passageIds: readonly string[];
  /** Documents that support it beside the one that states it. */
  documentIds?: readonly string[];
}

/** The id of a fact: the same subject, predicate and object are one triple, whoever states it. */
const tripleId = (subject: string, predicate: string, object: string): string =>
  createHash('sha256').update([subject, predicate.toLowerCase(), object].join('\0')).digest('hex').slice(0, 24);

/** A name as people write it: `Panic_disorder` is how graphs write `Panic disorder`. */
const readableName = (name: string): string => name.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();

/** A name of program text, such as `pg_class` or `MAX_SIZE`: its underscores are its spelling. `Panic_disorder` is not one. */
const IDENTIFIER = /(?:^|[^\p{L}])(?:[\p{Ll}\p{N}.$]*_[\p{Ll}\p{N}_.$]*|[\p{Lu}\p{N}.$]*_[\p{Lu}\p{N}_.$]*)(?!\p{L})/u;

/**
 * A document's facts as its share of the graph: names become entities by key, equal facts one triple with all passages
 * that state it. With `identifiers`, names of program text keep their underscores. A fact without a letter or digit on either side is left out, as it links nothing.
 */
export const toKnowledge = (
  documentId: string,
  scopes: Scope[],
  facts: Iterable<Fact>,
  { identifiers = false }: { identifiers?: boolean } = {},
): DocumentKnowledge => {
  const written = (name: string) =>
    identifiers && IDENTIFIER.test(name) ? name.replace(/\s+/g, ' ').trim() : readableName(name);
  const entities = new Map<string, Entity>();
  const triples = new Map<string, Triple>();
  for (const fact of facts) {
    const [subject, predicate, object] = [
      entityKey(fact.subject),
      readableName(fact.predicate),
      entityKey(fact.object),
    ];
    if (!subject || !object || !predicate) continue;
    const [subjectName, objectName] = [written(fact.subject), written(fact.object)];
    if (!entities.has(subject)) entities.set(subject, { id: subject, name: subjectName });
    if (!entities.has(object)) entities.set(object, { id: object, name: objectName });
    const id = tripleId(subject, predicate, object);
    const known = triples.get(id);
    triples.set(id, {
      id,
      subject,
      predicate,
      object,
      subjectName,
      objectName,
      passageIds: [...new Set([...(known?.passageIds ?? []), ...fact.passageIds])],
      documentIds: [...new Set([...(known?.documentIds ?? []), documentId, ...(fact.documentIds ?? [])])],
      scopes,
    });
  }
  return { documentId, scopes, entities: [...entities.values()], mentions: [], triples: [...triples.values()] };
};
