import { createHash } from 'node:crypto';
import type { Stores } from './stores.ts';
import type { VectorStore } from './vectors.ts';

/** The number of items of one kind, and a hash over all of them in order. */
export interface Digest {
  count: number;
  sha256: string;
}

export const digestedKinds = [
  'sources',
  'documents',
  'words',
  'vectors',
  'knowledge',
  'conversations',
  'turns',
  'feedback',
  'events',
  'spent',
  'keyValues',
  'cases',
] as const;
export type DigestedKind = (typeof digestedKinds)[number];

/**
 * Streams all items of one kind and hashes them. The full-text index counts by its number of passages only, because it is
 * derived from the documents. Vectors are hashed by passage id, without their numbers.
 */
export const digestStore = (stores: Stores, kind: DigestedKind): Promise<Digest> => digest(readers[kind](stores));

/**
 * The digests of every kind. Equal digests mean equal contents, except for the numbers in the vectors, which a server may
 * normalise: `maxVectorDifference` compares those.
 */
export const digestStores = async (stores: Stores): Promise<Partial<Record<DigestedKind, Digest>>> => {
  const digests: Partial<Record<DigestedKind, Digest>> = {};
  for (const kind of digestedKinds) digests[kind] = await digestStore(stores, kind);
  return digests;
};

const readers: Record<DigestedKind, (stores: Stores) => AsyncIterable<unknown>> = {
  sources: async function* ({ documents }) {
    yield* await documents.sources();
  },
  documents: ({ documents }) => documents.hydrate(),
  words: async function* ({ lexical }) {
    for (let left = await lexical.count(); left > 0; left -= 1) yield '';
  },
  vectors: async function* ({ documents, vectors }) {
    let known = 0;
    for await (const { passages } of documents.hydrate()) {
      const found = await vectors.vectors(passages.map(({ id }) => id));
      for (const { id } of passages.filter(({ id }) => found.has(id))) {
        known += 1;
        yield id;
      }
    }
    // Vectors of passages that do not exist would otherwise not be counted.
    for (let stray = (await vectors.count()) - known; stray > 0; stray -= 1) yield 'stray';
  },
  knowledge: ({ graph }) => graph.knowledge(),
  conversations: ({ conversations }) => conversations.allConversations(),
  turns: ({ conversations }) => conversations.allTurns(),
  feedback: async function* ({ conversations }) {
    for await (const { feedback } of conversations.allFeedback()) yield feedback;
  },
  events: ({ conversations }) => conversations.doneEvents(),
  spent: ({ conversations }) => conversations.allSpent(),
  keyValues: ({ keyValues }) => keyValues.all(),
  cases: ({ cases }) => cases.all(),
};

const digest = async (items: AsyncIterable<unknown>): Promise<Digest> => {
  const hash = createHash('sha256');
  let count = 0;
  for await (const item of items) {
    hash.update(canonical(item)).update('\n');
    count += 1;
  }
  return { count, sha256: hash.digest('hex') };
};

/**
 * The largest difference between any two numbers in two stores' vectors of the same passages. Infinity if a vector is
 * missing or has another length. About 1e-7 if one server normalises.
 */
export const maxVectorDifference = async (
  documents: Stores['documents'],
  a: VectorStore,
  b: VectorStore,
): Promise<number> => {
  let greatest = 0;
  for await (const { passages } of documents.hydrate()) {
    const ids = passages.map(({ id }) => id);
    const [ours, theirs] = await Promise.all([a.vectors(ids), b.vectors(ids)]);
    for (const id of ids) {
      const [x, y] = [ours.get(id), theirs.get(id)];
      if (!x && !y) continue;
      if (!x || !y || x.length !== y.length) return Number.POSITIVE_INFINITY;
      x.forEach((number, i) => {
        greatest = Math.max(greatest, Math.abs(number - (y[i] ?? 0)));
      });
    }
  }
  return greatest;
};

/** JSON with sorted object keys, so that equal values from different stores have the same text. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
