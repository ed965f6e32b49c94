import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isParleyError } from '../../core/errors.ts';
import { formatOf } from '../formats/detect.ts';
import { createParserPool } from './pool.ts';
import { mutant } from './testing/mutants.ts';
import { originals } from './testing/originals.ts';

export const about = 'damaged files of every format in the sandboxed parsers: outcomes, slowest read, memory';

/** Maximum bytes of an original. Mutants of larger files are slow and show nothing new. */
const MAX_BYTES = 300_000;

/** Options: `--each 500` mutants of each file, `--files DIR` with more originals, `--seed 1`. */
export const run = async (options: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...options],
    options: { each: { type: 'string' }, files: { type: 'string' }, seed: { type: 'string' } },
  });
  const each = Number(values.each ?? 500);
  const files = values.files === undefined ? originals() : filesBelow(values.files);
  const pool = createParserPool();
  let [unexpected, slowest, peak] = [0, 0, 0];
  const onUnexpected = () => unexpected++;
  process.on('unhandledRejection', onUnexpected);
  process.on('uncaughtException', onUnexpected);
  console.log('file                                    mutants  read  refused  by codes; slowest s of processor time');
  for (const [name, bytes] of Object.entries(files)) {
    const format = formatOf({ name });
    if (format === undefined) continue;
    const codes = new Map<string, number>();
    let slowestOfFile = 0;
    const one = async (seed: number): Promise<void> => {
      const outcome = await pool
        .read({ format, context: {} }, mutant(bytes, seed))
        .then(({ cpuSeconds }) => ({ code: 'read', cpuSeconds }))
        .catch((error: unknown) => {
          if (!isParleyError(error)) throw error;
          return { code: error.code, cpuSeconds: Number(error.details.cpuSeconds ?? 0) };
        });
      codes.set(outcome.code, (codes.get(outcome.code) ?? 0) + 1);
      slowestOfFile = Math.max(slowestOfFile, outcome.cpuSeconds);
      peak = Math.max(peak, pool.memory);
    };
    const seeds = Array.from({ length: each }, (_, i) => i + Number(values.seed ?? 0));
    await Promise.all(
      Array.from({ length: pool.size }, async () => {
        for (let seed = seeds.pop(); seed !== undefined; seed = seeds.pop()) await one(seed);
      }),
    );
    slowest = Math.max(slowest, slowestOfFile);
    const read = codes.get('read') ?? 0;
    codes.delete('read');
    const refused = [...codes].map(([code, count]) => `${code} ${count}`).join(', ');
    console.log(
      `${path.basename(name).slice(-39).padEnd(40)}${String(each).padStart(7)}${String(read).padStart(6)}${String(each - read).padStart(9)}  ${refused}; ${slowestOfFile.toFixed(2)}`,
    );
  }
  console.log(
    `\nslowest read ${slowest.toFixed(2)} s (to reach: 5); largest parser process ${Math.round(peak / 1e6)} MB; errors outside a read ${unexpected} (to reach: 0)`,
  );
  pool.close();
};

const filesBelow = (folder: string): Record<string, Uint8Array> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((file) => formatOf({ name: file }) && statSync(file).isFile() && statSync(file).size <= MAX_BYTES)
      .map((file) => [file, readFileSync(file)]),
  );
