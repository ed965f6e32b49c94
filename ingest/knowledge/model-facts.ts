import type { Passage } from '../../core/document.ts';
import { asParleyError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { sha256 } from '../../core/sha256.ts';
import type { DocumentChange, DocumentStamp } from '../../stores/index.ts';
import { type Fact, toKnowledge } from './fact.ts';
import { mergeKnowledge } from './merge-knowledge.ts';
import { passagesOfProse } from './prose.ts';

/** Extracts facts from passages by a model. `passage` is the index in the given list. */
export type ReadFacts = (
  passages: readonly Passage[],
  signal?: AbortSignal,
) => Promise<{ passage: number; subject: string; predicate: string; object: string }[]>;

type StoredFact = Pick<Fact, 'subject' | 'predicate' | 'object'>;

/**
 * Extracted facts by the hash of their passage. They are stored in the document's metadata, so that an unchanged passage is never
 * paid for twice and forgetting the document removes them.
 */
type FactsByHash = Record<string, StoredFact[]>;

/** Counts of one extraction, for the report. */
export interface ReadingCount {
  read: number;
  cached: number;
  /** Passages that were not read because the budget was used up or the model failed. The next ingest tries again. */
  unread: number;
}

/** Maximum passages and characters per call: few enough that a model overlooks no fact at the end of a long prompt. */
const MAX_PASSAGES_PER_CALL = 6;
const MAX_CHARS_PER_CALL = 8000;
const PARALLEL_CALLS = 4;

const hashOf = ({ title, headings, text }: Passage): string => sha256(JSON.stringify([title, headings, text]));

/** Suffix of the content hash of a document with unread passages, so that the next ingest reads it again. */
const UNREAD_SUFFIX = '+unread';

/**
 * Adds the facts that a model finds in the passages of each change. If a batch fails, its passages are counted as unread, and
 * their pages are ingested with the facts of the rules.
 * @param before stored metadata of the documents, with the facts extracted earlier
 * @throws CANCELLED
 */
export const addModelFacts = async (
  changes: readonly DocumentChange[],
  before: ReadonlyMap<string, Pick<DocumentStamp, 'metadata'>>,
  { readFacts, log, signal }: { readFacts: ReadFacts; log: Log; signal?: AbortSignal },
): Promise<{ changes: DocumentChange[]; count: ReadingCount }> => {
  const known: FactsByHash = Object.assign(
    {},
    ...changes.map(({ document }) => (before.get(document.id)?.metadata?.facts as FactsByHash | undefined) ?? {}),
  );
  const readable = changes.flatMap(({ passages }) => passagesOfProse(passages));
  const unread = readable.filter((passage) => known[hashOf(passage)] === undefined);
  const count: ReadingCount = { read: 0, cached: readable.length - unread.length, unread: 0 };

  let exhausted = false;
  const readBatch = async (batch: Passage[]): Promise<void> => {
    if (exhausted) {
      count.unread += batch.length;
      return;
    }
    try {
      const found = await readFacts(batch, signal);
      for (const [at, passage] of batch.entries()) {
        known[hashOf(passage)] = found
          .filter((fact) => fact.passage === at)
          .map(({ subject, predicate, object }) => ({ subject, predicate, object }));
      }
      count.read += batch.length;
    } catch (error) {
      const failure = asParleyError(error);
      if (failure.code === 'CANCELLED') throw failure;
      exhausted = failure.code === 'BUDGET_EXHAUSTED';
      count.unread += batch.length;
      log.warn({ code: failure.code, passages: batch.length }, failure.oneLine);
    }
  };
  const batches = inBatches(unread);
  for (let at = 0; at < batches.length; at += PARALLEL_CALLS) {
    await Promise.all(batches.slice(at, at + PARALLEL_CALLS).map(readBatch));
  }
  return { count, changes: changes.map((change) => withFacts(change, known)) };
};

const withFacts = (change: DocumentChange, known: FactsByHash): DocumentChange => {
  const { document } = change;
  const texts = passagesOfProse(change.passages);
  const facts: FactsByHash = {};
  const stated: Fact[] = [];
  for (const passage of texts) {
    const read = known[hashOf(passage)];
    if (read === undefined) continue;
    facts[hashOf(passage)] = read;
    stated.push(...read.map((fact) => ({ ...fact, passageIds: [passage.id] })));
  }
  const whole = texts.every((passage) => facts[hashOf(passage)] !== undefined);
  return {
    ...change,
    document: {
      ...document,
      contentHash: whole ? document.contentHash : `${document.contentHash}${UNREAD_SUFFIX}`,
      metadata: { ...document.metadata, facts },
    },
    knowledge: mergeKnowledge(change.knowledge, toKnowledge(document.id, document.scopes, stated)),
  };
};

const inBatches = (passages: readonly Passage[]): Passage[][] => {
  const batches: Passage[][] = [];
  let size = 0;
  for (const passage of passages) {
    const last = batches.at(-1);
    if (last && last.length < MAX_PASSAGES_PER_CALL && size + passage.text.length <= MAX_CHARS_PER_CALL) {
      last.push(passage);
      size += passage.text.length;
    } else {
      batches.push([passage]);
      size = passage.text.length;
    }
  }
  return batches;
};
