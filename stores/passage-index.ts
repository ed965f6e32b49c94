import type { Scope } from '../core/document.ts';

/** How a passage uses a word stem or names an entity. */
export interface Use {
  key: string;
  /** Times in the passage, its title included. */
  count: number;
  inTitle: boolean;
  /** Bit i: sentence i of the text; the last bit stands for all sentences from there on (`SENTENCE_BITS`). */
  sentences: number;
}

/** A name in a passage; `wide` ones may name a page, but are no entities (see retrieval/ranking/mentions.ts). */
export interface NameUse extends Use {
  /** As written. */
  name: string;
  wide: boolean;
}

/** What the search needs to know of a passage, found from the passage alone. */
export interface PassageAnalysis {
  passageId: string;
  documentId: string;
  scopes: Scope[];
  title: string;
  /** Content words, title included. */
  length: number;
  /** Content words of each sentence, without the title. */
  sentenceLengths: number[];
  /** Content words of the title and headings. */
  titleLength: number;
  stems: Use[];
  names: NameUse[];
  /** Keys under which other pages name this passage: its title, with and without what stands in brackets; its heading. */
  titles: string[];
  /** Keys of the parts of the title that may stand for it. */
  titleParts: string[];
  /** Where the passage's page is: its id and its URL, as other pages link to it. */
  places: string[];
  /** What filters ask for, such as `type:pdf` and `date:2026-03` (retrieval/filters/field-keys.ts). */
  fields: string[];
  /** Where it links to, and the sentences that hold the link's words; absent where none does. */
  links: { place: string; name: string; sentences?: number }[];
}

/** Inverted lists: by stem, by entity, by title, by part of a title, by where the page is, by what filters ask for. */
export type ListKind = 'stem' | 'entity' | 'title' | 'title-part' | 'place' | 'field';

/** The passages of a list as numbers that only this index knows, ascending, each with its posting (stores/posting.ts). */
export interface PostingList {
  /** How many there are; more than `passages` holds when the list was longer than the limit asked for. */
  total: number;
  passages: Uint32Array;
  postings: Uint32Array;
}

/** A passage as the index knows it. */
export interface IndexedPassage
  extends Omit<PassageAnalysis, 'stems' | 'titles' | 'titleParts' | 'places' | 'fields' | 'scopes'> {
  number: number;
}

/**
 * The lists that ranking runs on. Kept in partitions of one scope set each, so that what an asker may not see is never
 * read, and does not count in frequencies either. Reads are batches; their work is bounded by the lists asked for.
 */
export interface PassageIndex {
  /** How many passages these scopes see, and their content words together. */
  size(scopes: readonly Scope[]): Promise<{ passages: number; words: number }>;
  /** In the order of the keys. Lists longer than `limit` come without their passages. */
  lists(kind: ListKind, keys: readonly string[], scopes: readonly Scope[], limit?: number): Promise<PostingList[]>;
  /** In the order asked; numbers that these scopes do not see are left out. */
  passages(numbers: readonly number[], scopes: readonly Scope[]): Promise<IndexedPassage[]>;
  /** The ids of passages by number, and the numbers by id; unknown or invisible ones are left out. */
  idsOf(numbers: readonly number[], scopes: readonly Scope[]): Promise<Map<number, string>>;
  numbersOf(passageIds: readonly string[], scopes: readonly Scope[]): Promise<Map<string, number>>;
  count(): Promise<number>;
}

/** The lists with their writes, for `Stores.apply`, `Stores.rebuild` and migration alone. */
export interface WritablePassageIndex extends PassageIndex {
  /** Writes or replaces the passages of these documents, in time proportional to them. */
  put(analyses: readonly PassageAnalysis[]): Promise<void>;
  deleteDocuments(documentIds: readonly string[]): Promise<number>;
}
