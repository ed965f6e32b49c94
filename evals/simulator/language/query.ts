import type { Calculation } from './measures.ts';
import type { Name } from './names.ts';

/** What a noun phrase means: a thing by name, an earlier step's answer, or what a relation leads to from another. */
export type Term =
  | { kind: 'name'; name: Name; premises?: Premise[] }
  | { kind: 'step'; n: number }
  | { kind: 'hop'; relation: string; of: Term; at?: number; premises?: Premise[] };

/** What a question takes for granted of the thing it names. */
export interface Premise {
  relation: string;
  object: Term;
}

/** A question's meaning. */
export type Query =
  /** What a relation leads to: a chain of hops. */
  | { kind: 'value'; term: Extract<Term, { kind: 'hop' }> }
  /** Which of two has the least or the most of what a path of relations ends in. */
  | { kind: 'compare'; path: string[]; wants: 'least' | 'most'; a: Term; b: Term }
  /** Which of several has the least or the most of a relation's value. */
  | { kind: 'rank'; relation: string; wants: 'least' | 'most'; of: Term[] }
  /** Whether a relation leads from both to the same. */
  | { kind: 'same'; relation: string; a: Term; b: Term }
  /** What a relation leads to from both. */
  | { kind: 'common'; relation: string; a: Term; b: Term }
  /** The thing of which both relations hold. */
  | { kind: 'both'; relations: readonly [string, string]; a: Term; b: Term }
  /** How many things a relation leads here from. */
  | { kind: 'count'; relation: string; of: Term }
  /** A cell of a table. */
  | { kind: 'cell'; measure: string; of: Term; at: string }
  /** Worked out from several cells. */
  | { kind: 'calculate'; how: Calculation; measure: string; of: Term; from?: string; to?: string; bound?: number };
