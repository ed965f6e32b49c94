import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { Document, Passage } from '../core/document.ts';
import { ParleyError } from '../core/errors.ts';
import { type Digest, type DigestedKind, digestedKinds, digestStore, maxVectorDifference } from './digest.ts';
import { openWritableStores, type StoreSettings } from './open.ts';
import type { PassageAnalysis } from './passage-index.ts';
import type { WritableStores } from './stores.ts';

/** The result for one kind of data: what was moved, and what each side now contains. */
export interface MovedKind {
  kind: DigestedKind;
  /** Items written in this run. Fewer than `from.count` if an earlier run was interrupted. */
  moved: number;
  from: Digest;
  to: Digest;
  /** Whether count and hash are equal; for vectors also the numbers, within `VECTOR_TOLERANCE`. */
  equal: boolean;
}

export interface MigrationOptions {
  /** The kinds of data to move; all by default. */
  kinds?: readonly DigestedKind[];
  /** A file that records the progress, so that an interrupted run can resume. Deleted after the comparison. */
  progressFile: string;
  /** Analyses passages for the target's passage index, which is rebuilt, not moved. */
  analyse?: (passage: Passage, document: Document) => PassageAnalysis;
  signal?: AbortSignal;
  onProgress?: (progress: { kind: DigestedKind; done: number }) => void;
}

/** Largest allowed difference between two numbers of equal vectors. Servers that normalise cause about 1e-7. */
const VECTOR_TOLERANCE = 1e-5;
const BATCH = 200;

/**
 * Copies all data from some stores to others, then compares both sides by count and hash. A run after an interruption
 * resumes where it stopped; every write is idempotent. Nobody else may write to either side during a migration, or the
 * comparison fails. Nothing is deleted from `from`.
 *
 * @returns one row per kind, in the order of copying
 * @throws CANCELLED, and the errors of the stores
 */
export const migrate = async (
  from: StoreSettings,
  to: StoreSettings,
  options: MigrationOptions,
): Promise<MovedKind[]> => {
  const source = await openWritableStores(from);
  try {
    const target = await openWritableStores(to);
    return await migrateStores(source, target, options).finally(target.close);
  } finally {
    await source.close();
  }
};

/** `migrate` between open stores. */
export const migrateStores = async (
  from: WritableStores,
  to: WritableStores,
  { kinds = digestedKinds, progressFile, analyse, signal, onProgress }: MigrationOptions,
): Promise<MovedKind[]> => {
  const progress = await openProgress(progressFile);
  const moved = new Map<DigestedKind, number>();
  for (const kind of kinds) {
    let done = 0;
    for await (const last of movers[kind]({ from, to, after: progress.of(kind), analyse })) {
      done += last.items;
      onProgress?.({ kind, done });
      await progress.set(kind, last.id);
      if (signal?.aborted) throw cancelled();
    }
    moved.set(kind, done);
  }
  const rows: MovedKind[] = [];
  for (const kind of kinds) {
    const [ours, theirs] = [await digestStore(from, kind), await digestStore(to, kind)];
    const same = ours.count === theirs.count && ours.sha256 === theirs.sha256;
    const close =
      kind !== 'vectors' || (await maxVectorDifference(from.documents, from.vectors, to.vectors)) <= VECTOR_TOLERANCE;
    rows.push({ kind, moved: moved.get(kind) ?? 0, from: ours, to: theirs, equal: same && close });
  }
  // Removed even if the sides differ: resuming may have skipped the difference, so the next run must copy everything.
  await progress.remove();
  return rows;
};

/** A copied batch: the number of items and the last id ('' for kinds that cannot resume and always start over). */
interface Batch {
  items: number;
  id: string;
}

type Mover = (parts: {
  from: WritableStores;
  to: WritableStores;
  after: string;
  analyse?: (passage: Passage, document: Document) => PassageAnalysis;
}) => AsyncGenerator<Batch>;

const movers: Record<DigestedKind, Mover> = {
  async *sources({ from, to }) {
    for (const { documents: _, passages: __, ...source } of await from.documents.sources()) {
      await to.documents.putSource(source);
      yield { items: 1, id: '' };
    }
  },
  async *documents({ from, to, after }) {
    for await (const batch of batched(from.documents.hydrate(after), BATCH)) {
      await to.documents.put(batch);
      yield { items: batch.length, id: batch.at(-1)!.document.id };
    }
  },
  async *words({ from, to, after, analyse }) {
    for await (const batch of batched(from.documents.hydrate(after), BATCH)) {
      const passages = batch.flatMap((indexed) => indexed.passages);
      await to.lexical.deleteDocuments(batch.map(({ document }) => document.id));
      await to.lexical.put(passages);
      if (analyse) {
        const analyses = batch.flatMap((one) => one.passages.map((passage) => analyse(passage, one.document)));
        await to.passageIndex?.put(analyses);
      }
      yield { items: passages.length, id: batch.at(-1)!.document.id };
    }
  },
  async *vectors({ from, to, after }) {
    const space = await from.vectors.space();
    if (!space) return;
    await to.vectors.open(space);
    for await (const batch of batched(from.documents.hydrate(after), BATCH)) {
      const passages = batch.flatMap((indexed) => indexed.passages);
      const found = await from.vectors.vectors(passages.map(({ id }) => id));
      const vectors = passages.flatMap(({ id, documentId, scopes }) => {
        const vector = found.get(id);
        return vector ? [{ passageId: id, documentId, scopes, vector }] : [];
      });
      await to.vectors.put(vectors);
      yield { items: vectors.length, id: batch.at(-1)!.document.id };
    }
  },
  async *knowledge({ from, to, after }) {
    for await (const batch of batched(from.graph.knowledge(after), BATCH)) {
      await to.graph.put(batch);
      yield { items: batch.length, id: batch.at(-1)!.documentId };
    }
  },
  async *conversations({ from, to }) {
    for await (const conversation of from.conversations.allConversations()) {
      await to.conversations.putConversation(conversation);
      yield { items: 1, id: '' };
    }
  },
  async *turns({ from, to }) {
    for await (const turn of from.conversations.allTurns()) {
      await to.conversations.putTurn(turn);
      yield { items: 1, id: '' };
    }
  },
  async *feedback({ from, to }) {
    for await (const { feedback } of from.conversations.allFeedback()) {
      await to.conversations.putFeedback(feedback);
      yield { items: 1, id: '' };
    }
  },
  async *events({ from, to }) {
    for await (const event of from.conversations.doneEvents()) {
      if ((await to.conversations.claim(event, 'migration', 0)) !== 'already-done')
        await to.conversations.finishClaim(event, 'migration');
      yield { items: 1, id: '' };
    }
  },
  async *spent({ from, to }) {
    for await (const { day, who, questions, tokens } of from.conversations.allSpent()) {
      // Adds only the difference, so that a repeated run counts nothing twice.
      const theirs = await to.conversations.spend(day, who, { questions: 0, tokens: 0 });
      await to.conversations.spend(day, who, {
        questions: Math.max(0, questions - theirs.questions),
        tokens: Math.max(0, tokens - theirs.tokens),
      });
      yield { items: 1, id: '' };
    }
  },
  async *keyValues({ from, to }) {
    for await (const { kind, key, value, personId, updatedAt } of from.keyValues.all()) {
      await to.keyValues.put(kind, key, value, { personId, updatedAt });
      yield { items: 1, id: '' };
    }
  },
  async *cases({ from, to }) {
    for await (const one of from.cases.all()) {
      await to.cases.restore(one);
      yield { items: 1, id: '' };
    }
  },
};

async function* batched<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** The last copied id of each kind, in a small JSON file that is replaced atomically. */
const openProgress = async (file: string) => {
  const done: Partial<Record<DigestedKind, string>> = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Partial<Record<DigestedKind, string>>,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return {};
      throw error;
    },
  );
  return {
    of: (kind: DigestedKind) => done[kind] ?? '',
    async set(kind: DigestedKind, id: string) {
      if (id === '' || done[kind] === id) return;
      done[kind] = id;
      await writeFile(`${file}.new`, JSON.stringify(done));
      await rename(`${file}.new`, file);
    },
    remove: () => rm(file, { force: true }),
  };
};

const cancelled = () =>
  new ParleyError('CANCELLED', {
    message: 'The migration was interrupted; what was moved is kept.',
    remedy: 'Run the same again: it goes on where it was.',
  });
