import { type JsonObject, listOf, objectOf, type ReferringDocument, referredName, textOf } from './values.ts';

/** Maximum depth of a type that is written: `array of array of …`. */
const MAX_TYPE_DEPTH = 6;
/** Maximum values of a type that are named, fields of a table, and levels of objects inside of one another in it. */
const MAX_VALUES = 30;
const MAX_FIELDS = 200;
const MAX_FIELD_DEPTH = 3;

/** A field of an object as a row of a table. */
export interface SchemaField {
  name: string;
  type: string;
  isRequired: boolean;
  description: string;
}

/** What a value is, in words: `array of Pet`, `string (date-time)`, `"available" or "sold"`. */
export const typeOf = (value: unknown, document: ReferringDocument, depth = 0): string => {
  const name = referredName(value);
  if (name !== undefined) return name;
  const schema = objectOf(value);
  if (depth > MAX_TYPE_DEPTH) return '…';
  const inner = (part: unknown) => typeOf(part, document, depth + 1);
  const choices = ['oneOf', 'anyOf'].flatMap((key) => listOf(schema[key]));
  if (choices.length > 0) return [...new Set(choices.slice(0, MAX_VALUES).map(inner).filter(Boolean))].join(' or ');
  const whole = listOf(schema.allOf);
  if (whole.length > 0) return [...new Set(whole.slice(0, MAX_VALUES).map(inner).filter(Boolean))].join(' and ');
  const names = (Array.isArray(schema.type) ? schema.type : [schema.type]).map(textOf).filter(Boolean);
  const type = names.map((one) => (one === 'array' ? `array of ${inner(schema.items) || 'values'}` : one)).join(' or ');
  const format = textOf(schema.format);
  return (type || (schema.properties === undefined ? '' : 'object')) + (format === '' ? '' : ` (${format})`);
};

/** The limits and values that a schema states, as sentences. */
export const limitsOf = (schema: JsonObject): string[] => {
  const values = 'const' in schema ? [schema.const] : listOf(schema.enum);
  const named = values.slice(0, MAX_VALUES).map((one) => textOf(one) || JSON.stringify(one));
  const more = values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : '';
  const stated = (label: string, key: string) =>
    textOf(schema[key]) === '' ? [] : [`${label} ${textOf(schema[key])}.`];
  return [
    ...(named.length === 0 ? [] : [`${named.length === 1 ? 'Always' : 'One of'} ${named.join(', ')}${more}.`]),
    ...stated('Default', 'default'),
    ...stated('At least', 'minimum'),
    ...stated('At most', 'maximum'),
    ...stated('Shortest length', 'minLength'),
    ...stated('Longest length', 'maxLength'),
    ...stated('Pattern', 'pattern'),
    ...(schema.readOnly === true ? ['Read only.'] : []),
    ...(schema.writeOnly === true ? ['Write only.'] : []),
    ...(schema.deprecated === true ? ['Deprecated.'] : []),
  ];
};

/** The description of a schema with its limits and those of its items, in one line. */
export const describedBy = (schema: JsonObject): string =>
  inSentences([
    textOf(schema.description) || textOf(schema.title),
    ...limitsOf(schema),
    ...limitsOf(objectOf(schema.items)),
  ]);

/** Joins texts of which each is a sentence. */
export const inSentences = (texts: readonly string[]): string =>
  texts
    .map((text) => text.replace(/\s+/g, ' ').trim())
    .filter(Boolean)
    .map((text, at) => (at < texts.length - 1 && /[\p{L}\p{N})]$/u.test(text) ? `${text}.` : text))
    .join(' ');

/** The fields of an object and of the objects in it (`address.street`, `items[].sku`), with those of all its parts. */
export const fieldsOf = (value: unknown, document: ReferringDocument): SchemaField[] => {
  const fields: SchemaField[] = [];
  addFields(value, document, '', 0, fields);
  return fields.slice(0, MAX_FIELDS);
};

const addFields = (
  value: unknown,
  document: ReferringDocument,
  prefix: string,
  depth: number,
  fields: SchemaField[],
): void => {
  const { properties, required } = partsOf(value, document);
  for (const [name, property] of properties) {
    if (fields.length > MAX_FIELDS) return;
    const schema = document.follow(property);
    fields.push({
      name: prefix + name,
      type: typeOf(property, document),
      isRequired: required.has(name),
      description: describedBy(schema),
    });
    // What has a name has a table of its own.
    const inner = schema.items === undefined ? property : schema.items;
    if (depth < MAX_FIELD_DEPTH && referredName(inner) === undefined && referredName(property) === undefined)
      addFields(inner, document, `${prefix}${name}${schema.items === undefined ? '' : '[]'}.`, depth + 1, fields);
  }
};

/** The properties of a schema and of what it is made of. Each part is looked at once, so that circles end. */
const partsOf = (value: unknown, document: ReferringDocument) => {
  const properties = new Map<string, unknown>();
  const required = new Set<string>();
  const seen = new Set<unknown>();
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = objectOf(next).$ref ?? next;
    if (seen.has(key)) continue;
    seen.add(key);
    const schema = document.follow(next);
    for (const [name, property] of Object.entries(objectOf(schema.properties)))
      if (!properties.has(name)) properties.set(name, property);
    for (const name of listOf(schema.required)) required.add(textOf(name));
    for (const part of [...listOf(schema.allOf)].reverse()) if (part !== undefined) open.push(part);
  }
  return { properties, required };
};
