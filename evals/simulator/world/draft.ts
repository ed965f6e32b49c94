import type { ExtraPages } from './extra-pages.ts';
import type { World } from './world.ts';

/** A question about the world with its gold, before it has an id. */
export interface Draft {
  question: string;
  /** Every wording that is right, the plainest first; empty when there is none. */
  answers: string[];
  /** Pages that together state the answer. */
  supporting_ids: string[];
  /** True by default. */
  answerable?: boolean;
  /** On whose behalf it is asked; everyone's when absent. */
  scopes?: string[];
  /** The thread before it. */
  history?: { question: string; answer: string }[];
  /** The sub-questions that lead to the answer. */
  steps: { question: string; answer: string; supporting_id: string }[];
}

/** Makes a question from a hash; where the world holds none for it, the caller tries another hash. */
export type DraftQuestion = (world: World, extras: ExtraPages, h: number) => Draft | undefined;
