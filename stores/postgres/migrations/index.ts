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

/** The schema, step by step: its `schema_version` says how many of these it has had. Steps are only ever appended. */
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
 * The oldest version whose Parley works on this schema as well: every step after it only adds what an older one leaves alone.
 * It is written beside `schema_version`, so that an older process may start anew while others are updated. A step that takes
 * something away or changes its meaning comes a release after the code that no longer needs it, and raises this to itself.
 */
export const WORKS_SINCE = 12;
