import type { TraceEvent } from '../core/answer.ts';
import type { Carried, QuestionCheckpoints } from './checkpoints.ts';
import type { QuestionContext } from './question-context.ts';

/** Brings the context to where an earlier process left it, and has every checkpoint carry what came since the one before. */
export const carry = (
  { before, config, keeping }: QuestionCheckpoints,
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
  const carried = (): Carried => {
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
  return { before, config, keeping: (graph: Parameters<typeof keeping>[0]) => keeping(graph, carried) };
};
