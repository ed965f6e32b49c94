import type { Answer } from '../../core/answer.ts';
import type { SearchResult } from '../../retrieval/index.ts';
import { type Retrieved, rankDocuments } from '../metrics/recall.ts';
import type { SearchCount } from './row.ts';

/** What an answer's look-ups brought, first found first: every passage named in the results of its tool calls. */
export const retrievedIn = (answer: Answer): Retrieved =>
  rankDocuments(answer.trace.filter(({ kind }) => kind === 'tool').flatMap(({ data }) => [...passagesIn(data)]));

/** How many searches an answer made, and how many of them went with less of the encoder than they asked for. */
export const searchesIn = (answer: Answer): SearchCount => {
  const made = answer.trace.filter(({ kind }) => kind === 'tool').flatMap(({ data }) => [...searchesOf(data)]);
  const partial = made.filter((one) => one.partial).length;
  const shallow = made.filter(({ deep }) => deep && deep.read < deep.of).length;
  return {
    total: made.length,
    byWords: made.filter(({ mode }) => mode === 'lexical').length,
    ...(partial > 0 && { partial }),
    ...(shallow > 0 && { shallow }),
  };
};

/** A search's result in a trace holds its hits and its mode. */
function* searchesOf(data: unknown): Generator<Pick<SearchResult, 'partial' | 'deep'> & { mode: string }> {
  if (typeof data !== 'object' || data === null) return;
  const { mode, partial, deep, hits } = data as Partial<SearchResult>;
  if (Array.isArray(hits) && typeof mode === 'string') yield { mode, partial, deep };
  else for (const part of Object.values(data)) yield* searchesOf(part);
}

/** Traces name passages (`passageId`), tables (`documentId`) and the passages that state a triple (`passageIds`). */
function* passagesIn(data: unknown): Generator<{ documentId: string; passageId: string }> {
  if (typeof data !== 'object' || data === null) return;
  const { passageId, documentId, passageIds } = data as Record<string, unknown>;
  if (typeof passageId === 'string') {
    yield { documentId: typeof documentId === 'string' ? documentId : documentOf(passageId), passageId };
  } else if (Array.isArray(passageIds)) {
    for (const id of passageIds) if (typeof id === 'string') yield { documentId: documentOf(id), passageId: id };
  } else if (typeof documentId === 'string') {
    yield { documentId, passageId: documentId };
  } else {
    for (const part of Object.values(data)) yield* passagesIn(part);
  }
}

/** A passage's id is its document's with `#` and its place (core/document.ts). */
const documentOf = (passageId: string): string => passageId.replace(/#\d+$/, '');
