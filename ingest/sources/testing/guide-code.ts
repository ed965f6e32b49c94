import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const docs = path.join(import.meta.dirname, '../../../docs');
const face = pathToFileURL(path.join(import.meta.dirname, '../../index.ts')).href;

/**
 * Writes the first TypeScript sample of a guide to a file that Node can load: what it imports is Parley's own.
 *
 * @param guide below docs/: `connectors.md`
 * @param file where it is written
 * @param from the folder below the root that the sample's relative imports start from
 */
export const writeGuideCode = async (guide: string, file: string, from = '.'): Promise<void> => {
  const code = (await readFile(path.join(docs, guide), 'utf8')).match(/```ts\n([\s\S]+?)```/)?.[1];
  if (code === undefined) throw new Error(`docs/${guide} holds no TypeScript.`);
  const addressOf = (specifier: string): string => {
    if (specifier === 'parley/ingest') return face;
    if (specifier.startsWith('.')) return pathToFileURL(path.resolve(docs, '..', from, specifier)).href;
    return import.meta.resolve(specifier);
  };
  await writeFile(
    file,
    code.replace(/from '([^']+)'/g, (_, specifier: string) => `from '${addressOf(specifier)}'`),
  );
};
