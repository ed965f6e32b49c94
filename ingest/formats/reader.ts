import type { ExtractedPage } from '../extract/page.ts';

/** What is known of the bytes besides themselves. */
export interface ReaderContext {
  url?: string;
  contentType?: string;
  /** So many characters of the Markdown are wanted, and nothing else of the page. */
  maxCharacters?: number;
}

/**
 * Reads one file of a format. A reader never gives an empty page for a file whose words it cannot reach: it throws
 * INPUT_UNREADABLE (damaged, password-protected, scanned) or INPUT_TOO_LARGE.
 */
export type Reader = (bytes: Uint8Array, context?: ReaderContext) => ExtractedPage | Promise<ExtractedPage>;
