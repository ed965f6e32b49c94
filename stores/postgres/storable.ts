import { storable } from '../../core/text/storable.ts';

/** Serialises as JSON with `storable` strings; the keys of objects are not changed. */
export const storableJson = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) => (typeof part === 'string' ? storable(part) : part));

/** Makes a statement's parameter `storable`: a string, or the strings in a list. */
export const storableValue = (value: unknown): unknown =>
  typeof value === 'string' ? storable(value) : Array.isArray(value) ? value.map(storableValue) : value;
