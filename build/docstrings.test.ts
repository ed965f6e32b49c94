import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDERS = 'agent,bots,core,evals,ingest,retrieval,runtime,stores,tools';
/** What only tests use, what a tool wrote, and changes of a store's format, which are named by their number. */
const LEFT_OUT = /\.(?:test|bench|contract|generated|d)\.ts$|\/(?:testing|fake|migrations)\//;

/** An exported function as Biome formats it, at the start of a line. */
const EXPORTED_FUNCTION =
  /^export (?:async )?(?:function\*? (\w+)|const (\w+)(?:: [^=\n]+?)? =\s*(?:async )?(?:<[^>]*>)?\((?=[^;]*?=>))/gm;

/** The names of a file's exported functions that no docstring stands above. */
const undocumented = (source: string): string[] =>
  [...source.matchAll(EXPORTED_FUNCTION)]
    .filter(({ index }) => !source.slice(0, index).endsWith('*/\n'))
    .map(([, declared, named]) => declared ?? named ?? '');

it('finds exported functions without a docstring', () => {
  const source = [
    '/** Says what it gives. */\nexport const told = (one: string): string => one;',
    'export const bare = async <T>(one: T): Promise<T> => one;',
    'export async function* streamed() {}',
    'const inner = () => 1;\nexport const notAFunction = (1 + 2) * 3;',
  ].join('\n\n');
  expect(undocumented(source)).toEqual(['bare', 'streamed']);
});

it('says of each exported function what it gives (CONTRIBUTING.md)', () => {
  const files = globSync(`{${FOLDERS}}/**/*.ts`, { cwd: ROOT }).filter((file) => !LEFT_OUT.test(file));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.flatMap((file) =>
    undocumented(readFileSync(path.join(ROOT, file), 'utf8')).map((name) => `${file}: ${name}`),
  );
  expect(found).toEqual([]);
});
