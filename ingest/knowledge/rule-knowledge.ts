import type { DocumentKnowledge, IndexedDocument } from '../../stores/index.ts';
import { aliasFacts } from './aliases.ts';
import { type Fact, toKnowledge } from './fact.ts';
import { propertyFacts } from './property-lines.ts';
import { passagesOfProse } from './prose.ts';
import { isPropertyList, tableFacts } from './table-facts.ts';

/**
 * The facts of a document that rules find, without a model: table cells under their headers, infobox rows, lists of properties,
 * and names that the page declares to be one thing. Mentions of entities in running text are found when passages are indexed.
 */
export const ruleKnowledge = ({ document, passages, tables }: IndexedDocument): DocumentKnowledge =>
  toKnowledge(document.id, document.scopes, ruleFacts({ document, passages, tables }), { identifiers: true });

const ruleFacts = ({ document, passages, tables }: IndexedDocument): Fact[] => {
  const alone = tables.filter(isPropertyList).length < 2;
  const prose = passagesOfProse(passages);
  return [
    ...tables.flatMap((table) => tableFacts(table, document.title, passages, { alone })),
    ...propertyFacts(prose),
    ...aliasFacts(prose),
  ];
};
