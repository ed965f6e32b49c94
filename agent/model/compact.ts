import { CITE, CITE_FACTS } from '../tasks/prompt.ts';
import type { JsonSchema } from './model.ts';

/** Answer fields that a small model is not asked for. Parley finds the quotes itself and does without the others. */
const OMITTED_FIELDS = new Set(['citations', 'guess', 'calculations', 'unconfirmed', 'candidates']);

/** Citation instructions for a small model. */
const CITE_BY_NUMBER = 'After each statement write the number of the source that states it, such as [2].';

/** An example of the format that small models often get wrong. */
const EXAMPLE =
  'Example of a statement: "The bridge was opened in 1932 [2]." Give every field; an empty one is "" or [].';

/** True for the schema of an answer, which has a verdict. */
const isAnswer = (value: unknown): value is { properties: Record<string, JsonSchema> } =>
  typeof value === 'object' &&
  value !== null &&
  'properties' in value &&
  typeof value.properties === 'object' &&
  value.properties !== null &&
  'verdict' in value.properties;

const made = new WeakMap<JsonSchema, JsonSchema>();

/** A task's schema without `OMITTED_FIELDS`, in the same order. */
export const compactSchema = (schema: JsonSchema): JsonSchema => {
  const known = made.get(schema);
  if (known) return known;
  const compact = JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (!isAnswer(value)) return value;
    const properties = Object.fromEntries(
      Object.entries(value.properties).filter(([name]) => !OMITTED_FIELDS.has(name)),
    );
    return { ...value, properties, required: Object.keys(properties) };
  }) as JsonSchema;
  made.set(schema, compact);
  return compact;
};

/** A task's instructions for a small model, which cites by numbers alone. */
export const compactInstructions = (text: string): string =>
  [CITE, CITE_FACTS].reduce((said, rule) => said.replace(rule, `${CITE_BY_NUMBER} ${EXAMPLE}`), text);

/** Adds the omitted fields, empty, to a small model's output. */
export const fillOmittedFields = (value: unknown, schema: JsonSchema): unknown => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const given = value as Record<string, unknown>;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const filled = Object.entries(properties).map(([name, inner]): [string, unknown] => {
    const own = given[name];
    if (inner.type === 'array') {
      const items = inner.items as JsonSchema | undefined;
      if (Array.isArray(own)) return [name, items ? own.map((one) => fillOmittedFields(one, items)) : own];
      return [name, own ?? (OMITTED_FIELDS.has(name) ? [] : undefined)];
    }
    return [name, own ?? (OMITTED_FIELDS.has(name) ? '' : undefined)];
  });
  return { ...given, ...Object.fromEntries(filled.filter(([, own]) => own !== undefined)) };
};
