import type { Document, Passage } from '../../core/document.ts';

/** The only passage of a short page, which contains all of its text. */
export const wholePassage = ({
  id,
  title,
  text,
  scopes,
  url,
}: Pick<Document, 'id' | 'title' | 'text' | 'scopes' | 'url'>): Passage => ({
  id: `${id}#0`,
  documentId: id,
  ordinal: 0,
  kind: 'text',
  title,
  headings: [],
  text,
  start: 0,
  end: text.length,
  links: [],
  scopes: [...scopes],
  ...(url !== undefined && { url }),
});
