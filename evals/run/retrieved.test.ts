import { expect, it } from 'vitest';
import type { Answer } from '../../core/answer.ts';
import { retrievedIn } from './retrieved.ts';

it('reads what look-ups brought from the trace: passages, tables and the passages of triples, first found first', () => {
  const trace = [
    {
      node: 'search',
      kind: 'tool',
      name: 'search_passages',
      at: 0,
      data: {
        arguments: { query: 'q' },
        found: {
          hits: [
            { passageId: 'b#2', title: 'B' },
            { passageId: 'a#0', title: 'A' },
          ],
        },
      },
    },
    { node: 'answer', kind: 'task', name: 'answer', at: 1, data: { passageId: 'never#0' } },
    {
      node: 'tables',
      kind: 'tool',
      name: 'search_tables',
      at: 2,
      data: { found: [{ documentId: 't', caption: 'T' }] },
    },
    {
      node: 'paths',
      kind: 'tool',
      name: 'find_paths',
      at: 3,
      data: { found: { paths: [{ steps: [{ triple: { subject: 'x', passageIds: ['b#2', 'p#1#3'] } }] }] } },
    },
    {
      node: 'search',
      kind: 'tool',
      name: 'search_passages',
      at: 4,
      data: { found: null, failed: { code: 'CANCELLED' } },
    },
  ];
  expect(retrievedIn({ trace } as unknown as Answer)).toEqual({
    documents: ['b', 'a', 't', 'p#1'],
    passages: ['b#2', 'a#0', 't', 'p#1#3'],
  });
});
