import type { DocumentChange } from '../../../stores/index.ts';

/** A page without passages, for tests of visibility and of changes. */
export const pageOf = (id: string, scopes: string[], text = `Page ${id}.`, sourceId = 's'): DocumentChange => ({
  document: {
    id,
    sourceId,
    title: id,
    text,
    scopes,
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: `${id} ${text} ${scopes.join()}`,
  },
  passages: [],
  tables: [],
});
