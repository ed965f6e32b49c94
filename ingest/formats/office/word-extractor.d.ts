/** word-extractor has no types. These are the parts of its interface that `doc.ts` uses. */
declare module 'word-extractor' {
  interface Document {
    getBody(): string;
    getFootnotes(): string;
    getEndnotes(): string;
    getAnnotations(): string;
    getHeaders(options?: { includeFooters: boolean }): string;
    getFooters(): string;
    getTextboxes(): string;
  }
  export default class WordExtractor {
    extract(source: Buffer): Promise<Document>;
  }
}

declare module 'word-extractor/lib/filters.js' {
  const filters: { binaryToUnicode(text: string): string; clean(text: string): string };
  export default filters;
}
