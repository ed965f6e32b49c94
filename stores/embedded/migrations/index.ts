import records from './001-records.ts';
import search from './002-search.ts';
import graph from './003-graph.ts';
import conversations from './004-conversations.ts';
import fronts from './005-fronts.ts';
import outbox from './006-outbox.ts';
import passageIndex from './007-passage-index.ts';
import turnsByTime from './008-turns-by-time.ts';
import vectorCodes from './009-vector-codes.ts';
import nextVectors from './010-next-vectors.ts';
import givenAndSpent from './011-given-and-spent.ts';
import documentChanges from './012-document-changes.ts';
import codeVersions from './013-code-versions.ts';
import indexVersion from './014-index-version.ts';
import followedDocuments from './015-followed-documents.ts';
import evalCases from './016-eval-cases.ts';
import jobs from './017-jobs.ts';
import relay from './018-relay.ts';
import turnFigures from './019-turn-figures.ts';
import unansweredTurns from './020-unanswered-turns.ts';

/** The schema's migrations in order. `user_version` of a file is the number of those applied, so only append to the list. */
export const migrations: readonly string[] = [
  records,
  search,
  graph,
  conversations,
  fronts,
  outbox,
  passageIndex,
  turnsByTime,
  vectorCodes,
  nextVectors,
  givenAndSpent,
  documentChanges,
  codeVersions,
  indexVersion,
  followedDocuments,
  evalCases,
  jobs,
  relay,
  turnFigures,
  unansweredTurns,
];
