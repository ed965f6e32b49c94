import type { Passage } from '../../core/document.ts';
import type { Hit } from '../../retrieval/retriever.ts';
import type { Reference } from './reference.ts';

/** A found passage as evidence. */
export const fromHit = ({ passage, score }: Hit): Reference => ({ ...fromPassage(passage), score });

/** A stored passage as evidence. */
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
