import { isParleyError } from '../../core/errors.ts';
import type { QuestionContext } from '../question-context.ts';
import { compactInstructions, compactSchema, fillOmittedFields } from './compact.ts';
import { fitTypes } from './fit-types.ts';
import { groundedOutput } from './grounded-output.ts';
import { LIKELY_RULE, likelyByRule, withoutLikely } from './likely.ts';
import type { CallUsage, FunctionSpec, JsonSchema, Message, Model, ModelCall, ModelReply, Sampling } from './model.ts';
import { observed } from './observed.ts';
import { followField, readJsonObject } from './partial-json.ts';
import type { Task } from './task.ts';
import { estimatePrompt, estimateTokens } from './tokens.ts';
import {
  givesVerdict,
  isCutByProvider,
  isEndless,
  type LimitedReply,
  secondPrompt,
  unreadableNote,
  unusableAnswer,
} from './unusable-answer.ts';

/** The part of a question's context that tasks use. */
export type TaskContext = Pick<
  QuestionContext,
  'models' | 'meter' | 'clock' | 'signal' | 'show' | 'status' | 'trace'
> & {
  /** False if answers may contain only what sources state. True by default. */
  allowsLikely?: boolean;
};

export interface RunOptions {
  /** Status text of this call, if more specific than the task's, such as "step 2 of 4". */
  doing?: string;
  sampling?: Sampling;
  logprobs?: boolean;
  /** Functions that the model may call, instead of the task's structured output. */
  functions?: readonly FunctionSpec[];
  /** Messages after the task's prompt: the model's function calls and their results. */
  transcript?: readonly Message[];
  /** The rule for likely answers; `LIKELY_RULE` by default. */
  likelyRule?: string;
  /** True to show the task's `stream` field to the asker as it streams. */
  show?: boolean;
}

/** A task's output, its cost and, if requested and supported, the log-probabilities of its tokens. */
export interface TaskResult<Output> {
  output: Output;
  raw: string;
  usage: CallUsage;
  logprobs?: number[];
}

/** Maximum attempts of a rate-limited call. */
const RATE_LIMIT_TRIES = 5;
/** Milliseconds before the second attempt after an outage. */
const OUTAGE_PAUSE_MS = 200;
/** Factor of the output limit for the second attempt after an answer that the limit cut. */
const MORE_ROOM = 2;

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
  const model = task.fast ? context.models.fast : context.models.main;
  const startedAt = context.clock.now();
  const compose = (form: SchemaForm): Request => composeRequest(context, task, model, input, options, form);
  const { reply: first, request } = await callFirst(context, model, task, compose, options);
  const { messages } = request;
  const read = readOutput(task, model, first.text);
  if ('output' in read) {
    if (request.form === 'field' && request.schema) observed(model).heedsSchema = true;
    return done(settled(read.output), first, first.usage, false);
  }

  if (options.show && task.stream) context.show.reset();
  const isIgnored = !observed(model).heedsSchema && ignoresSchema(request, first);
  const second = await tryAgain(
    context,
    model,
    task,
    isIgnored ? compose('both') : request,
    options,
    first,
    read.problem,
  );
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
 * True if an answer may be likely: the settings allow it and the model is not a small one, which judges links and
 * candidates badly.
 */
export const mayAnswerLikely = (
  { allowsLikely }: Pick<TaskContext, 'allowsLikely'>,
  { capabilities }: Pick<Model, 'capabilities'>,
): boolean => allowsLikely !== false && !capabilities.compact;

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
  const model = task.fast ? context.models.fast : context.models.main;
  const request = composeRequest(context, task, model, input, options, schemaForm(model));
  const first = await callModel(context, model, task, request, options);
  const isWhole = first.functionCalls.some(({ unreadable }) => unreadable === undefined);
  if (!first.cut || isWhole) return first;
  return (await tryAgain(context, model, task, request, options, first, 'It was cut.')) ?? first;
};

/** Where the schema of the answer is: in the request's field for it, in the prompt, or in both. */
type SchemaForm = 'field' | 'prompt' | 'both';

/** The prompt of a call, and what its answer must be. */
interface Request {
  messages: Message[];
  /** The schema in the request's field for it. */
  schema?: { name: string; json: JsonSchema };
  form: SchemaForm;
}

const schemaForm = (model: Model): SchemaForm => {
  const { refusesSchema, ignoresSchema } = observed(model);
  if (model.capabilities.structuredOutput === 'text' || refusesSchema) return 'prompt';
  return ignoresSchema ? 'both' : 'field';
};

const composeRequest = <I, O>(
  context: TaskContext,
  task: Task<I, O>,
  model: Model,
  input: I,
  options: RunOptions,
  form: SchemaForm,
): Request => {
  const json = options.functions ? undefined : schemaOf(context, model, task);
  const completed = completePrompt(
    context,
    task,
    model,
    task.prompt(input),
    options,
    form === 'field' ? undefined : json,
  );
  return {
    messages: [...completed, ...(options.transcript ?? [])],
    ...(json && form !== 'prompt' ? { schema: { name: task.name, json } } : {}),
    form,
  };
};

/**
 * Makes a task's first call. If the provider refuses the request, its field for the schema may be the reason: asks again with
 * the schema in the prompt, and stays with that for the process if it helps.
 */
const callFirst = async <I, O>(
  context: TaskContext,
  model: Model,
  task: Task<I, O>,
  compose: (form: SchemaForm) => Request,
  options: RunOptions,
): Promise<{ reply: LimitedReply; request: Request }> => {
  const request = compose(schemaForm(model));
  try {
    return { reply: await callModel(context, model, task, request, options), request };
  } catch (error) {
    if (!request.schema || !isParleyError(error, 'MODEL_REQUEST_REFUSED')) throw error;
    context.trace({ kind: 'note', name: 'schema-refused', data: { message: error.message } });
    const prompted = compose('prompt');
    const reply = await callModel(context, model, task, prompted, options);
    observed(model).refusesSchema = true;
    return { reply, request: prompted };
  }
};

/** True for a complete answer that lacks the form which the request's field asked for: the provider did not enforce it. */
const ignoresSchema = ({ schema, form }: Request, { text, cut }: ModelReply): boolean => {
  if (!schema || form !== 'field' || cut || text.trim() === '') return false;
  const read = readJsonObject(text) as Record<string, unknown> | undefined;
  const required = Array.isArray(schema.json.required) ? (schema.json.required as string[]) : [];
  return read === undefined || required.some((name) => !(name in read));
};

/**
 * Makes the second attempt after an answer that could not be used.
 * @returns undefined if it can't help: the budget has no more room, or the provider allows no more
 */
const tryAgain = async <I, O>(
  context: TaskContext,
  model: Model,
  task: Task<I, O>,
  request: Request,
  options: RunOptions,
  first: LimitedReply,
  problem: string,
): Promise<LimitedReply | undefined> => {
  const again = { ...request, messages: secondPrompt(request.messages, first, problem) };
  if (!first.cut || isCutByProvider(first)) return callModel(context, model, task, again, options);
  if (first.limitedByBudget || isEndless(first)) return undefined;
  context.trace({ kind: 'note', name: 'answer-cut', data: { tokens: first.limit } });
  try {
    return await callModel(context, model, task, again, options, MORE_ROOM);
  } catch (error) {
    // Some providers refuse a limit above what their model can write.
    if (isParleyError(error, 'MODEL_REQUEST_REFUSED')) return undefined;
    throw error;
  }
};

/**
 * Runs n samples of one prompt in parallel, with seeds counting up from the given one or 0. Drops failed samples.
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

/**
 * The schema of the answer: without `likely` if only stated facts may be answered, and with fewer fields for a small
 * model.
 */
const schemaOf = <I, O>(
  context: TaskContext,
  model: Model,
  { json, mayBeLikely }: Task<I, O>,
): JsonSchema | undefined => {
  const whole = json && mayBeLikely && !mayAnswerLikely(context, model) ? withoutLikely(json) : json;
  return whole && model.capabilities.compact ? compactSchema(whole) : whole;
};

/** Completes the prompt: puts the task's name first, and adds the rule for likely answers and the schema, if given. */
const completePrompt = <I, O>(
  context: TaskContext,
  task: Task<I, O>,
  model: Model,
  messages: readonly Message[],
  { likelyRule = LIKELY_RULE }: RunOptions,
  json: JsonSchema | undefined,
): Message[] =>
  messages.map((message, at) => {
    if (at > 0) return message;
    const likely = task.mayBeLikely && mayAnswerLikely(context, model) ? `\n${likelyRule}` : '';
    const form = json
      ? `\n\nAnswer with one JSON object and nothing else, of this JSON schema:\n${JSON.stringify(json)}`
      : '';
    const content = model.capabilities.compact ? compactInstructions(message.content) : message.content;
    return { ...message, content: `Task: ${task.name}\n\n${content}${likely}${form}` };
  });

/**
 * Makes one admitted call. Waits for a rate limit while time is left, and retries an outage once; one that ended a connection
 * before any reply at once.
 * @param room factor of the task's output limit
 */
const callModel = async <I, O>(
  context: TaskContext,
  model: Model,
  task: Task<I, O>,
  { messages, schema }: Request,
  options: RunOptions,
  room = 1,
): Promise<LimitedReply> => {
  const form = estimateTokens(JSON.stringify(options.functions ?? schema?.json ?? ''));
  const inputTokens = estimatePrompt(messages) + form;
  const { min, max } = task.outputTokens;
  let outages = 0;
  for (let attempt = 1; ; attempt += 1) {
    context.signal.throwIfAborted();
    const maxOutputTokens = room * (max + model.capabilities.hiddenTokens);
    const admission = context.meter.admit({ inputTokens, minOutputTokens: min, maxOutputTokens });
    context.status(options.doing ?? task.doing);
    let shown = false;
    const follow = options.show && task.stream ? followField(task.stream) : undefined;
    const call: ModelCall = {
      messages,
      sampling: { ...task.sampling, ...options.sampling },
      maxOutputTokens: admission.maxOutputTokens,
      signal: context.signal,
      logprobs: options.logprobs === true && model.capabilities.logprobs,
      ...(options.functions ? { functions: options.functions } : {}),
      ...(schema ? { schema } : {}),
      ...(follow
        ? {
            onText: (delta: string) => {
              const piece = follow(delta);
              if (!piece) return;
              shown = true;
              context.show.token(piece);
            },
          }
        : {}),
    };
    try {
      const reply = await model.call(call);
      admission.settle(reply.usage);
      if (shown) context.show.end();
      const limit = admission.maxOutputTokens;
      return { ...reply, limit, limitedByBudget: limit < maxOutputTokens };
    } catch (error) {
      if (shown) context.show.reset();
      if (isParleyError(error, 'MODEL_RATE_LIMITED')) {
        admission.withdraw();
        if (attempt === RATE_LIMIT_TRIES) throw error;
        const retryAfterSeconds = error.details.retryAfterSeconds;
        const waitMs = typeof retryAfterSeconds === 'number' ? retryAfterSeconds * 1000 : 500 * 2 ** attempt;
        if (waitMs >= context.meter.remainingMs()) throw error;
        context.trace({ kind: 'note', name: 'rate-limited', data: { waitMs } });
        await context.clock.sleep(waitMs, context.signal);
      } else {
        const failed = isParleyError(error, 'MODEL_UNAVAILABLE') ? error.details.failed : undefined;
        const isLast = !isParleyError(error, 'MODEL_UNAVAILABLE') || outages > 0;
        // No model saw a call without a connection. One that lost it before any reply counts once, with its second attempt.
        if (failed === 'connecting' || (failed === 'waiting' && !isLast)) admission.withdraw();
        else admission.settle();
        if (isLast) throw error;
        outages += 1;
        context.trace({ kind: 'note', name: 'model-unavailable', data: { message: error.message } });
        // A connection that was kept open for too long is replaced by a new one at once.
        const asked = isParleyError(error) ? error.details.retryAfterSeconds : undefined;
        const waitMs = typeof asked === 'number' ? asked * 1000 : failed === 'waiting' ? 0 : OUTAGE_PAUSE_MS;
        if (waitMs >= context.meter.remainingMs()) throw error;
        if (waitMs > 0) await context.clock.sleep(waitMs, context.signal);
      }
    }
  }
};

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
