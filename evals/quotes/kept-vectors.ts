import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../core/sha256.ts';
import { knownEncoder } from '../../retrieval/encoder/known-encoders.ts';
import type { Encoder } from '../../retrieval/index.ts';

/**
 * An encoder that keeps every vector in a file of the temporary folder, so that a run that was interrupted goes on where it
 * stopped, and the next one encodes only what is new. A line is a text's SHA-256 and its vector, 32-bit floats in Base64; a text
 * that a model reads otherwise as a question than as a passage has a line for each.
 */
export const keepingVectors = (encoder: Encoder, folder = join(tmpdir(), 'parley-quotes')): Encoder => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `vectors-${encoder.name.replace(/\W+/g, '-')}.txt`);
  const known = readKept(file);
  return {
    name: encoder.name,
    async embed(texts, signal, as = 'passage') {
      const prefix = knownEncoder(encoder.name)?.prefixes?.[as] ?? '';
      const keyOf = (text: string): string => sha256(prefix + text);
      const fresh = [...new Map(texts.map((text) => [keyOf(text), text]))].filter(([key]) => !known.has(key));
      const vectors =
        fresh.length === 0
          ? []
          : await encoder.embed(
              fresh.map(([, text]) => text),
              signal,
              as,
            );
      for (const [at, [key]] of fresh.entries()) {
        const vector = vectors[at];
        if (!vector) throw new Error(`The encoder gave ${vectors.length} vectors for ${fresh.length} texts.`);
        known.set(key, vector);
        // The line break comes first: a line that a killed run left half written ends there.
        appendFileSync(file, `\n${key} ${Buffer.from(new Float32Array(vector).buffer).toString('base64')}`);
      }
      return texts.map((text) => known.get(keyOf(text)) ?? new Float32Array());
    },
  };
};

const readKept = (file: string): Map<string, Float32Array> => {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  const read = lines.flatMap((line): [string, Float32Array][] => {
    const [key = '', encoded = ''] = line.split(' ');
    const bytes = Buffer.from(encoded, 'base64');
    return key.length === 64 && bytes.length > 0 && bytes.length % 4 === 0
      ? [[key, new Float32Array(new Uint8Array(bytes).buffer)]]
      : [];
  });
  // Half a line has fewer numbers than the others.
  const length = Math.max(0, ...read.map(([, vector]) => vector.length));
  return new Map(read.filter(([, vector]) => vector.length === length));
};
