import { compactInstructions, compactSchema } from './compact.ts';
import { LIKELY_RULE, mayAnswerLikely, withoutLikely } from './likely.ts';
import type { JsonSchema, Message, Model, ModelReply } from './model.ts';
import { observed } from './observed.ts';
import { readJsonObject } from './partial-json.ts';
import type { Task } from './task.ts';
import type { RunOptions, TaskContext } from './task-context.ts';

/** Where the schema of the answer is: in the request's field for it, in the prompt, or in both. */
export type SchemaForm = 'field' | 'prompt' | 'both';

/** The prompt of a call, and what its answer must be. */
export interface Request {
  messages: Message[];
  /** The schema in the request's field for it. */
  schema?: { name: string; json: JsonSchema };
  form: SchemaForm;
}

/** A task that runs on a model, with all that its calls need. */
export interface TaskCall<I, O> {
  context: TaskContext;
  task: Task<I, O>;
  model: Model;
  options: RunOptions;
}

/** A task's call on the model that it asks for. */
export const taskCall = <I, O>(context: TaskContext, task: Task<I, O>, options: RunOptions): TaskCall<I, O> => ({
  context,
  task,
  model: task.fast ? context.models.fast : context.models.main,
  options,
});

/**
 * How a model is told an output's schema: in a field of the request, in the prompt, or in both where it ignored the
 * field.
 */
export const schemaForm = (model: Model): SchemaForm => {
  const { refusesSchema, ignoresSchema } = observed(model);
  if (model.capabilities.structuredOutput === 'text' || refusesSchema) return 'prompt';
  return ignoresSchema ? 'both' : 'field';
};

/**
 * The messages of a task's call. Its schema stands in the field, at the prompt's end, or nowhere if the call offers
 * functions.
 */
export const composeRequest = <I, O>(call: TaskCall<I, O>, input: I, form: SchemaForm): Request => {
  const { task, options } = call;
  const json = options.functions ? undefined : schemaOf(call);
  const completed = completePrompt(call, task.prompt(input), form === 'field' ? undefined : json);
  return {
    messages: [...completed, ...(options.transcript ?? [])],
    ...(json && form !== 'prompt' ? { schema: { name: task.name, json } } : {}),
    form,
  };
};

/** True for a complete answer that lacks the form which the request's field asked for: the provider did not enforce it. */
export const ignoresSchema = ({ schema, form }: Request, { text, cut }: ModelReply): boolean => {
  if (!schema || form !== 'field' || cut || text.trim() === '') return false;
  const read = readJsonObject(text) as Record<string, unknown> | undefined;
  const required = Array.isArray(schema.json.required) ? (schema.json.required as string[]) : [];
  return read === undefined || required.some((name) => !(name in read));
};

/**
 * The schema of the answer: without `likely` if only stated facts may be answered, and with fewer fields for a small
 * model.
 */
const schemaOf = <I, O>({ context, model, task: { json, mayBeLikely } }: TaskCall<I, O>): JsonSchema | undefined => {
  const whole = json && mayBeLikely && !mayAnswerLikely(context, model) ? withoutLikely(json) : json;
  return whole && model.capabilities.compact ? compactSchema(whole) : whole;
};

/** Completes the prompt: puts the task's name first, and adds the rule for likely answers and the schema, if given. */
const completePrompt = <I, O>(
  { context, task, model, options: { likelyRule = LIKELY_RULE } }: TaskCall<I, O>,
  messages: readonly Message[],
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
