import { z } from 'zod';

/**
 * Who may see a document: `everyone`, or a name that a platform gives (`workspace:T024`, `channel:T024/C77`, `private`).
 * A document is visible to an asker when the two share a scope.
 */
export type Scope = string;

/** The scope of what anybody may see, and of a document that names none. */
export const EVERYONE: Scope = 'everyone';

/** Where documents come from: a folder, a site, a feed, a channel's history. */
export interface Source {
  /** Stable and readable, such as `handbook`; given by `--source` or made from the input. */
  id: string;
  /** The connector that reads it, such as `folder`, `site` or `git`. */
  kind: string;
  /** The path or URL that ingest was given; `sync` starts here again. */
  location: string;
  scopes: Scope[];
  /** Options that `sync` needs again (include, exclude, depth); plain JSON. */
  options?: Record<string, unknown>;
  /** ISO 8601, UTC. */
  syncedAt?: string;
}

/** One page as Parley keeps it. */
export interface Document {
  /** Stable over re-ingest: from the JSONL row, or made from source and location. */
  id: string;
  sourceId: string;
  title: string;
  url?: string;
  /** The whole text as Markdown; a passage's `start` and `end` index into it. */
  text: string;
  scopes: Scope[];
  /**
   * The document that this one is about, and this one's own scopes: the stores keep `scopes` to what both may be seen by,
   * also when the other comes or changes later. Only a document without passages and tables follows another.
   */
  follows?: { documentId: string; scopes: Scope[] };
  /** When the page says it was last changed; ISO 8601. */
  updatedAt?: string;
  /** When Parley last saw it; ISO 8601. */
  fetchedAt: string;
  /** SHA-256 of what was read, with everything that decides how it is indexed: equal means nothing to do. */
  contentHash: string;
  language?: string;
  /** ETag, Last-Modified, author, place in a hierarchy…; plain JSON. */
  metadata?: Record<string, unknown>;
}

/** A chunk of a document: the unit of retrieval and of citation. */
export interface Passage {
  /** `${documentId}#${ordinal}`; a one-passage JSONL row keeps the same form. */
  id: string;
  documentId: string;
  ordinal: number;
  kind: 'text' | 'table';
  /** The document's title, kept here because every ranking and every prompt needs it. */
  title: string;
  /** Headings above the passage, outermost first, without the title. */
  headings: string[];
  text: string;
  /** UTF-16 offsets into the document's text: `text === document.text.slice(start, end)` for kind `text`. */
  start: number;
  end: number;
  /** For kind `table`: the Table that it renders (a part of). */
  tableId?: string;
  /** Pages that the passage links to: the target's URL or path as written, resolved against the page. */
  links: PassageLink[];
  /** The document's scopes, url and date, kept with the passage so that one read answers a search. */
  scopes: Scope[];
  url?: string;
  updatedAt?: string;
}

/** A hyperlink in a passage. */
export interface PassageLink {
  href: string;
  text: string;
}

/** A data table in one normal form, whatever it was read from. */
export interface Table {
  id: string;
  documentId: string;
  caption: string;
  headings: string[];
  /** One header path a column, outermost first: [['Revenue', '2024'], ['Revenue', '2025']]. */
  columns: string[][];
  rows: string[][];
  /** What each column holds, when all its filled cells agree. */
  types: ColumnType[];
  scopes: Scope[];
}

/** What a column's cells are, with the unit that they share. */
export type ColumnType =
  | { kind: 'text' }
  | { kind: 'number'; unit?: string }
  | { kind: 'percent' }
  | { kind: 'currency'; currency: string }
  | { kind: 'date' };

/** A row of a JSONL corpus (contracts.md): exactly one of text, markdown and html. */
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

/** A row of a JSONL file of triples (contracts.md). */
export const tripleRowSchema = z.object({
  subject: z.string().min(1),
  predicate: z.string().min(1),
  object: z.string().min(1),
  document_id: z.string().optional(),
});
export type TripleRow = z.infer<typeof tripleRowSchema>;
