import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { extendQuestion } from '../tasks/extend-question.ts';
import { keyEntities } from '../tasks/key-entities.ts';
import type { RokOptions } from './options.ts';
import type { Rok, RokUpdate } from './state.ts';

/** RoK section 4.1, call 1: a chain of thought extends the question; what comes up in it matters, not its answer. */
export const thinkAhead = ({ extension }: RokOptions) =>
  node<Rok, RokUpdate>('extend', async ({ standalone }, context) => {
    if (!extension) return { thinking: '' };
    const { output } = await runTask(context, extendQuestion, { question: standalone });
    return { thinking: output.thinking };
  });

/** Call 2: the key entities of question and thinking. */
export const nameEntities = node<Rok, RokUpdate>('name', async ({ standalone, thinking }, context) => {
  const { output } = await runTask(context, keyEntities, { question: standalone, thinking });
  return { names: output.entities };
});
