import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BenchModule } from './bench.ts';

// npm run bench -- NAME [options]: runs NAME.bench.ts; without a name, lists what there is.
const root = fileURLToPath(new URL('..', import.meta.url));
const files = new Map(
  globSync('**/*.bench.ts', { cwd: root, exclude: ['node_modules/**'] })
    .sort()
    .map((file) => [basename(file, '.bench.ts'), join(root, file)]),
);
const load = async (file: string) => (await import(pathToFileURL(file).href)) as BenchModule;

const [name, ...options] = process.argv.slice(2);
const file = name && files.get(name);
if (file) await (await load(file)).run(options);
else {
  if (name) process.exitCode = 2;
  if (name) console.error(`There is no bench ${name}; these are:`);
  for (const [known, path] of files) console.log(`${known.padEnd(16)}${(await load(path)).about}`);
}
