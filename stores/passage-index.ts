import type { Scope } from '../core/document.ts';

/** The occurrences of a word stem or an entity in a passage. */
export interface Use {
  key: string;
  /** Occurrences in the passage, including its title. */
  count: number;
  inTitle: boolean;
  /** Bitmap: bit i is sentence i of the text. The last bit (see `SENTENCE_BITS`) stands for all further sentences. */
  sentences: number;
}

/** A name in a passage. A `wide` name may be a page's title but is not an entity (see retrieval/ranking/mentions.ts). */
export interface NameUse extends Use {
  /** As written in the passage. */
  name: string;
  wide: boolean;
}

/** What the search index needs of a passage, computed from the passage alone. */
export interface PassageAnalysis {
  passageId: string;
  documentId: string;
  scopes: Scope[];
  title: string;
  /** Number of content words, including the title. */
  length: number;
  /** Number of content words in each sentence, without the title. */
  sentenceLengths: number[];
  /** Number of content words in the title and headings. */
  titleLength: number;
  stems: Use[];
  names: NameUse[];
  /** Keys by which other pages may name this passage: its title, with and without a part in brackets, and its heading. */
  titles: string[];
  /** Keys of parts of the title that may be used instead of it. */
  titleParts: string[];
  /** Keys of the page's id and URL, as links on other pages have them. */
  places: string[];
  /** Keys that filters match, such as `type:pdf` and `date:2026-03` (retrieval/filters/field-keys.ts). */
  fields: string[];
  /** Its links. `sentences` is the bitmap of the sentences that contain the link's text, absent if none does. */
  links: { place: string; name: string; sentences?: number }[];
}

/** The kinds of inverted lists, one per field of `PassageAnalysis`; `entity` lists the names that are not `wide`. */
export type ListKind = 'stem' | 'entity' | 'title' | 'title-part' | 'place' | 'field';

/** An inverted list: passage numbers (internal to the index), ascending, each with its posting (stores/posting.ts). */
export interface PostingList {
  /** The list's length. `passages` and `postings` are empty if it is above the requested limit. */
  total: number;
  /** Shared by readers, who must not change them. */
  passages: Uint32Array;
  postings: Uint32Array;
}

/** A passage as the index stores it. */
export interface IndexedPassage
  extends Omit<PassageAnalysis, 'stems' | 'titles' | 'titleParts' | 'places' | 'fields' | 'scopes'> {
  number: number;
}

/**
 * The inverted lists that ranking reads. They are partitioned by scope set, so passages that an asker may not see are not
 * read and do not count in document frequencies. A read takes time proportional to the lists that it requests.
 */
export interface PassageIndex {
  /** The number of passages that are visible with these scopes, and the sum of their content words. */
  size(scopes: readonly Scope[]): Promise<{ passages: number; words: number }>;
  /** One list per key, in order. Lists longer than `limit` have only their total. */
  lists(kind: ListKind, keys: readonly string[], scopes: readonly Scope[], limit?: number): Promise<PostingList[]>;
  /** In the order of `numbers`; passages that are not visible with these scopes are left out. */
  passages(numbers: readonly number[], scopes: readonly Scope[]): Promise<IndexedPassage[]>;
  /** Passage ids by number. Unknown numbers, and passages that are not visible, are left out. */
  idsOf(numbers: readonly number[], scopes: readonly Scope[]): Promise<Map<number, string>>;
  numbersOf(passageIds: readonly string[], scopes: readonly Scope[]): Promise<Map<string, number>>;
  count(): Promise<number>;
  /** A number that every change of the index by any process replaces. Absent where asking costs a round trip. */
  version?(): Promise<number>;
}

/** The passage index with its writes, which only `Stores.apply`, `Stores.rebuild` and migration may call. */
export interface WritablePassageIndex extends PassageIndex {
  /** Replaces all passages of these documents. Takes time proportional to the passages. */
  put(analyses: readonly PassageAnalysis[]): Promise<void>;
  deleteDocuments(documentIds: readonly string[]): Promise<number>;
}
