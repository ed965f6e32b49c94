import type { ExtractedPage } from '../../extract/page.ts';
import { readerFor } from '../../sandbox/index.ts';

/** A page of Markdown as people write it on GitHub. */
export const markdownPage = async (
  title: string,
  about: string,
  parts: readonly string[],
  url: string,
  updated: string,
): Promise<ExtractedPage> => {
  const reader = readerFor({ name: 'page.md' });
  if (reader === undefined) throw new Error('Markdown has a reader.');
  const text = [about, ...parts].join('\n\n');
  const page = await reader(new TextEncoder().encode(text), { url, contentType: 'text/markdown' });
  return { ...page, title, metadata: { ...page.metadata, updated } };
};
