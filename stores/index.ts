export { type Actor, type AuditRecord, type AuditTrail, createAuditTrail, PARLEY_ITSELF } from './audit-trail.ts';
export { type BackupReceipt, backup, restore } from './backup.ts';
export type { Change, DocumentChange } from './changes.ts';
export type { ConnectionState, SharedConnections } from './connections.ts';
export type { Claim, ClaimFence, ConversationStore, Spending, TurnOverview, TurnSum } from './conversations.ts';
export { revisionId } from './conversations.ts';
export { type DigestedKind, digestedKinds } from './digest.ts';
export type {
  DeletionReceipt,
  DocumentChangeTime,
  DocumentStamp,
  DocumentStore,
  IndexedDocument,
} from './documents.ts';
export { FACTS_FORMAT } from './documents.ts';
export { createErasedPeople, type ErasedPeople } from './erased-people.ts';
export type { CaseCursor, EvalCaseStore } from './eval-cases.ts';
export type { DocumentKnowledge, GraphStore, Mention } from './graph.ts';
export type { DeadJob, JobDepth, JobKind, JobQueue, JobStatus, LeasedJob, NewJob } from './jobs.ts';
export type { KeyValueChange, KeyValueId, KeyValueRecord, KeyValueStore, PersonalRecord } from './key-values.ts';
export { KNOWN_PERSON, namesOfPerson, recordName } from './known-people.ts';
export type { LexicalIndex, Scored } from './lexical.ts';
export { collectAll, listAll } from './list-all.ts';
export { type MigrationOptions, type MovedKind, migrate } from './migrate.ts';
export { openStores } from './open.ts';
export type {
  IndexedPassage,
  ListKind,
  NameUse,
  PassageAnalysis,
  PassageIndex,
  PostingList,
  Use,
} from './passage-index.ts';
export { serverError, wasCutOff } from './postgres/server-error.ts';
export { checkData, countConnections, reachServer } from './reach.ts';
export { QUESTION_RECORDS, questionChannel, type Relay, removeQuestionWork } from './relay.ts';
export type { Rebuild, Stores } from './stores.ts';
export type { NextVectors, PassageVector, VectorSpace, VectorStamp, VectorStore } from './vectors.ts';
