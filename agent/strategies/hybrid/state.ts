import { Annotation } from '@langchain/langgraph';
import { ReasoningState } from '../../state.ts';
import type { Attributes } from './tasks/predict-attributes.ts';

/** A proposed calculation after evaluation, numbered as a reference. */
export interface CheckedCalculation {
  n: number;
  expression: string;
  value: number | boolean;
  /** Numbers of the sources whose figures it uses. */
  sources: number[];
}

export const HybridState = Annotation.Root({
  ...ReasoningState.spec,
  attributes: Annotation<Attributes | undefined>,
  calculations: Annotation<CheckedCalculation[], CheckedCalculation[]>({
    reducer: (_, next) => next,
    default: () => [],
  }),
  /** True if the structured output could not be parsed; the backup summariser then answers. */
  unreadable: Annotation<boolean, boolean>({ reducer: (_, next) => next, default: () => false }),
});
export type Hybrid = typeof HybridState.State;
export type HybridUpdate = typeof HybridState.Update;
