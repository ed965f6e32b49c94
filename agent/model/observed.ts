import type { FunctionSpec, Model } from './model.ts';

/**
 * What a model's provider was seen to refuse or to ignore although its API has it. Kept for the process, so that one question
 * pays for it and not each.
 */
interface Observed {
  /** It refused a request with a schema, and took the same one with the schema in the prompt. */
  refusesSchema: boolean;
  /** An answer had the form that the request's field asked for. A later one that lacks it is a slip. */
  heedsSchema: boolean;
  /** An answer lacked the form that was asked for, and had it once the schema was in the prompt. */
  ignoresSchema: boolean;
  /** It called a function. A turn without a call is then the model's choice. */
  callsFunctions: boolean;
  /** It called no function, and chose some as structured output. */
  ignoresFunctions: boolean;
  /** Names of functions that it refused together. Another set may be taken: some refuse one function's schema. */
  refusedFunctions: Set<string>;
}

/** Sets of functions that are kept as refused; they differ by question only where there are many live tools. */
const MAX_REFUSED_SETS = 100;

const byModel = new WeakMap<Model, Observed>();

/** What was seen of a model so far; the same object for each call, to be written to. */
export const observed = (model: Model): Observed => {
  const known = byModel.get(model);
  if (known) return known;
  const fresh: Observed = {
    refusesSchema: false,
    heedsSchema: false,
    ignoresSchema: false,
    callsFunctions: false,
    ignoresFunctions: false,
    refusedFunctions: new Set(),
  };
  byModel.set(model, fresh);
  return fresh;
};

/** True if the model is to be offered these functions by its own tool calling. */
export const takesFunctions = (model: Model, functions: readonly FunctionSpec[]): boolean => {
  const { ignoresFunctions, refusedFunctions } = observed(model);
  return model.capabilities.functions && !ignoresFunctions && !refusedFunctions.has(namesOf(functions));
};

/** Remembers that the provider refused these functions and took them as structured output. */
export const rememberRefusal = (model: Model, functions: readonly FunctionSpec[]): void => {
  const { refusedFunctions } = observed(model);
  if (refusedFunctions.size < MAX_REFUSED_SETS) refusedFunctions.add(namesOf(functions));
};

const namesOf = (functions: readonly FunctionSpec[]): string => functions.map(({ name }) => name).join(' ');
