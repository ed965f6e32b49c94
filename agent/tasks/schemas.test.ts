import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../model/model.ts';
import type { Task } from '../model/task.ts';

const folder = new URL('../', import.meta.url);
const isTask = (value: unknown): value is Task<never, unknown> =>
  typeof value === 'object' && value !== null && 'prompt' in value && 'outputTokens' in value;
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => /(?:^|\/)tasks\/[^/]+\.ts$/.test(file) && !file.endsWith('.test.ts'));
const tasks = (
  await Promise.all(
    files.map(async (file) => Object.values((await import(new URL(file, folder).href)) as object).filter(isTask)),
  )
).flat();
const schemas = tasks.flatMap(({ name, json }) => (json ? [[name, json] as const] : []));

/**
 * Schema keywords that all strict modes accept: those of OpenAI's guide "Structured Outputs" (every field required,
 * additionalProperties false, the root an object), without those that Azure OpenAI's page of the same name excludes
 * (bounds of numbers, lengths of strings and arrays). Neither accepts `default`.
 */
const TAKEN = new Set([
  'type',
  'description',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
]);
/** Maximum levels of nesting that OpenAI and Azure accept. */
const MAX_DEPTH = 5;

const breaches = (schema: JsonSchema, path: string, depth = 1): string[] => {
  const unknown = Object.keys(schema).filter((keyword) => !TAKEN.has(keyword));
  const found = unknown.map((keyword) => `${path}: ${keyword}`);
  if (depth > MAX_DEPTH) found.push(`${path}: nested too deep`);
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  if (schema.type === 'object' || properties) {
    if (schema.additionalProperties !== false) found.push(`${path}: additionalProperties`);
    const required = new Set(schema.required as string[] | undefined);
    for (const [name, inner] of Object.entries(properties ?? {})) {
      if (!required.has(name)) found.push(`${path}.${name}: not required`);
      found.push(...breaches(inner, `${path}.${name}`, depth + 1));
    }
  }
  if (schema.items) found.push(...breaches(schema.items as JsonSchema, `${path}[]`, depth + 1));
  for (const inner of (schema.anyOf ?? []) as JsonSchema[]) found.push(...breaches(inner, path, depth));
  return found;
};

describe('the JSON schema of each task', () => {
  it('exists for all tasks except those in plain text', () => {
    expect(tasks.length).toBeGreaterThan(25);
    expect(
      tasks
        .filter(({ json }) => !json)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['judge-knowledge', 'summarise-references']);
    expect(new Set(tasks.map(({ name }) => name)).size).toBe(tasks.length);
  });

  it.each(schemas)('%s uses only what strict modes accept', (_, schema) => {
    expect(schema).toMatchObject({ type: 'object' });
    expect(breaches(schema, 'output')).toEqual([]);
  });

  it('finds what strict modes reject', () => {
    const inner = { type: 'array', items: { type: 'integer', minimum: 0 }, default: [] };
    expect(breaches({ type: 'object', properties: { inner }, required: [] }, 'output')).toEqual([
      'output: additionalProperties',
      'output.inner: not required',
      'output.inner: default',
      'output.inner[]: minimum',
    ]);
  });
});

it('an answer without a field that has a default is accepted', () => {
  const attempt = tasks.find(({ name }) => name === 'answer-attempt');
  const answer = { reasoning: '', verdict: 'unknown', text: 'No.', shortAnswer: '', citations: [] };
  const rest = { established: [], missing: [], guess: '', queries: [] };
  expect(attempt?.output?.parse({ ...answer, ...rest })).toMatchObject({ calculations: [] });
});
