import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';

/**
 * The folder of question sets, corpora and graphs for tests and benches: PARLEY_SHARED, or the nearest `shared` folder
 * beside the repository or its parents. Undefined if there is none; what needs it is then skipped.
 */
export const sharedFolder = (): string | undefined => {
  const given = process.env.PARLEY_SHARED;
  if (given) return existsSync(join(given, 'data')) ? resolve(given) : undefined;
  for (let folder = dirname(dirname(fileURLToPath(import.meta.url))); ; folder = dirname(folder)) {
    const candidate = join(dirname(folder), 'shared');
    if (existsSync(join(candidate, 'data'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
};

/**
 * Reads the rows of `data/NAME.jsonl.gz` in the shared folder.
 * @throws if there is no such folder or file; check `sharedFolder` first
 */
export const sharedRows = <Row>(name: string): Row[] =>
  gunzipSync(readFileSync(join(sharedFolder() ?? '.', 'data', `${name}.jsonl.gz`)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
