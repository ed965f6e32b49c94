import type { Passage } from '../../core/document.ts';
import type { Hit } from '../../retrieval/retriever.ts';
import type { Reference } from './reference.ts';

/** Converts a search hit to a reference. */
export const fromHit = ({ passage, score }: Hit): Reference => ({ ...fromPassage(passage), score });

/** Converts a stored passage to a reference. */
export const fromPassage = (passage: Passage): Reference => ({
  kind: passage.kind === 'table' ? 'table' : 'passage',
  documentId: passage.documentId,
  passageId: passage.id,
  title: passage.title,
  headings: passage.headings,
  text: passage.text,
  url: passage.url,
  updatedAt: passage.updatedAt,
});
