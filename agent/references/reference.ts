import type { Citation } from '../../core/answer.ts';

/**
 * A piece of evidence as prompts show it and answers cite it. `memory` is the model's own answer and
 * `calculation` a result of the calculator: both may stand among references (Hybrid RAG sections 4.3 and 4.4), but only
 * sources are cited.
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
  /** Of the search that found it; comparable within that search only. */
  score?: number;
}

/** A reference with the number that it keeps through the whole answer, in every prompt that shows it. */
export interface NumberedReference extends Reference {
  n: number;
}

/**
 * The numbers of one answer: the same passage has the same number in every step's prompt, so that what a step cites can
 * be handed on as it stands.
 */
export interface ReferenceBoard {
  add(references: readonly Reference[]): NumberedReference[];
  get(n: number): NumberedReference | undefined;
  all(): readonly NumberedReference[];
}

/** Identifies a reference: two with the same key are one. Of the facts and walks that one passage states each is its own. */
const referenceKey = ({ kind, documentId, passageId, text }: Reference): string =>
  kind !== 'path' && passageId ? passageId : `${kind}:${documentId}:${text}`;

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
