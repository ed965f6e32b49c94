import type { Scope } from '../../../core/document.ts';
import { collectAll, listAll, type Stores } from '../../../stores/index.ts';

/** A question in a channel that the pages did not answer, or whose answer got a thumb down. */
export interface OpenQuestion {
  question: string;
  /** ISO 8601. */
  at: string;
  turnId: string;
  /** Key of its delivery, which says where and by whom it was asked. */
  key: string;
  /** The scopes with which it was answered. Only people who hold all of them may read the question. */
  scopes: readonly Scope[];
  /** Sources of the nearest pages (`unknown`), or of the cited pages (`down`). */
  sources: readonly string[];
  why: 'unknown' | 'down';
}

/** An open question with the key of its record. */
export interface OpenQuestionRow extends OpenQuestion {
  row: string;
}

const KIND = 'open-question';
const NEAREST_PASSAGES = 5;

const rowOf = (workspace: string, { at, turnId }: Pick<OpenQuestion, 'at' | 'turnId'>) =>
  `${workspace}/${at}/${turnId}`;

/** Stores an open question for the owners of its sources. A second call for the same turn replaces its record. */
export const noteOpenQuestion = (
  { keyValues }: Pick<Stores, 'keyValues'>,
  question: NewOpenQuestion,
): Promise<void> => {
  const { kind, key, value, personId } = openQuestionRecord(question);
  return keyValues.put(kind, key, value, { personId });
};

type NewOpenQuestion = OpenQuestion & { workspace: string; askerId: string };

/** The record that `noteOpenQuestion` stores, for callers that store it in a transaction with others. */
export const openQuestionRecord = ({ workspace, askerId, ...question }: NewOpenQuestion) => ({
  kind: KIND,
  key: rowOf(workspace, question),
  value: question,
  personId: askerId,
});

/** Removes an open question that was answered, or whose thumb down was taken back; false when there is none. */
export const settleQuestion = (
  { keyValues }: Pick<Stores, 'keyValues'>,
  row: string | { workspace: string; at: string; turnId: string },
): Promise<boolean> => keyValues.delete(KIND, typeof row === 'string' ? row : rowOf(row.workspace, row));

/** The open question of a row; undefined when it was settled meanwhile. */
export const openQuestion = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  row: string,
): Promise<OpenQuestionRow | undefined> => {
  const found = await keyValues.get<OpenQuestion>(KIND, row);
  return found && { ...found, row };
};

/** The open question of a turn, if it is still open. */
export const openQuestionOfTurn = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  workspace: string,
  turnId: string,
): Promise<OpenQuestionRow | undefined> => {
  for await (const { key, value } of listAll<OpenQuestion>(keyValues, KIND, { prefix: `${workspace}/` }))
    if (value.turnId === turnId) return { ...value, row: key };
  return undefined;
};

/** The open questions of a workspace since a time (ISO 8601) that `maySee` allows, newest first. */
export const openQuestions = async (
  { keyValues }: Pick<Stores, 'keyValues'>,
  {
    workspace,
    since,
    limit = 20,
    maySee,
  }: { workspace: string; since: string; limit?: number; maySee: (question: OpenQuestion) => Promise<boolean> },
): Promise<OpenQuestionRow[]> => {
  const range = { prefix: `${workspace}/`, after: `${workspace}/${since}` };
  const seen: OpenQuestionRow[] = [];
  for (const { key, value } of (await collectAll<OpenQuestion>(keyValues, KIND, range)).reverse()) {
    const question = { ...value, row: key };
    if (seen.length >= limit) break;
    if (await maySee(question)) seen.push(question);
  }
  return seen;
};

/** The sources of the nearest passages to a question by keyword search within these scopes. */
export const sourcesNear = async (
  { lexical, documents }: Pick<Stores, 'lexical' | 'documents'>,
  question: string,
  scopes: readonly Scope[],
): Promise<string[]> => {
  const hits = await lexical.search(question, NEAREST_PASSAGES, scopes);
  const passages = await documents.passages(
    hits.map(({ id }) => id),
    scopes,
  );
  return sourcesOf(
    { documents },
    passages.map(({ documentId }) => documentId),
  );
};

/** The ids of the documents' sources, without duplicates. */
export const sourcesOf = async (
  { documents }: Pick<Stores, 'documents'>,
  documentIds: readonly string[],
): Promise<string[]> => {
  if (documentIds.length === 0) return [];
  const stamps = await documents.stampsOf([...new Set(documentIds)]);
  return [...new Set([...stamps.values()].map(({ sourceId }) => sourceId))];
};
