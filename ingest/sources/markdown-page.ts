import type { ExtractedPage } from '../extract/page.ts';
import { readerFor } from '../sandbox/index.ts';

/** Makes a page from a service's Markdown. @param parts of its text, in order */
export const markdownPage = async (
  title: string,
  parts: readonly string[],
  url: string,
  updated?: string,
): Promise<ExtractedPage> => {
  const reader = readerFor({ name: 'page.md' });
  if (reader === undefined) throw new Error('Markdown has a reader.');
  const text = parts.join('\n\n');
  const page = await reader(new TextEncoder().encode(text), { url, contentType: 'text/markdown' });
  return { ...page, title, metadata: { ...page.metadata, ...(updated && { updated }) } };
};
