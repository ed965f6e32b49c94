import type { TraceEvent } from '../../core/answer.ts';
import { type ErrorCode, ParleyError } from '../../core/errors.ts';
import type { CallUsage, JsonSchema, Message, ModelReply } from './model.ts';

/** A reply with the output limit of its call. */
export interface LimitedReply extends ModelReply {
  /** Tokens that the call allowed for the answer and its thinking. */
  limit: number;
  /** True if the limit is what was left of the question's budget, and not what the task allows. */
  limitedByBudget: boolean;
}

/** Part of the limit above which a cut answer counts as cut by it. Tokenizers and reported counts differ a little. */
const OWN_LIMIT_SHARE = 0.9;

/** Factor of the limit above which an answer did not heed it. Estimates of tokens are off by less. */
const ENDLESS_FACTOR = 2;

/** True if the provider cut an answer before it reached the limit that Parley set, such as at the end of its context. */
export const isCutByProvider = ({ cut, usage, limit }: LimitedReply): boolean =>
  cut === true && !usage.estimated && usage.outputTokens < limit * OWN_LIMIT_SHARE;

/** True if the provider ignored the limit and Parley ended the stream (read-stream.ts). */
export const isEndless = ({ cut, usage, limit }: LimitedReply): boolean =>
  cut === true && usage.outputTokens > limit * ENDLESS_FACTOR;

/**
 * The prompt for the second attempt after an answer that could not be used. The same prompt if the answer only needs more
 * room, otherwise with the answer and its problem. Providers refuse an empty message, so an empty answer is left out.
 */
export const secondPrompt = (prompt: readonly Message[], first: LimitedReply, problem: string): Message[] => {
  if (first.cut && !isCutByProvider(first)) return [...prompt];
  const said = first.text.trim() === '' ? [] : [{ role: 'assistant' as const, content: first.text }];
  const asked = first.cut
    ? `That answer was cut after ${first.usage.outputTokens} tokens. Give the whole answer again, in fewer words, in the form asked for.`
    : said.length > 0
      ? `That answer could not be read: ${problem} Give the whole answer again in the form asked for.`
      : 'No answer came. Give the whole answer in the form asked for.';
  return [...prompt, ...said, { role: 'user', content: asked }];
};

/**
 * The failure of a task whose answer could not be used: cut by the budget (BUDGET_EXHAUSTED) or by another limit
 * (MODEL_OUTPUT_CUT), empty, or not of its form (MODEL_OUTPUT_MALFORMED). The message is for whoever runs Parley, and
 * `details.plain` for whoever asks.
 * @param usage of all attempts
 */
export const unusableAnswer = (task: string, reply: LimitedReply, problem: string, usage: CallUsage): ParleyError => {
  const details = { task, raw: reply.text, usage };
  const isEmpty = reply.text.trim() === '';
  const tokens = reply.usage.estimated ? reply.limit : reply.usage.outputTokens;
  if (isEndless(reply)) {
    return new ParleyError('MODEL_OUTPUT_CUT', {
      message: `The model's answer to the task ${task} did not end: Parley stopped it after about ${reply.usage.outputTokens} tokens.`,
      remedy: `It was told to stop at ${reply.limit}: check that its server heeds max_tokens, or set PARLEY_MODEL to another model.`,
      details: { ...details, plain: "The model's answer did not end, so Parley stopped it." },
    });
  }
  if (reply.cut && reply.limitedByBudget && !isCutByProvider(reply)) {
    return new ParleyError('BUDGET_EXHAUSTED', {
      message: `The budget of tokens ended within the model's answer to the task ${task}, after ${tokens}.`,
      remedy: 'Raise it with --budget tokens=… to let Parley think for longer.',
      details,
    });
  }
  if (reply.cut) {
    const only = isEmpty && reply.thought ? ': it only thought and said nothing' : '';
    return new ParleyError('MODEL_OUTPUT_CUT', {
      message: `The model's answer to the task ${task} was cut at ${tokens} tokens${only}.`,
      remedy: remedyOfCut(reply),
      details: { ...details, limit: reply.limit, plain: `The model's answer was cut before its end${only}.` },
    });
  }
  if (isEmpty) {
    return new ParleyError('MODEL_OUTPUT_MALFORMED', {
      message: reply.thought
        ? `The model only thought at the task ${task}, and said nothing.`
        : `The model answered nothing to the task ${task}.`,
      remedy: reply.thought
        ? 'Set PARLEY_MODEL_EFFORT to a lower level, or PARLEY_MODEL to another model.'
        : 'Ask again, or set PARLEY_MODEL to another model.',
      details: { ...details, plain: `The model ${reply.thought ? 'only thought, and said' : 'answered'} nothing.` },
    });
  }
  return new ParleyError('MODEL_OUTPUT_MALFORMED', {
    message: `The model's answer to the task ${task} does not fit its form: ${problem}`,
    remedy: 'Ask again, or set PARLEY_MODEL to a model that follows a JSON schema.',
    details: { ...details, plain: "The model's answer is not in the form that Parley can read." },
  });
};

const UNREADABLE = 'unreadable';

/**
 * The trace note for an answer that could not be used and that the strategy does without.
 * @param answers true if its task answers the question or a part of it
 */
export const unreadableNote = ({ code, message, remedy, details }: ParleyError, answers: boolean) => ({
  kind: 'note' as const,
  name: UNREADABLE,
  data: { code, message, remedy, task: details.task, plain: details.plain, answers },
});

/** What an unanswered question owes to answers of the model that could not be used. */
export type Unreadable = { all: ParleyError } | { part: true } | undefined;

/**
 * Whether answers of the model could not be used in a question that ended without an answer: all of them, so that what a
 * strategy makes of them is no finding about the pages, or some.
 * @param answered true if the question got an answer all the same, as by a review of a step
 */
export const unreadableAnswers = (trace: readonly TraceEvent[], answered: boolean): Unreadable => {
  const notes = trace
    .filter(({ kind, name }) => kind === 'note' && name === UNREADABLE)
    .map(({ data }) => data as Noted);
  const tasks = trace.filter(({ kind }) => kind === 'task');
  const last = notes.at(-1);
  if (last && tasks.length === 0) return { all: asError(last) };
  const lastAnswer = notes.findLast(({ answers }) => answers);
  if (!lastAnswer || answered) return undefined;
  return tasks.some(({ name }) => name === lastAnswer.task) ? { part: true } : { all: asError(lastAnswer) };
};

interface Noted {
  code: ErrorCode;
  message: string;
  remedy: string;
  task: string;
  plain?: string;
  answers: boolean;
}

const asError = ({ code, message, remedy, plain }: Noted): ParleyError =>
  new ParleyError(code, { message, remedy, details: { plain } });

/** True for the schema of a task that answers. */
export const givesVerdict = (json: JsonSchema | undefined): boolean => {
  const { verdict } = (json?.properties ?? {}) as { verdict?: JsonSchema };
  return Array.isArray(verdict?.enum) && verdict.enum.includes('unknown') && verdict.enum.includes('answered');
};

const remedyOfCut = (reply: LimitedReply): string => {
  if (isCutByProvider(reply))
    return `Parley allows ${reply.limit}, so the provider's own limit is smaller: raise the model's context length (OLLAMA_CONTEXT_LENGTH, or --max-model-len of vLLM) or its output limit there.`;
  if (reply.thought)
    return 'Set PARLEY_MODEL_EFFORT to a lower level, so that it thinks less, or to a higher one, which leaves it more room to think.';
  return 'Set PARLEY_MODEL to a model that answers in fewer words.';
};
