export { decode } from './decode.ts';
export { extractHtml, extractHtmlText, extractWholeHtml, type HtmlContext } from './html.ts';
export { extractMarkdown, extractMarkdownText, extractText, type TextContext } from './markdown.ts';
export type { ExtractedPage, PageMetadata, TableDraft } from './page.ts';
