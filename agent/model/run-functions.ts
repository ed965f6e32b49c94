import { isParleyError } from '../../core/errors.ts';
import type { FunctionSpec, Model } from './model.ts';
import { observed, rememberRefusal, takesFunctions } from './observed.ts';
import { readJsonObject } from './partial-json.ts';
import { callTask, runTask } from './run-task.ts';
import type { Task } from './task.ts';
import type { TaskContext } from './task-context.ts';

/** A function that a model chose, with its unchecked arguments. */
export interface ChosenCall {
  name: string;
  arguments: unknown;
}

/** Structured output of the choosing task, for models without tool calling. */
interface ChosenAsOutput {
  calls: { name: string; arguments: string }[];
}

/** The two ways to have a model choose among functions. */
interface Choosing<Chosen> {
  /** By its own tool calling. */
  byCalling(): Promise<Chosen>;
  /** As structured output, for which the functions are described in the prompt. */
  asOutput(): Promise<Chosen>;
  /** True if a choice of none is taken at its word. Otherwise it is asked for as structured output, too. */
  mayBeNone: boolean;
}

/**
 * Lets a model choose functions by its own tool calling; as structured output if it has none, or the provider refuses
 * the functions (servers may be started without tool calling, and some refuse a schema that others take) or ignores them.
 * What was seen is remembered for the process.
 */
export const chooseByEither = async <Chosen extends { calls: readonly unknown[] }>(
  context: Pick<TaskContext, 'trace'>,
  model: Model,
  functions: readonly FunctionSpec[],
  { byCalling, asOutput, mayBeNone }: Choosing<Chosen>,
): Promise<Chosen> => {
  if (!takesFunctions(model, functions)) return asOutput();
  let called: Chosen;
  try {
    called = await byCalling();
  } catch (error) {
    if (!isParleyError(error, 'MODEL_REQUEST_REFUSED')) throw error;
    context.trace({ kind: 'note', name: 'functions-refused', data: { message: error.message } });
    const chosen = await asOutput();
    rememberRefusal(model, functions);
    return chosen;
  }
  if (called.calls.length > 0) observed(model).callsFunctions = true;
  if (called.calls.length > 0 || mayBeNone) return called;
  context.trace({ kind: 'note', name: 'functions-ignored', data: { message: NO_CALLS } });
  const chosen = await asOutput();
  if (chosen.calls.length > 0 && !observed(model).callsFunctions) observed(model).ignoresFunctions = true;
  return chosen;
};

const NO_CALLS = 'The model called none of the functions; they are offered as structured output.';

/** A function as the prompt describes it to a model without tool calling. */
export const describeFunction = ({ name, description, parameters }: FunctionSpec): string =>
  `${name}: ${description} Arguments: ${JSON.stringify(parameters)}`;

/**
 * Runs a task in which the model chooses functions (`chooseByEither`). Drops names that were not offered. A choice that
 * cannot be read is none.
 */
export const runFunctions = async <Input>(
  context: TaskContext,
  task: Task<Input, ChosenAsOutput>,
  functions: readonly FunctionSpec[],
  inputWith: (described: readonly string[]) => Input,
): Promise<ChosenCall[]> => {
  const offered = new Set(functions.map(({ name }) => name));
  const input = inputWith(functions.map(describeFunction));
  const model = task.fast ? context.models.fast : context.models.main;
  const { calls } = await chooseByEither<{ calls: ChosenCall[] }>(context, model, functions, {
    byCalling: async () => ({ calls: (await callTask(context, task, input, { functions })).functionCalls }),
    asOutput: async () => {
      const { output } = await runTask(context, task, input, { unreadable: { calls: [] } });
      return {
        calls: output.calls.map(({ name, arguments: json }) => ({ name, arguments: readJsonObject(json) ?? {} })),
      };
    },
    mayBeNone: observed(model).callsFunctions,
  });
  return calls.filter(({ name }) => offered.has(name));
};
