/** Kinds of things in the closed world. */
export const entityTypes = [
  'person',
  'film',
  'book',
  'company',
  'city',
  'country',
  'university',
  'club',
  'product',
  'project',
] as const;
export type EntityType = (typeof entityTypes)[number];

/** What a relation leads to: an entity of a type, or a value. */
export type ObjectKind = EntityType | 'date' | 'year' | 'number' | 'word';

/**
 * A relation and every way in which it is put into words. The page renderer fills these templates in, the reader turns
 * them into patterns: one list, so that what the world says can be read, and nothing is said that can't.
 *
 * Slots: {s} subject, {o} object, {from}, {to} and {at} years, {g} `sister` or `brother`.
 */
export interface Relation {
  id: string;
  subject: EntityType | 'organisation';
  object: ObjectKind;
  /** Statements as a page about the subject words them. */
  states: readonly string[];
  /** Statements as a page about the object words them. */
  inverse?: readonly string[];
  /** For what changes over time: how a time before now is stated. */
  was?: readonly string[];
  /** For what changes over time: how a single year is stated. */
  statesAt?: readonly string[];
  asks: readonly string[];
  /** Questions in words that no statement uses. */
  paraphrases?: readonly string[];
  asksAt?: readonly string[];
  /** Noun phrases that stand for the object, to be nested in another question. */
  phrases: readonly string[];
  /** The bare noun, for a follow-up such as "And her employer?". */
  noun: string;
  /** Some subjects have none stated: a question about it is unanswerable. */
  optional?: boolean;
  /** The unit behind a number. */
  unit?: string;
}

/** A column of a table that alone holds its numbers. */
export interface Measure {
  id: string;
  subject: EntityType;
  /** The column's header. */
  column: string;
  /** The caption's first words; the subject's name follows. */
  caption: string;
  /** The first column's header. */
  period: string;
  asks: readonly string[];
  /** The words for it inside longer questions: `the {noun} of X`. */
  noun: string;
  unit?: string;
}
