import type { Answer } from '../../core/answer.ts';
import { type Retrieved, rankDocuments } from '../metrics/recall.ts';

/** What an answer's look-ups brought, first found first: every passage named in the results of its tool calls. */
export const retrievedIn = (answer: Answer): Retrieved =>
  rankDocuments(answer.trace.filter(({ kind }) => kind === 'tool').flatMap(({ data }) => [...passagesIn(data)]));

function* passagesIn(data: unknown): Generator<{ documentId: string; passageId: string }> {
  if (typeof data !== 'object' || data === null) return;
  if ('documentId' in data && typeof data.documentId === 'string') {
    const passageId = 'passageId' in data && typeof data.passageId === 'string' ? data.passageId : data.documentId;
    yield { documentId: data.documentId, passageId };
    return;
  }
  for (const part of Object.values(data)) yield* passagesIn(part);
}
