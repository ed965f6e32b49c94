import type { TraceEvent } from '../core/answer.ts';
import type { QuestionCheckpoints, QuestionProgress } from './checkpoints.ts';
import type { QuestionContext } from './question-context.ts';

/**
 * Restores the context from the last checkpoint of an earlier process, and makes each new checkpoint store what was
 * added since the previous one.
 */
export const resumeProgress = (
  { before, config, withCheckpointer }: QuestionCheckpoints,
  context: QuestionContext,
  trace: readonly TraceEvent[],
  made: string,
) => {
  const { references, notices, quarantine, meter } = context;
  references.add(before?.references ?? []);
  for (const notice of before?.notices ?? []) notices.add(notice);
  for (const id of before?.poisoned ?? []) quarantine.poison(id);
  for (const place of before?.orders ?? []) quarantine.noteOrder(place);
  for (const hit of before?.withheld ?? []) quarantine.withhold(hit);
  const done = () => ({
    references: references.all().length,
    notices: notices.size,
    poisoned: quarantine.poisoned().length,
    orders: quarantine.orders().length,
    withheld: quarantine.withheld().length,
    trace: trace.length,
  });
  let last = done();
  const carried = (): QuestionProgress => {
    const from = last;
    last = done();
    return {
      made,
      usage: meter.usage(),
      references: references.all().slice(from.references),
      notices: [...notices].slice(from.notices),
      poisoned: quarantine.poisoned().slice(from.poisoned),
      orders: quarantine.orders().slice(from.orders),
      withheld: quarantine.withheld().slice(from.withheld),
      trace: trace.slice(from.trace),
    };
  };
  return {
    before,
    config,
    withCheckpointer: (graph: Parameters<typeof withCheckpointer>[0]) => withCheckpointer(graph, carried),
  };
};
