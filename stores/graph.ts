import type { Scope } from '../core/document.ts';
import type { Entity, Triple } from '../core/knowledge.ts';
import type { Follower } from './documents.ts';

/** That a passage mentions an entity, how often, and whether in its title. */
export interface Mention {
  passageId: string;
  documentId: string;
  entityId: string;
  /** Times in the text; 0 when only the title names it. */
  count: number;
  inTitle: boolean;
}

/** What one document adds to the graph; replaced as one when the document changes. */
export interface DocumentKnowledge {
  documentId: string;
  scopes: Scope[];
  entities: Entity[];
  mentions: Mention[];
  triples: Triple[];
}

/**
 * Entities, the passages that mention them, and triples. Reads take scopes: a triple, mention or neighbour that only hidden
 * documents support is not there. Every read is a batch bounded by `limit` an item, so that hubs cannot flood a query.
 */
export interface GraphStore {
  entities(ids: readonly string[], scopes: readonly Scope[]): Promise<Entity[]>;
  /** Entities whose names match a mention best, by words in common; for linking names that a model wrote. */
  findEntities(name: string, limit: number, scopes: readonly Scope[]): Promise<{ entity: Entity; score: number }[]>;
  mentionsOf(passageIds: readonly string[], scopes: readonly Scope[]): Promise<Mention[]>;
  passagesMentioning(entityIds: readonly string[], limit: number, scopes: readonly Scope[]): Promise<Mention[]>;
  /** Triples at these entities, on either side. */
  triplesOf(entityIds: readonly string[], limit: number, scopes: readonly Scope[]): Promise<Triple[]>;
  triples(ids: readonly string[], scopes: readonly Scope[]): Promise<Triple[]>;
  /** Streams every triple, ordered by id; for building an in-memory graph, export and migration. */
  allTriples(): AsyncIterable<Triple>;
  allEntities(): AsyncIterable<Entity>;
  allMentions(): AsyncIterable<Mention>;
  /** Streams what each document added, in the order of document ids; for migration and for telling two graphs apart. */
  knowledge(after?: string): AsyncIterable<DocumentKnowledge>;
  count(): Promise<{ entities: number; mentions: number; triples: number }>;
}

/** The graph with its writes, for `Stores.apply`, `Stores.rebuild` and migration alone. */
export interface WritableGraphStore extends GraphStore {
  put(batch: readonly DocumentKnowledge[]): Promise<void>;
  /** Gives what these documents state other scopes; documents that state nothing are left out. */
  rescope(documents: readonly Follower[]): Promise<void>;
  /** Removes what only these documents support: mentions, triples, then entities that nothing mentions any more. */
  deleteDocuments(
    documentIds: readonly string[],
    options?: { dryRun?: boolean },
  ): Promise<{ triples: number; entities: number }>;
}
