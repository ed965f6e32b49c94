import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/**
 * The folder of the question sets, corpora and graphs that tests and benches measure on: PARLEY_SHARED, or the nearest
 * `shared` beside the repository or a folder above it. Undefined when there is none: what needs it is skipped.
 */
export const sharedFolder = (environment: Record<string, string | undefined> = process.env): string | undefined => {
  const given = environment.PARLEY_SHARED;
  if (given) return existsSync(join(given, 'data')) ? resolve(given) : undefined;
  for (let folder = dirname(dirname(fileURLToPath(import.meta.url))); ; folder = dirname(folder)) {
    const candidate = join(dirname(folder), 'shared');
    if (existsSync(join(candidate, 'data'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
};

/**
 * The rows of a `data/NAME.jsonl.gz` of the shared folder.
 * @throws when there is no such folder or file; ask `sharedFolder` first
 */
export const sharedRows = <Row>(name: string): Row[] =>
  gunzipSync(readFileSync(join(sharedFolder() ?? '.', 'data', `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
