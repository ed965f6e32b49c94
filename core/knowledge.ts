import type { Scope } from './document.ts';

/** A thing mentioned in passages and triples. */
export interface Entity {
  /** The key: folded lower-case words joined by single spaces (`entityKey`). */
  id: string;
  /** The most frequent spelling. */
  name: string;
  aliases?: string[];
  description?: string;
}

/** A fact, with the passages that state it. */
export interface Triple {
  /**
   * Hash of the keys of subject, predicate and object. The same fact from two pages is one triple with two passages.
   */
  id: string;
  /** Entity ids. */
  subject: string;
  predicate: string;
  object: string;
  /** The names as stated, for prompts. */
  subjectName: string;
  objectName: string;
  /** Passages that state it; empty for triples ingested without a document, which belong to their source. */
  passageIds: string[];
  documentIds: string[];
  scopes: Scope[];
}

/**
 * A path over triples. Step i leads from nodes[i] to nodes[i+1]; `forward` is false if it goes from object to subject.
 */
export interface KnowledgePath {
  nodes: string[];
  steps: { triple: Triple; forward: boolean }[];
  score?: number;
}
