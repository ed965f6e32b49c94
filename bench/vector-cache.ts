import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import { knownEncoder } from '../retrieval/encoder/known-encoders.ts';

/**
 * An encoder that remembers every text it has seen in one file of the temporary folder, so that the second run of a
 * bench does not pay for the first one's vectors. Only for measuring: Parley itself keeps vectors in its stores.
 */
export const cachedEncoder = (
  encoder: Encoder,
  file = join(tmpdir(), 'parley-bench', 'vectors.db'),
): Encoder & { close(): void } => {
  mkdirSync(join(file, '..'), { recursive: true });
  const db = new Database(file, { timeout: 60_000 });
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = OFF');
  db.exec('CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB) WITHOUT ROWID');
  const read = db.prepare<[Buffer], { vector: Buffer }>('SELECT vector FROM vectors WHERE key = ?');
  const write = db.prepare<[Buffer, Buffer]>('INSERT OR REPLACE INTO vectors VALUES (?, ?)');
  // What a text is to the model is part of the key: as a question it may begin with other words than as a passage.
  const keyOf = (text: string, as: 'question' | 'passage') =>
    createHash('sha256')
      .update(`${encoder.name}\n${knownEncoder(encoder.name)?.prefixes?.[as] ?? ''}${text}`)
      .digest()
      .subarray(0, 16);
  return {
    name: encoder.name,
    async embed(texts, signal, as = 'passage') {
      const vectors = texts.map((text) => {
        const row = read.get(keyOf(text, as));
        return row && new Float32Array(Uint8Array.from(row.vector).buffer);
      });
      const missing = [...new Set(texts.filter((_, i) => !vectors[i]))];
      for (let start = 0; start < missing.length; start += 1024) {
        const batch = missing.slice(start, start + 1024);
        const fresh = await encoder.embed(batch, signal, as);
        db.transaction(() => {
          for (const [i, vector] of fresh.entries()) write.run(keyOf(batch[i]!, as), Buffer.from(vector.buffer));
        })();
      }
      return vectors.map((vector, i) => {
        if (vector) return vector;
        const row = read.get(keyOf(texts[i]!, as))!;
        return new Float32Array(Uint8Array.from(row.vector).buffer);
      });
    },
    ...(encoder.coverage && { coverage: encoder.coverage }),
    close: () => db.close(),
  };
};
