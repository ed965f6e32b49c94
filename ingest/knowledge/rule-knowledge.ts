import type { DocumentKnowledge, IndexedDocument } from '../../stores/index.ts';
import { aliasFacts } from './aliases.ts';
import { toKnowledge } from './fact.ts';
import { propertyFacts } from './property-lines.ts';
import { tableFacts } from './table-facts.ts';

/**
 * What a document states in a form that needs no reading: table cells under their headers, infobox rows, lists of
 * properties, names that the page says are one. No model is called. Mentions of entities in running text are found when passages are indexed.
 */
export const ruleKnowledge = ({ document, passages, tables }: IndexedDocument): DocumentKnowledge =>
  toKnowledge(document.id, document.scopes, [
    ...tables.flatMap((table) => tableFacts(table, document.title, passages)),
    ...propertyFacts(passages),
    ...aliasFacts(passages),
  ]);
