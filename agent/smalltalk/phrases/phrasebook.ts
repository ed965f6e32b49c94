/** Kinds of small talk that are recognised by what is said. */
export const PHRASE_KINDS = [
  'insult',
  'wrong',
  'doubt',
  'rework',
  'pages',
  'languages',
  'adding',
  'keeping',
  'who',
  'can',
  'how-are-you',
  'here',
  'thanks',
  'goodbye',
  'greeting',
  'test',
  'acknowledgement',
] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/**
 * Clauses of one kind, as sources of regular expressions over folded text: lower case, no accents, no emoji, one space
 * between words.
 */
export interface Phrases {
  /** Words that may come before, any number of times. */
  before?: readonly string[];
  /** What makes the clause one of this kind. */
  say: readonly string[];
  /** Words that may come after, any number of times. */
  after?: readonly string[];
}

/** What people say in one language. A clause is small talk only as a whole. */
export type Phrasebook = Partial<Record<PhraseKind, Phrases>> & {
  /** Orders to ignore instructions, alone of all looked for in the whole message. */
  injection?: Phrases;
  /** Requests to write, joke or calculate, which need a model. */
  chore?: Phrases;
  /** Asks what else the page of the last answer says. */
  more?: Phrases;
};

/** The pattern of whole clauses. */
export const compile = ({ before = [], say, after = [] }: Phrases): RegExp => {
  const lead = before.length > 0 ? `(?:(?:${before.join('|')}) )*` : '';
  const end = after.length > 0 ? `(?: (?:${after.join('|')}))*` : '';
  return new RegExp(`^${lead}(?:${say.join('|')})${end}$`, 'u');
};
