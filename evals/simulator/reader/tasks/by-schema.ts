import type { Call, Handler } from '../call.ts';
import { compose, type Written } from '../compose.ts';
import { decide } from '../decide.ts';
import { lookUpWords } from './gathering.ts';

/** The parts of JSON schema that providers' structured output takes. */
export interface Schema {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  minimum?: number;
  minItems?: number;
}

/**
 * Answers a schema that no task is known for, plainly: a string field holds the answer if its name speaks of one (answer,
 * text, result, output, reply) and is empty otherwise; an enum gives its first value; numbers their minimum or 0; booleans
 * whether there is an answer; lists are as short as they may be.
 */
export const bySchema =
  (schema: Schema): Handler =>
  (call) => {
    const { names: _, question } = lookUpWords(call);
    const decision = decide(call, call.understand(question));
    const written = compose(decision);
    return {
      output: fillSchema(schema, written, '', schema.$defs ?? {}) as Record<string, unknown>,
      sure: decision.sure,
    };
  };

const fillSchema = (schema: Schema, written: Written, name: string, defs: Record<string, Schema>): unknown => {
  if (schema.$ref) return fillSchema(defs[schema.$ref.split('/').at(-1)!] ?? {}, written, name, defs);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return fillSchema(choice.find((it) => it.type !== 'null') ?? choice[0]!, written, name, defs);
  const type = Array.isArray(schema.type) ? schema.type.find((it) => it !== 'null') : schema.type;
  switch (type) {
    case 'string':
      if (/short|value|name/i.test(name)) return written.shortAnswer;
      return /answer|text|result|output|reply|response/i.test(name) ? written.text : '';
    case 'integer':
    case 'number':
      return schema.minimum ?? 0;
    case 'boolean':
      return written.verdict === 'answered';
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, () => fillSchema(schema.items ?? {}, written, name, defs));
    case 'null':
      return null;
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, part]) => [key, fillSchema(part, written, key, defs)]),
      );
  }
};

/** A prompt without a schema and without a task: an answer in plain words, from the sources in it or from memory. */
export const inPlainWords: Handler = (call: Call) => {
  const { question } = lookUpWords(call);
  const query = call.understand(question);
  const decision = decide(call, query, call.prompt.sources.length > 0 ? call.evidence : call.memory.asEvidence());
  const { verdict, text } = compose(decision);
  return { output: verdict === 'unknown' ? "I don't know." : text, sure: decision.sure };
};
