import type { Labels } from '../labels.ts';

/** Unique ids, and a full-text index over names. Each statement is idempotent. */
export default (l: Labels): string[] => [
  ...[l.document, l.passage, l.entity, l.triple].map(
    (label) => `CREATE CONSTRAINT ${label}_id IF NOT EXISTS FOR (n:${label}) REQUIRE n.id IS UNIQUE`,
  ),
  `CREATE CONSTRAINT ${l.value}_key IF NOT EXISTS FOR (n:${l.value}) REQUIRE n.key IS UNIQUE`,
  `CREATE FULLTEXT INDEX ${l.words} IF NOT EXISTS FOR (n:${l.value}) ON EACH [n.words]
   OPTIONS { indexConfig: { \`fulltext.analyzer\`: 'whitespace' } }`,
];
