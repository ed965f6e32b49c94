import type { DocumentKnowledge, IndexedDocument } from '../../stores/index.ts';
import { aliasFacts } from './aliases.ts';
import { type Fact, toKnowledge } from './fact.ts';
import { propertyFacts } from './property-lines.ts';
import { isPropertyList, tableFacts } from './table-facts.ts';

/**
 * What a document states in a form that needs no reading: table cells under their headers, infobox rows, lists of
 * properties, names that the page says are one. No model is called. Mentions of entities in running text are found when passages are indexed.
 */
export const ruleKnowledge = ({ document, passages, tables }: IndexedDocument): DocumentKnowledge =>
  toKnowledge(document.id, document.scopes, ruleFacts({ document, passages, tables }), { identifiers: true });

const ruleFacts = ({ document, passages, tables }: IndexedDocument): Fact[] => {
  const alone = tables.filter(isPropertyList).length < 2;
  return [
    ...tables.flatMap((table) => tableFacts(table, document.title, passages, { alone })),
    ...propertyFacts(passages),
    ...aliasFacts(passages),
  ];
};
