import records from './001-records.ts';
import lexical from './002-lexical.ts';
import conversations from './003-conversations.ts';
import fronts from './004-fronts.ts';
import passageIndex from './005-passage-index.ts';
import givenAndSpent from './006-given-and-spent.ts';
import documentChanges from './007-document-changes.ts';
import followedDocuments from './008-followed-documents.ts';
import evalCases from './009-eval-cases.ts';
import graph from './010-graph.ts';
import vectorSpaces from './011-vector-spaces.ts';
import relay from './012-relay.ts';
import unansweredTurns from './013-unanswered-turns.ts';

/** The schema's migrations in order. `schema_version` is the number of those applied, so only append to the list. */
export const migrations: readonly string[] = [
  records,
  lexical,
  conversations,
  fronts,
  passageIndex,
  givenAndSpent,
  documentChanges,
  followedDocuments,
  evalCases,
  graph,
  vectorSpaces,
  relay,
  unansweredTurns,
];

/**
 * The oldest schema version whose code also works with the current schema, because every later migration only adds things
 * that older code ignores. It is stored beside `schema_version`, so that older processes can restart during an update. A
 * migration that removes something, or changes its meaning, must come one release after the code stopped using it, and
 * sets this constant to its own number.
 */
export const WORKS_SINCE = 12;
