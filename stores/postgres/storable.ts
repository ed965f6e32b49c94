/** Text as Postgres can keep it: no NUL (a replacement character keeps offsets as they are), no half of a surrogate pair. */
export const storable = (text: string): string => text.replaceAll('\0', '\ufffd').toWellFormed();

/** JSON as Postgres can keep it. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));

/** A statement's value with its texts, also those in a list, as Postgres can keep them. */
export const storableValue = (value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : Array.isArray(value) ? value.map(storableValue) : value;
