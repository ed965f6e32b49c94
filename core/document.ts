import { z } from 'zod';

/**
 * Who may see a document: `everyone`, or a name from a platform (`workspace:T024`, `channel:T024/C77`, `private`). A
 * document is visible to an asker if the two share a scope.
 */
export type Scope = string;

/** Scope of public documents, and of documents that name none. */
export const EVERYONE: Scope = 'everyone';

/** Where documents come from: a folder, a site, a feed, a channel's history. */
export interface Source {
  /** Stable and readable, such as `handbook`; given by `--source` or derived from the input. */
  id: string;
  /** The connector that reads it: `folder`, `site`, `git`. */
  kind: string;
  /** The path or URL given to ingest, where `sync` starts. */
  location: string;
  scopes: Scope[];
  /** Options that `sync` repeats (include, exclude, depth); plain JSON. */
  options?: Record<string, unknown>;
  /** ISO 8601, UTC. */
  syncedAt?: string;
}

export interface Document {
  /** Stays the same when the document is ingested again. From the JSONL row, or derived from source and location. */
  id: string;
  sourceId: string;
  title: string;
  url?: string;
  /** The full text as Markdown; `start` and `end` of passages are offsets into it. */
  text: string;
  scopes: Scope[];
  /**
   * For a document about another one: that document's id, and this one's own scopes. Stores restrict `scopes` to those
   * of both, also when the other is added or changed later. Only documents without passages and tables may use it.
   */
  follows?: { documentId: string; scopes: Scope[] };
  /** When the page was last changed, by its own statement; ISO 8601. */
  updatedAt?: string;
  /** When Parley last fetched it; ISO 8601. */
  fetchedAt: string;
  /** SHA-256 of the content and of everything that affects its indexing. If equal, there is nothing to do. */
  contentHash: string;
  language?: string;
  /** ETag, Last-Modified, author, place in a hierarchy…; plain JSON. */
  metadata?: Record<string, unknown>;
}

/** A chunk of a document: the unit of retrieval and of citation. */
export interface Passage {
  /** `${documentId}#${ordinal}`, also for a row with one passage. */
  id: string;
  documentId: string;
  ordinal: number;
  kind: 'text' | 'table';
  /** The document's title, stored here because every ranking and every prompt needs it. */
  title: string;
  /** Headings above the passage, outermost first, without the title. */
  headings: string[];
  text: string;
  /** UTF-16 offsets into the document's text: `text === document.text.slice(start, end)` for kind `text`. */
  start: number;
  end: number;
  /** For kind `table`: id of the table that it contains (a part of). */
  tableId?: string;
  /** Links of the passage: the target's URL or path as written, resolved against the page. */
  links: PassageLink[];
  /** The document's scopes, URL and date, stored here so that one read answers a search. */
  scopes: Scope[];
  url?: string;
  updatedAt?: string;
}

/** A hyperlink in a passage. */
export interface PassageLink {
  href: string;
  text: string;
}

/** A data table in one normal form, whatever its source format. */
export interface Table {
  id: string;
  documentId: string;
  caption: string;
  headings: string[];
  /** One header path per column, outermost first: [['Revenue', '2024'], ['Revenue', '2025']]. */
  columns: string[][];
  rows: string[][];
  /** Type of each column, if all its filled cells agree. */
  types: ColumnType[];
  scopes: Scope[];
}

/** Type of a column's cells, with their common unit. */
export type ColumnType =
  | { kind: 'text' }
  | { kind: 'number'; unit?: string }
  | { kind: 'percent' }
  | { kind: 'currency'; currency: string }
  | { kind: 'date' };

/** A row of a JSONL corpus: at least one of text, markdown and html. */
export const documentRowSchema = z
  .object({
    id: z.union([z.string().min(1), z.number()]).transform(String),
    title: z.string().default(''),
    text: z.string().optional(),
    markdown: z.string().optional(),
    html: z.string().optional(),
    url: z.string().optional(),
    updated_at: z.string().optional(),
    scopes: z.array(z.string().min(1)).optional(),
  })
  .refine((row) => row.text !== undefined || row.markdown !== undefined || row.html !== undefined, {
    message: 'a document needs one of text, markdown and html',
  });
export type DocumentRow = z.infer<typeof documentRowSchema>;

/** A row of a JSONL file of triples. */
export const tripleRowSchema = z.object({
  subject: z.string().min(1),
  predicate: z.string().min(1),
  object: z.string().min(1),
  document_id: z.string().optional(),
});
export type TripleRow = z.infer<typeof tripleRowSchema>;
