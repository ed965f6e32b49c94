import { isParleyError, type ParleyError } from '../../core/errors.ts';
import type { Admission } from './budget.ts';
import type { ModelCall } from './model.ts';
import { observed } from './observed.ts';
import { followField } from './partial-json.ts';
import { pauseCalls, pauseLeft } from './rate-limits.ts';
import type { TaskContext } from './task-context.ts';
import { composeRequest, type Request, schemaForm, type TaskCall } from './task-request.ts';
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
  call: TaskCall<I, O>,
  input: I,
): Promise<{ reply: LimitedReply; request: Request }> => {
  const { context, model } = call;
  const request = composeRequest(call, input, schemaForm(model));
  try {
    return { reply: await callModel(call, request), request };
  } catch (error) {
    if (!request.schema || !isParleyError(error, 'MODEL_REQUEST_REFUSED')) throw error;
    context.trace({ kind: 'note', name: 'schema-refused', data: { message: error.message } });
    const prompted = composeRequest(call, input, 'prompt');
    const reply = await callModel(call, prompted);
    observed(model).refusesSchema = true;
    return { reply, request: prompted };
  }
};

/**
 * Makes the second attempt after an answer that could not be used.
 * @returns undefined if it can't help: the budget has no more room, or the provider allows no more
 */
export const tryAgain = async <I, O>(
  call: TaskCall<I, O>,
  request: Request,
  first: LimitedReply,
  problem: string,
): Promise<LimitedReply | undefined> => {
  const { context } = call;
  const again = { ...request, messages: secondPrompt(request.messages, first, problem) };
  if (!first.cut || isCutByProvider(first)) return callModel(call, again);
  if (first.limitedByBudget || isEndless(first)) return undefined;
  context.trace({ kind: 'note', name: 'answer-cut', data: { tokens: first.limit } });
  try {
    return await callModel(call, again, MORE_ROOM);
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
export const callModel = async <I, O>(call: TaskCall<I, O>, request: Request, room = 1): Promise<LimitedReply> => {
  const { context, model, task, options } = call;
  const form = estimateTokens(JSON.stringify(options.functions ?? request.schema?.json ?? ''));
  const inputTokens = estimatePrompt(request.messages) + form;
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
    const shown = { any: false };
    try {
      const reply = await model.call(modelCall(call, request, admission.maxOutputTokens, shown));
      admission.settle(reply.usage);
      if (shown.any) context.show.end();
      const limit = admission.maxOutputTokens;
      return { ...reply, limit, limitedByBudget: limit < maxOutputTokens };
    } catch (error) {
      if (shown.any) context.show.reset();
      if (isParleyError(error, 'MODEL_RATE_LIMITED')) await waitAfterLimit(call, admission, error, attempt);
      else {
        await waitAfterOutage(context, admission, error, outages);
        outages += 1;
      }
    }
  }
};

/** A request as the model takes it. @param shown set when a piece of the answer is shown */
const modelCall = <I, O>(
  { context, model, task, options }: TaskCall<I, O>,
  { messages, schema }: Request,
  maxOutputTokens: number,
  shown: { any: boolean },
): ModelCall => {
  const follow = options.show && task.stream ? followField(task.stream) : undefined;
  const onText = (delta: string) => {
    const piece = follow?.(delta);
    if (!piece) return;
    shown.any = true;
    context.show.token(piece);
  };
  return {
    messages,
    sampling: { ...task.sampling, ...options.sampling },
    maxOutputTokens,
    signal: context.signal,
    logprobs: options.logprobs === true && model.capabilities.logprobs,
    ...(options.functions ? { functions: options.functions } : {}),
    ...(schema ? { schema } : {}),
    ...(follow ? { onText } : {}),
  };
};

/** Waits for the next attempt after the provider refused one for its rate. @throws the refusal if no attempt or time is left */
const waitAfterLimit = async <I, O>(
  { context, model }: Pick<TaskCall<I, O>, 'context' | 'model'>,
  admission: Admission,
  error: ParleyError,
  attempt: number,
): Promise<void> => {
  admission.withdraw();
  const asked = error.details.retryAfterSeconds;
  if (typeof asked === 'number') pauseCalls(model, context.clock, asked * 1000);
  const waitMs = typeof asked === 'number' ? asked * 1000 : 500 * 2 ** attempt;
  if (attempt === RATE_LIMIT_TRIES || waitMs >= context.meter.remainingMs()) throw error;
  // A pause that the provider asked for is waited for before the next attempt, as before any call to it.
  if (typeof asked !== 'number') await waitForRate(context, waitMs);
};

/** Waits for the second attempt after an outage. @throws any other failure, a second outage, and an outage without time left */
const waitAfterOutage = async (
  context: TaskContext,
  admission: Admission,
  error: unknown,
  outages: number,
): Promise<void> => {
  if (!isParleyError(error, 'MODEL_UNAVAILABLE')) {
    admission.settle();
    throw error;
  }
  const { failed } = error.details;
  const isLast = outages > 0;
  // No model saw a call without a connection. One that lost it before any reply counts once, with its second attempt.
  if (failed === 'connecting' || (failed === 'waiting' && !isLast)) admission.withdraw();
  else admission.settle();
  if (isLast) throw error;
  context.trace({ kind: 'note', name: 'model-unavailable', data: { message: error.message } });
  // A connection that was kept open for too long is replaced by a new one at once.
  const asked = error.details.retryAfterSeconds;
  const waitMs = typeof asked === 'number' ? asked * 1000 : failed === 'waiting' ? 0 : OUTAGE_PAUSE_MS;
  if (waitMs >= context.meter.remainingMs()) throw error;
  if (waitMs > 0) await context.clock.sleep(waitMs, context.signal);
};

const waitForRate = async (context: TaskContext, waitMs: number): Promise<void> => {
  context.trace({ kind: 'note', name: 'rate-limited', data: { waitMs } });
  await context.clock.sleep(waitMs, context.signal);
};
