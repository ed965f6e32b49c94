import { isParleyError } from '../../core/errors.ts';
import type { Model, ModelCall } from './model.ts';
import { observed } from './observed.ts';
import { followField } from './partial-json.ts';
import { pauseCalls, pauseLeft } from './rate-limits.ts';
import type { Task } from './task.ts';
import type { RunOptions, TaskContext } from './task-context.ts';
import { type Request, type SchemaForm, schemaForm } from './task-request.ts';
import { estimatePrompt, estimateTokens } from './tokens.ts';
import { isCutByProvider, isEndless, type LimitedReply, secondPrompt } from './unusable-answer.ts';

/** Maximum attempts of a rate-limited call. */
const RATE_LIMIT_TRIES = 5;
/** Milliseconds before the second attempt after an outage. */
const OUTAGE_PAUSE_MS = 200;
/** Factor of the output limit for the second attempt after an answer that the limit cut. */
const MORE_ROOM = 2;

/**
 * Makes a task's first call. If the provider refuses the request, its field for the schema may be the reason: asks again with
 * the schema in the prompt, and stays with that for the process if it helps.
 */
export const callFirst = async <I, O>(
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

/**
 * Makes the second attempt after an answer that could not be used.
 * @returns undefined if it can't help: the budget has no more room, or the provider allows no more
 */
export const tryAgain = async <I, O>(
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
 * Makes one admitted call. Waits for a rate limit while time is left, and retries an outage once; one that ended a connection
 * before any reply at once.
 * @param room factor of the task's output limit
 */
export const callModel = async <I, O>(
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
    for (let pause = pauseLeft(model, context.clock); pause > 0; pause = pauseLeft(model, context.clock)) {
      // Where the question's time ends before the pause, the call shows whether the limit still holds.
      if (pause >= context.meter.remainingMs()) break;
      await waitForRate(context, pause);
    }
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
        const asked = error.details.retryAfterSeconds;
        if (typeof asked === 'number') pauseCalls(model, context.clock, asked * 1000);
        const waitMs = typeof asked === 'number' ? asked * 1000 : 500 * 2 ** attempt;
        if (attempt === RATE_LIMIT_TRIES || waitMs >= context.meter.remainingMs()) throw error;
        // A pause that the provider asked for is waited for before the next attempt, as before any call to it.
        if (typeof asked !== 'number') await waitForRate(context, waitMs);
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

const waitForRate = async (context: TaskContext, waitMs: number): Promise<void> => {
  context.trace({ kind: 'note', name: 'rate-limited', data: { waitMs } });
  await context.clock.sleep(waitMs, context.signal);
};
