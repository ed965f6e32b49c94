import { isParleyError } from '../../core/errors.ts';
import type { FunctionSpec } from './model.ts';
import { readJsonObject } from './partial-json.ts';
import { callTask, runTask, type TaskContext } from './run-task.ts';
import type { Task } from './task.ts';

/** A function that a model chose, with its unchecked arguments. */
export interface ChosenCall {
  name: string;
  arguments: unknown;
}

/** Structured output of the choosing task, for models without tool calling. */
interface ChosenAsOutput {
  calls: { name: string; arguments: string }[];
}

/**
 * Lets a model choose functions, by its own tool calling or otherwise as structured output: also where the provider refuses
 * the request, since servers may be started without tool calling, and some refuse a schema that others take. Drops names that
 * were not offered.
 */
export const runFunctions = async <Input>(
  context: TaskContext,
  task: Task<Input, ChosenAsOutput>,
  functions: readonly FunctionSpec[],
  inputWith: (described: readonly string[]) => Input,
): Promise<ChosenCall[]> => {
  const offered = new Set(functions.map(({ name }) => name));
  const input = inputWith(
    functions.map(
      ({ name, description, parameters }) => `${name}: ${description} Arguments: ${JSON.stringify(parameters)}`,
    ),
  );
  const asOutput = async (): Promise<ChosenCall[]> =>
    (await runTask(context, task, input)).output.calls.map(({ name, arguments: json }) => ({
      name,
      arguments: readJsonObject(json) ?? {},
    }));
  const model = task.fast ? context.models.fast : context.models.main;
  const chosen = model.capabilities.functions
    ? await callTask(context, task, input, { functions }).then(
        ({ functionCalls }) => functionCalls,
        (error: unknown) => {
          if (!isParleyError(error, 'MODEL_REQUEST_REFUSED')) throw error;
          context.trace({ kind: 'note', name: 'functions-refused', data: { message: error.message } });
          return asOutput();
        },
      )
    : await asOutput();
  return chosen.filter(({ name }) => offered.has(name));
};
