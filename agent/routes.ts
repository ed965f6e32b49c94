import { END } from '@langchain/langgraph';

/** A route that ends as soon as the budget is spent, and else goes where `route` says. */
export const unlessExhausted =
  <State, Target extends string>(route: (state: State) => Target) =>
  (state: State & { exhausted: boolean }): Target | typeof END =>
    state.exhausted ? END : route(state);
