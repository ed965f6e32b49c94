import { runTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { RokOptions } from './options.ts';
import type { Rok, RokUpdate } from './state.ts';
import { extendQuestion } from './tasks/extend-question.ts';
import { keyEntities } from './tasks/key-entities.ts';

/**
 * RoK section 4.1: a chain of thought extends the question (what comes up in it matters, not its answer), and the key
 * entities of both are named; one structured call for the two, so that the passages can be asked too within four.
 */
export const extendAndName = ({ extension }: RokOptions) =>
  node<Rok, RokUpdate>('extend', async ({ standalone }, context) => {
    if (!extension) return { names: (await runTask(context, keyEntities, { question: standalone })).output.entities };
    const { output } = await runTask(
      context,
      extendQuestion,
      { question: standalone },
      { unreadable: { thinking: '', entities: [] } },
    );
    return { names: output.entities };
  });
