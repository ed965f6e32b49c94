import type { Scope } from './document.ts';

/** A thing that passages and triples speak of. */
export interface Entity {
  /** The key: folded lower-case words joined by single spaces (`entityKey`). */
  id: string;
  /** The name as most often written. */
  name: string;
  aliases?: string[];
  description?: string;
}

/** A stated fact, with the passages that state it. */
export interface Triple {
  /** Hash of subject, predicate and object keys: the same fact from two pages is one triple with two passages. */
  id: string;
  /** Entity ids. */
  subject: string;
  predicate: string;
  object: string;
  /** The names as stated, for prompts. */
  subjectName: string;
  objectName: string;
  /** Passages that state it; triples ingested without a document have none and belong to their source. */
  passageIds: string[];
  documentIds: string[];
  scopes: Scope[];
}

/** A walk over triples; step i leads from nodes[i] to nodes[i+1], along the triple or against it. */
export interface KnowledgePath {
  nodes: string[];
  steps: { triple: Triple; forward: boolean }[];
  score?: number;
}
