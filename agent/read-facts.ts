import type { Budget } from '../core/answer.ts';
import { systemClock } from '../core/clock.ts';
import type { Passage } from '../core/document.ts';
import { createQuarantine } from '../tools/quarantine.ts';
import { createMeter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { runTask } from './model/run-task.ts';
import { SHOW_NOTHING } from './question-context.ts';
import { extractTriples } from './tasks/extract-triples.ts';

/** A fact and the index of the passage that states it. */
export interface ReadFact {
  passage: number;
  subject: string;
  predicate: string;
  object: string;
}

/**
 * Creates a fact extractor for ingest, with one model call per batch of passages. All batches share the budget.
 * @returns a function that throws BUDGET_EXHAUSTED before a call that would exceed the budget, and what a model call
 * throws
 */
export const createFactReader = (models: Models, budget: Budget) => {
  const clock = systemClock;
  const meter = createMeter(budget, clock);
  return async (
    passages: readonly Passage[],
    signal: AbortSignal = new AbortController().signal,
  ): Promise<ReadFact[]> => {
    const quarantine = createQuarantine(() => {});
    const clean = passages.map(
      (passage) => quarantine.clean(passage) ?? { ...passage, title: '', headings: [], text: '' },
    );
    const sources = clean.map(({ documentId, id, title, headings, text }, at) => ({
      n: at + 1,
      kind: 'passage' as const,
      documentId,
      passageId: id,
      title,
      headings,
      text,
    }));
    const context = { models, meter, clock, signal, show: SHOW_NOTHING, status() {}, trace() {} };
    const { output } = await runTask(context, extractTriples, { sources });
    return output.triples
      .filter(({ source }) => source >= 1 && source <= passages.length)
      .map(({ source, ...fact }) => ({ passage: source - 1, ...fact }));
  };
};
