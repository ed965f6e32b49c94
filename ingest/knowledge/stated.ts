import { createHash } from 'node:crypto';
import type { Scope, Source } from '../../core/document.ts';
import type { Entity, Triple } from '../../core/knowledge.ts';
import { entityKey } from '../../core/text/words.ts';
import type { DocumentChange, DocumentKnowledge } from '../../stores/index.ts';
import type { TriplesItem } from '../inputs/item.ts';

/** The id of a fact: the same subject, predicate and object are one triple, whoever states it. */
export const tripleId = (subject: string, predicate: string, object: string): string =>
  createHash('sha256')
    .update([entityKey(subject), predicate.trim().toLowerCase(), entityKey(object)].join('\0'))
    .digest('hex')
    .slice(0, 24);

/** A name as people write it: `Panic_disorder` is how graphs write `Panic disorder`. */
const readable = (name: string): string => name.replaceAll('_', ' ').replace(/\s+/g, ' ').trim();

/**
 * Ready-made triples as a document's knowledge. The unit is a document of its own without passages, so that triples are
 * forgotten, moved and synced as pages are.
 */
export const statedKnowledge = (
  item: TriplesItem,
  at: { source: Source; hash: string; scopes: Scope[]; fetchedAt: string },
): DocumentChange & { knowledge: DocumentKnowledge } => {
  const entities = new Map<string, Entity>();
  const triples = new Map<string, Triple>();
  const entity = (name: string): string => {
    const id = entityKey(name) || name.trim().toLowerCase();
    if (!entities.has(id)) entities.set(id, { id, name: readable(name) });
    return id;
  };
  for (const row of item.rows) {
    const id = tripleId(row.subject, row.predicate, row.object);
    const supports = row.document_id && row.document_id !== item.id ? [item.id, row.document_id] : [item.id];
    const known = triples.get(id);
    triples.set(id, {
      id,
      subject: entity(row.subject),
      predicate: readable(row.predicate),
      object: entity(row.object),
      subjectName: readable(row.subject),
      objectName: readable(row.object),
      passageIds: [],
      documentIds: [...new Set([...(known?.documentIds ?? []), ...supports])],
      scopes: at.scopes,
    });
  }
  return {
    document: {
      id: item.id,
      sourceId: at.source.id,
      title: item.title,
      text: '',
      scopes: at.scopes,
      fetchedAt: at.fetchedAt,
      contentHash: at.hash,
      metadata: { triples: triples.size },
    },
    passages: [],
    tables: [],
    knowledge: {
      documentId: item.id,
      scopes: at.scopes,
      entities: [...entities.values()],
      mentions: [],
      triples: [...triples.values()],
    },
  };
};
