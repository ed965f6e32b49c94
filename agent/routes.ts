import { END } from '@langchain/langgraph';

/** Routes to the end once the budget is spent; otherwise calls `route`. */
export const unlessExhausted =
  <State, Target extends string>(route: (state: State) => Target) =>
  (state: State & { exhausted: boolean }): Target | typeof END =>
    state.exhausted ? END : route(state);
