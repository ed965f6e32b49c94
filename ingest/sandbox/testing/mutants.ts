import { gunzipSync, gzipSync, unzipSync, zipSync } from 'fflate';
import { seededRandom } from '../../../core/seeded-random.ts';

/** Maximum number of bytes by which a mutant is longer than its original. */
const MAX_GROWTH = 200_000;

/**
 * Creates a damaged copy of a file: bytes changed, cut off, removed, moved or repeated. In archives, often damages a part inside,
 * so that the damage reaches the parser of that part.
 */
export const mutant = (bytes: Uint8Array, seed: number): Uint8Array => {
  const random = seededRandom(seed);
  const inside = random() < 0.8;
  if (inside && bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const files = unzipSync(bytes);
    const names = Object.keys(files);
    const name = names[Math.floor(random() * names.length)] ?? '';
    return zipSync({ ...files, [name]: damage(files[name] ?? new Uint8Array(), random) });
  }
  if (inside && bytes[0] === 0x1f && bytes[1] === 0x8b) return gzipSync(damage(gunzipSync(bytes), random));
  return damage(bytes, random);
};

const damage = (bytes: Uint8Array, random: () => number): Uint8Array => {
  const at = (length: number) => Math.floor(random() * length);
  const stretch = () => {
    const start = at(bytes.length);
    return bytes.subarray(start, start + 1 + at(Math.min(2000, bytes.length - start)));
  };
  const insert = (where: number, ...parts: Uint8Array[]) =>
    Buffer.concat([bytes.subarray(0, where), ...parts, bytes.subarray(where)]);
  const kind = random();
  if (kind < 0.5) {
    const changed = Uint8Array.from(bytes);
    for (let left = 1 + at(20); left > 0; left--) changed[at(changed.length)] = at(256);
    return changed;
  }
  if (kind < 0.6) return bytes.slice(0, at(bytes.length));
  if (kind < 0.7) {
    const start = at(bytes.length);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + at(bytes.length - start))]);
  }
  const piece = stretch();
  if (kind < 0.8) return insert(at(bytes.length), piece);
  const times = 1 + at(Math.min(2000, MAX_GROWTH / piece.length));
  return insert(at(bytes.length), ...new Array<Uint8Array>(times).fill(piece));
};
