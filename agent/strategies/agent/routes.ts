import { END } from '@langchain/langgraph';
import { MAX_FRUITLESS_TURNS } from './nodes.ts';
import type { ToolAgent } from './state.ts';

/**
 * After a model turn: runs its calls, ends on an answer, and answers from what was found if the turn called nothing.
 */
export const afterThink = ({
  exhausted,
  written,
  hasCalls,
}: Pick<ToolAgent, 'exhausted' | 'written' | 'hasCalls'>): 'act' | 'finish' | typeof END => {
  if (exhausted || written) return END;
  return hasCalls ? 'act' : 'finish';
};

/**
 * After look-ups: the next turn, or the answering call if the budget is too low or the last turns found nothing new.
 */
export const afterAct = ({
  exhausted,
  mustAnswer,
  fruitlessTurns,
}: Pick<ToolAgent, 'exhausted' | 'mustAnswer' | 'fruitlessTurns'>): 'think' | 'finish' | typeof END => {
  if (exhausted) return END;
  return mustAnswer || fruitlessTurns >= MAX_FRUITLESS_TURNS ? 'finish' : 'think';
};
