/** The simulated reader behind the OpenAI API. */
export type { LoggedCall } from './answer.ts';
export { type SimulatedModel, type SimulatedModelOptions, startSimulatedModel } from './server.ts';
