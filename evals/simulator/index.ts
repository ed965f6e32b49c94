/** The simulated world and the simulated model that reads it: strategies tested whole, without a provider. */
export { faultless, type Knobs, knobsSchema } from './reader/index.ts';
export {
  type LoggedCall,
  type SimulatedModel,
  type SimulatedModelOptions,
  startSimulatedModel,
} from './server/index.ts';
export {
  type QuestionKind,
  questionKinds,
  type WorldOptions,
  type WorldQuestion,
  worldDocuments,
  worldQuestions,
  worldToday,
  worldTriples,
} from './world/index.ts';
export { type WrittenWorld, writeWorld } from './world/write-world.ts';
