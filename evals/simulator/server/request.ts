import { z } from 'zod';
import type { Schema } from '../reader/tasks/by-schema.ts';

const messageSchema = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]).nullish(),
  tool_calls: z
    .array(z.looseObject({ function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const functionSchema = z.looseObject({
  function: z.looseObject({ name: z.string(), parameters: z.looseObject({}).optional() }),
});
/** The body of a chat completion, as far as it is read. */
export const chatSchema = z.looseObject({
  model: z.string().default('simulated'),
  messages: z.array(messageSchema).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
  n: z.number().int().min(1).max(64).nullish(),
  temperature: z.number().nullish(),
  seed: z.number().int().nullish(),
  logprobs: z.boolean().nullish(),
  max_tokens: z.number().int().nullish(),
  max_completion_tokens: z.number().int().nullish(),
  response_format: z
    .looseObject({
      type: z.string(),
      json_schema: z.looseObject({ name: z.string(), schema: z.looseObject({}) }).optional(),
    })
    .nullish(),
  tools: z.array(functionSchema).nullish(),
  tool_choice: z.unknown().optional(),
});
export type Chat = z.infer<typeof chatSchema>;
/** The body of a request for embeddings. */
export const embeddingsSchema = z.looseObject({
  model: z.string().default('simulated'),
  input: z.union([z.string(), z.array(z.string())]),
  dimensions: z.number().int().min(1).max(4096).default(256),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

/** The schema of the answer, requested as a response format or as one forced function. */
export const schemaOf = ({ response_format: format, tools, tool_choice: choice }: Chat) => {
  if (format?.json_schema)
    return { name: format.json_schema.name, json: format.json_schema.schema as Schema, forced: false };
  const forced = (choice as { function?: { name?: string } } | undefined)?.function?.name;
  const tool = tools?.find((it) => it.function.name === forced);
  return tool && { name: tool.function.name, json: (tool.function.parameters ?? {}) as Schema, forced: true };
};
