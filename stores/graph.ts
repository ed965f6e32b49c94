import type { Scope } from '../core/document.ts';
import type { Entity, Triple } from '../core/knowledge.ts';
import type { Follower } from './documents.ts';

/** A passage's mentions of one entity. */
export interface Mention {
  passageId: string;
  documentId: string;
  entityId: string;
  /** Occurrences in the text; 0 if only the title names the entity. */
  count: number;
  inTitle: boolean;
}

/** What one document adds to the graph. Replaced as a whole when the document changes. */
export interface DocumentKnowledge {
  documentId: string;
  scopes: Scope[];
  entities: Entity[];
  mentions: Mention[];
  triples: Triple[];
}

/**
 * Entities, the passages that mention them, and triples. Reads take scopes and leave out entities, mentions and triples that
 * are only in documents which these scopes do not show. `limit` bounds the results per entity, because some entities have
 * very many mentions and triples.
 */
export interface GraphStore {
  entities(ids: readonly string[], scopes: readonly Scope[]): Promise<Entity[]>;
  /** The entities whose names share most words with `name`, best first; for linking names that a model wrote. */
  findEntities(name: string, limit: number, scopes: readonly Scope[]): Promise<{ entity: Entity; score: number }[]>;
  mentionsOf(passageIds: readonly string[], scopes: readonly Scope[]): Promise<Mention[]>;
  passagesMentioning(entityIds: readonly string[], limit: number, scopes: readonly Scope[]): Promise<Mention[]>;
  /** Triples with one of these entities as subject or object. */
  triplesOf(entityIds: readonly string[], limit: number, scopes: readonly Scope[]): Promise<Triple[]>;
  triples(ids: readonly string[], scopes: readonly Scope[]): Promise<Triple[]>;
  /** Streams all triples in id order, for the in-memory graph, export and migration. */
  allTriples(): AsyncIterable<Triple>;
  allEntities(): AsyncIterable<Entity>;
  allMentions(): AsyncIterable<Mention>;
  /** Streams each document's knowledge in order of document ids, after the id `after`; for migration and comparisons. */
  knowledge(after?: string): AsyncIterable<DocumentKnowledge>;
  count(): Promise<{ entities: number; mentions: number; triples: number }>;
}

/** The graph store with its writes, which only `Stores.apply`, `Stores.rebuild` and migration may call. */
export interface WritableGraphStore extends GraphStore {
  put(batch: readonly DocumentKnowledge[]): Promise<void>;
  /** Replaces the scopes of these documents' knowledge. Documents without knowledge are ignored. */
  rescope(documents: readonly Follower[]): Promise<void>;
  /** Removes the documents' knowledge, then triples and entities that no other document states. */
  deleteDocuments(
    documentIds: readonly string[],
    options?: { dryRun?: boolean },
  ): Promise<{ triples: number; entities: number }>;
}
