import { END } from '@langchain/langgraph';

/** A route to the end once the budget is spent; otherwise `route` decides. */
export const unlessExhausted =
  <State, Target extends string>(route: (state: State) => Target) =>
  (state: State & { exhausted: boolean }): Target | typeof END =>
    state.exhausted ? END : route(state);
