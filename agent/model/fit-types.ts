import type { JsonSchema } from './model.ts';

/**
 * A value with its parts written as the schema's types, where nothing is lost by it: `"1"` as 1, 26 as `"26"`, `"true"` as true,
 * `"Answered"` as `"answered"`. Models whose provider enforces no schema mix these up. What fits no type stays as it is.
 */
export const fitTypes = (value: unknown, schema: JsonSchema): unknown => {
  const { type, enum: allowed, properties, items } = schema as Schema;
  if (Array.isArray(value)) return items ? value.map((one) => fitTypes(one, items)) : value;
  if (typeof value === 'object' && value !== null) return properties ? fitFields(value, properties) : value;
  if (allowed) return allowed.find((one) => String(one).toLowerCase() === String(value).trim().toLowerCase()) ?? value;
  if (type === 'string') return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (type === 'number' || type === 'integer') return NUMBER.test(value) ? Number(value) : value;
  if (type === 'boolean') return BOOLEANS.get(value.trim().toLowerCase()) ?? value;
  return value;
};

interface Schema {
  type?: string;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
}

const NUMBER = /^\s*-?\d+(?:\.\d+)?\s*$/;
const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);

const fitFields = (value: object, properties: Record<string, JsonSchema>): object =>
  Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return [name, schema ? fitTypes(one, schema) : one];
    }),
  );
