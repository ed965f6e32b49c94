import type { Change, DocumentChange } from '../changes.ts';
import { knowledge, page, vectorsOf } from './samples.ts';

/** Dimension of the sample vectors. */
export const DIMENSIONS = 8;
export const SPACE = { encoder: 'test:hash', dimensions: DIMENSIONS };

const NAMES = ['Ada', 'Bea', 'Cleo', 'Dora', 'Emma', 'Fay', 'Gwen', 'Hope'];

/** Version `v` of page `n`. Its text, scopes and facts depend on both. */
export const version = (n: number, v: number): DocumentChange => {
  const id = `page-${n}`;
  const scopes = [['everyone'], ['private'], ['everyone', 'team']][(n + v) % 3]!;
  const made = page(
    id,
    Array.from({ length: 1 + ((n * 7 + v) % 4) }, (_, i) => `${id} version ${v} part ${i}`),
    {
      scopes,
      tables: (n + v) % 2,
    },
  );
  const [a, b, c] = [0, 1, 3].map((step) => NAMES[(n + v * 3 + step) % NAMES.length]!);
  return {
    ...made,
    ...((n + v) % 5 !== 0 && { vectors: vectorsOf(made, DIMENSIONS) }),
    ...((n + v) % 4 !== 0 && {
      knowledge: knowledge(
        id,
        [a!, `Only ${n}`],
        [
          [a!, 'knows', b!],
          [b!, 'knows', c!],
        ],
        { scopes },
      ),
    }),
  };
};

/** A document of ingested facts about page `n`, with its own scopes. */
export const factsAbout = (n: number, id: string, scopes: string[]): DocumentChange => {
  const { document } = page(id, [], { scopes });
  return {
    document: { ...document, text: '', follows: { documentId: `page-${n}`, scopes } },
    passages: [],
    tables: [],
    knowledge: knowledge(id, [], [[`Only ${n}`, 'was handed in as', id]], { scopes }),
  };
};

/** A sequence of changes with the same final state however often its start is repeated. */
export const history = (length: number): Change[] =>
  Array.from({ length }, (_, step) => {
    const put = [
      ...Array.from({ length: 6 }, (_, i) => version((step * 5 + i) % 23, step)),
      factsAbout((step * 3) % 23, `facts-${step % 5}`, [['everyone'], ['private']][step % 2] ?? []),
    ];
    const gone = Array.from({ length: 3 }, (_, i) => `page-${(step * 11 + i + 2) % 23}`);
    const kept = new Set(put.map(({ document }) => document.id));
    return { put, delete: gone.filter((id) => !kept.has(id)) };
  });
