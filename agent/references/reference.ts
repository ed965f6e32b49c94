import type { Citation } from '../../core/answer.ts';

/**
 * A piece of evidence for prompts and citations. `memory` is the model's own answer and `calculation` a calculator's
 * result (Hybrid RAG sections 4.3 and 4.4); these two are never cited.
 */
export interface Reference {
  kind: Citation['kind'] | 'attachment' | 'live' | 'memory' | 'calculation';
  documentId: string;
  passageId?: string;
  title: string;
  headings: string[];
  text: string;
  url?: string;
  /** ISO 8601. */
  updatedAt?: string;
  /** Score of the reference in its search; comparable only within that search. */
  score?: number;
}

/** A reference with its number, which is the same in every prompt of an answer. */
export interface NumberedReference extends Reference {
  n: number;
}

/**
 * Numbers the references of one answer. A passage has the same number in every step's prompt, so that citations of
 * steps stay valid.
 */
export interface ReferenceBoard {
  add(references: readonly Reference[]): NumberedReference[];
  get(n: number): NumberedReference | undefined;
  all(): readonly NumberedReference[];
}

/** Key of a reference; equal keys share a number. Facts and paths of one passage have separate keys. */
const referenceKey = ({ kind, documentId, passageId, text }: Reference): string =>
  kind !== 'path' && passageId ? passageId : `${kind}:${documentId}:${text}`;

/** Creates the list of what a question has read. A reference added twice keeps its first number. */
export const createReferenceBoard = (): ReferenceBoard => {
  const byKey = new Map<string, NumberedReference>();
  const all: NumberedReference[] = [];
  return {
    add: (references) =>
      references.map((reference) => {
        const key = referenceKey(reference);
        const existing = byKey.get(key);
        if (existing) return existing;
        const numbered = { ...reference, n: all.length + 1 };
        byKey.set(key, numbered);
        all.push(numbered);
        return numbered;
      }),
    get: (n) => all[n - 1],
    all: () => all,
  };
};
