/** An object of JSON or YAML whose form nobody promises. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value as an object; an empty one for anything else. */
export const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** The value as a list; an empty one for anything else. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A text, a number or a yes or no as text; empty for anything else. */
export const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

/** Maximum references that lead to one another. */
const MAX_HOPS = 20;

/** A document whose parts refer to one another (`$ref: '#/components/schemas/Pet'`). */
export interface ReferringDocument {
  root: JsonObject;
  /** What a value is, behind its references; an empty object where one leads out of the document or in a circle. */
  follow(value: unknown): JsonObject;
}

/** Reads the references (`#/components/…`, RFC 6901) inside a JSON document. */
export const referringDocument = (root: JsonObject): ReferringDocument => {
  const at = (reference: string): unknown => {
    let place: unknown = root;
    for (const step of reference.slice(2).split('/')) {
      const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~');
      const held: unknown = Array.isArray(place) ? place : objectOf(place);
      if (!Object.hasOwn(held as object, key)) return undefined;
      place = (held as Record<string, unknown>)[key];
    }
    return place;
  };
  return {
    root,
    follow(value) {
      let found = objectOf(value);
      for (let hops = 0; typeof found.$ref === 'string'; hops++) {
        if (hops === MAX_HOPS || !found.$ref.startsWith('#/')) return {};
        const { $ref, ...beside } = found;
        found = { ...objectOf(at($ref)), ...beside };
      }
      return found;
    },
  };
};

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** The name of what a value refers to: `Pet` of `#/components/schemas/Pet` and of `pet.yaml#/Pet`; undefined for no reference. */
export const referredName = (value: unknown): string | undefined => {
  const { $ref } = objectOf(value);
  if (typeof $ref !== 'string') return undefined;
  const last = decoded($ref.split(/[/#]/).findLast((part) => part !== '') ?? $ref);
  return last.replaceAll('~1', '/').replace(/\.(?:ya?ml|json)$/i, '');
};
