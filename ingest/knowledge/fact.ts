import type { Scope } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import { sha256 } from '../../core/sha256.ts';
import { entityKey } from '../../core/text/words.ts';
import type { DocumentKnowledge } from '../../stores/index.ts';

/** A fact in names, from a rule, a model or a person. */
export interface Fact {
  subject: string;
  predicate: string;
  object: string;
  /** Passages that state it; empty for a ready-made triple. */
  passageIds: readonly string[];
}

/** The id of a fact. Equal subjects, predicates and objects are one triple, whatever document states it. */
const tripleId = (subject: string, predicate: string, object: string): string =>
  sha256([subject, predicate.toLowerCase(), object].join('\0')).slice(0, 24);

/** Replaces the underscores of graphs: `Panic_disorder` becomes `Panic disorder`. */
const readableName = (name: string): string => name.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();

/** An identifier such as `pg_class` or `MAX_SIZE`, whose underscores belong to the name. `Panic_disorder` is not one. */
const IDENTIFIER = /(?:^|[^\p{L}])(?:[\p{Ll}\p{N}.$]*_[\p{Ll}\p{N}_.$]*|[\p{Lu}\p{N}.$]*_[\p{Lu}\p{N}_.$]*)(?!\p{L})/u;

/**
 * Converts a document's facts to entities and triples. Names become entities by key, and equal facts become one triple with all
 * passages that state it. With `identifiers`, identifiers keep their underscores. Facts whose subject or object has neither a
 * letter nor a digit are left out.
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
      documentIds: [...new Set([...(known?.documentIds ?? []), documentId])],
      scopes,
    });
  }
  return { documentId, scopes, entities: [...entities.values()], mentions: [], triples: [...triples.values()] };
};
