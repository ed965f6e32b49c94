import { isParleyError } from '../../core/errors.ts';
import { callFirst, callModel, tryAgain } from './call-model.ts';
import { fillOmittedFields } from './compact.ts';
import { fitTypes } from './fit-types.ts';
import { groundedOutput } from './grounded-output.ts';
import { likelyByRule, mayAnswerLikely } from './likely.ts';
import type { CallUsage, Message, Model, ModelReply } from './model.ts';
import { observed } from './observed.ts';
import { readJsonObject } from './partial-json.ts';
import type { Task } from './task.ts';
import type { RunOptions, TaskContext } from './task-context.ts';
import { composeRequest, ignoresSchema, schemaForm, taskCall } from './task-request.ts';
import { givesVerdict, unreadableNote, unusableAnswer } from './unusable-answer.ts';

/** A task's output, its cost and, if requested and supported, the log-probabilities of its tokens. */
export interface TaskResult<Output> {
  output: Output;
  raw: string;
  usage: CallUsage;
  logprobs?: number[];
}

/**
 * Runs a task: admits it to the budget, calls the model and parses the answer. An answer that cannot be used gets one
 * second attempt: with more room if the output limit cut it, otherwise with its problem in the prompt.
 * @param options.unreadable output to use if the second attempt fails too; without it the call throws
 * @throws BUDGET_EXHAUSTED before a call that would exceed the budget, or if the budget cut the answer; MODEL_OUTPUT_CUT or
 * MODEL_OUTPUT_MALFORMED (details: raw, usage) after a failed second attempt; what Model.call throws
 */
export const runTask = async <Input, Output>(
  context: TaskContext,
  task: Task<Input, Output>,
  input: Input,
  options: RunOptions & { unreadable?: Output } = {},
): Promise<TaskResult<Output>> => {
  const call = taskCall(context, task, options);
  const { model } = call;
  const startedAt = context.clock.now();
  const { reply: first, request } = await callFirst(call, input);
  const { messages } = request;
  const read = readOutput(task, model, first.text);
  if ('output' in read) {
    if (request.form === 'field' && request.schema) observed(model).heedsSchema = true;
    return done(settled(read.output), first, first.usage, false);
  }

  if (options.show && task.stream) context.show.reset();
  const isIgnored = !observed(model).heedsSchema && ignoresSchema(request, first);
  const second = await tryAgain(call, isIgnored ? composeRequest(call, input, 'both') : request, first, read.problem);
  const usage = second ? addUsage(first.usage, second.usage) : first.usage;
  const last = second ?? first;
  const again = second ? readOutput(task, model, second.text) : read;
  if ('output' in again) {
    if (isIgnored) observed(model).ignoresSchema = true;
    return done(settled(again.output), last, usage, true);
  }
  const failure = unusableAnswer(task.name, last, again.problem, usage);
  if (options.unreadable === undefined) throw failure;
  if (options.show && task.stream) context.show.reset();
  context.trace(unreadableNote(failure, givesVerdict(task.json)));
  return { output: options.unreadable, raw: last.text, usage };

  function settled(output: Output): Output {
    const held = settleOutput(context, output, messages, model);
    if (options.show && task.stream && isRefusal(held) && !isRefusal(output)) context.show.reset();
    return held;
  }

  function done(output: Output, reply: ModelReply, usage: CallUsage, repaired: boolean): TaskResult<Output> {
    const { inputTokens, outputTokens } = usage;
    context.trace({
      kind: 'task',
      name: task.name,
      label: options.doing ?? task.doing,
      ms: context.clock.now() - startedAt,
      data: { inputTokens, outputTokens, output, ...(repaired ? { repaired } : {}) },
    });
    return { output, raw: reply.text, usage, ...(reply.logprobs ? { logprobs: reply.logprobs } : {}) };
  }
};

/**
 * Checks an output: removes what the prompt cannot have stated (`groundedOutput`), and checks a likely answer
 * (`likelyByRule`).
 */
export const settleOutput = <Output>(
  context: Pick<TaskContext, 'allowsLikely'>,
  output: Output,
  messages: readonly Message[],
  model: Pick<Model, 'capabilities'>,
): Output => likelyByRule(groundedOutput(output, messages), mayAnswerLikely(context, model));

/**
 * Calls the model without parsing its output, for answers by function calls. An answer that the output limit cut before or
 * within a call gets one second attempt with more room.
 */
export const callTask = async <Input, Output>(
  context: TaskContext,
  task: Task<Input, Output>,
  input: Input,
  options: RunOptions,
): Promise<ModelReply> => {
  const call = taskCall(context, task, options);
  const request = composeRequest(call, input, schemaForm(call.model));
  const first = await callModel(call, request);
  const isWhole = first.functionCalls.some(({ unreadable }) => unreadable === undefined);
  if (!first.cut || isWhole) return first;
  return (await tryAgain(call, request, first, 'It was cut.')) ?? first;
};

/**
 * Runs n samples of one prompt in parallel, with seeds counting up from the given one or 0. Drops failed samples. A task's own
 * temperature is 0 unless it says otherwise, at which a real model repeats itself (the simulated one does not): give one here.
 * @returns at least one result
 * @throws the first failure if every sample failed; CANCELLED at once
 */
export const sampleTask = async <Input, Output>(
  context: TaskContext,
  task: Task<Input, Output>,
  input: Input,
  n: number,
  options: RunOptions = {},
): Promise<TaskResult<Output>[]> => {
  const settled = await Promise.allSettled(
    Array.from({ length: n }, (_, at) => {
      const seed = (options.sampling?.seed ?? 0) + at;
      return runTask(context, task, input, { ...options, sampling: { ...task.sampling, ...options.sampling, seed } });
    }),
  );
  const results = settled.flatMap((draw) => (draw.status === 'fulfilled' ? [draw.value] : []));
  const failures = settled.flatMap((draw) => (draw.status === 'rejected' ? [draw.reason as unknown] : []));
  const cancelled = failures.find((failure) => isParleyError(failure, 'CANCELLED'));
  if (cancelled || results.length === 0) throw cancelled ?? failures[0];
  return results;
};

const isRefusal = (output: unknown): boolean =>
  typeof output === 'object' && output !== null && 'verdict' in output && output.verdict === 'unknown';

const readOutput = <I, O>(task: Task<I, O>, model: Model, text: string): { output: O } | { problem: string } => {
  if (!task.output) return text.trim() ? { output: text.trim() as O } : { problem: 'It is empty.' };
  const read = readJsonObject(text);
  if (read === undefined) return { problem: 'It is not one JSON object.' };
  const value = model.capabilities.compact && task.json ? fillOmittedFields(read, task.json) : read;
  const parsed = task.output.safeParse(value);
  if (parsed.success) return { output: parsed.data };
  const fitted = task.json ? task.output.safeParse(fitTypes(value, task.json)) : parsed;
  if (fitted.success) return { output: fitted.data };
  const issues = parsed.error.issues
    .slice(0, 3)
    .map((issue) => `${issue.path.join('.') || 'the object'}: ${issue.message}`);
  return { problem: `${issues.join('; ')}.` };
};

const addUsage = (a: CallUsage, b: CallUsage): CallUsage => ({
  inputTokens: a.inputTokens + b.inputTokens,
  outputTokens: a.outputTokens + b.outputTokens,
  estimated: a.estimated || b.estimated,
});
