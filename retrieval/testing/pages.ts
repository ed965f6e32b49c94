import { createHash } from 'node:crypto';
import type { Document, Scope } from '../../core/document.ts';
import { sha256 } from '../../core/sha256.ts';
import { entityKey, words } from '../../core/text/words.ts';
import type { DocumentChange } from '../../stores/index.ts';
import { wholePassage } from '../../stores/testing/whole-passage.ts';
import type { Encoder } from '../encoder/encoder.ts';
import { toUnit } from '../encoder/unit-vector.ts';

/** A page with one passage, in the form that ingest creates. */
export const page = (
  id: string,
  title: string,
  text: string,
  { scopes = ['everyone'], links = [], url }: { scopes?: Scope[]; links?: string[]; url?: string } = {},
): DocumentChange => {
  const document: Document = {
    id,
    sourceId: 'test',
    title,
    text,
    scopes,
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: sha256(text),
    ...(url && { url }),
  };
  const passage = { ...wholePassage(document), links: links.map((href) => ({ href, text: href })) };
  return { document, tables: [], passages: [passage] };
};

/** An encoder that sums a direction per word, so that texts with common words are near. */
export const wordEncoder = (dimensions = 64): Encoder & { calls: string[][] } => {
  const calls: string[][] = [];
  return {
    name: `test:words-${dimensions}`,
    calls,
    async embed(texts) {
      calls.push([...texts]);
      return texts.map((text) => {
        const vector = new Float32Array(dimensions);
        for (const word of words(text)) {
          const hash = createHash('sha256').update(word).digest();
          for (let i = 0; i < 4; i++) vector[hash[i]! % dimensions]! += hash[i + 4]! - 127;
        }
        vector[0]! += 1e-3;
        return toUnit(vector);
      });
    },
  };
};

/** Adds stated facts to a page. */
export const stating = (
  change: DocumentChange,
  facts: readonly (readonly [subject: string, predicate: string, object: string])[],
  ...passageIds: string[]
): DocumentChange => ({
  ...change,
  knowledge: {
    documentId: change.document.id,
    scopes: change.document.scopes,
    entities: [],
    mentions: [],
    triples: facts.map(([subject, predicate, object]) => ({
      id: [subject, predicate, object].map(entityKey).join('|'),
      subject: entityKey(subject),
      predicate,
      object: entityKey(object),
      subjectName: subject,
      objectName: object,
      passageIds,
      documentIds: [change.document.id],
      scopes: change.document.scopes,
    })),
  },
});
