import { END } from '@langchain/langgraph';
import { MAX_FRUITLESS_TURNS } from './nodes.ts';
import type { ToolAgent } from './state.ts';

/** After a turn: its calls are carried out; an answer ends the search, and so does a turn that called nothing. */
export const afterThink = ({
  exhausted,
  written,
  called,
}: Pick<ToolAgent, 'exhausted' | 'written' | 'called'>): 'act' | 'finish' | typeof END => {
  if (exhausted || written) return END;
  return called ? 'act' : 'finish';
};

/** After look-ups: the next turn, or the answer from what was found where none fits or none helps. */
export const afterAct = ({
  exhausted,
  mustAnswer,
  fruitlessTurns,
}: Pick<ToolAgent, 'exhausted' | 'mustAnswer' | 'fruitlessTurns'>): 'think' | 'finish' | typeof END => {
  if (exhausted) return END;
  return mustAnswer || fruitlessTurns >= MAX_FRUITLESS_TURNS ? 'finish' : 'think';
};
