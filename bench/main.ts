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

/** True for what `parseArgs` throws at options that a bench does not have. */
const isWrongOption = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');

const [name, ...options] = process.argv.slice(2);
const file = name && files.get(name);
if (file) {
  const bench = await load(file);
  if (options.includes('--help')) console.log(bench.about);
  else
    await bench.run(options).catch((error: unknown) => {
      if (!isWrongOption(error)) throw error;
      console.error(`${error.message}\n${bench.about}`);
      process.exitCode = 2;
    });
} else {
  if (name) process.exitCode = 2;
  if (name) console.error(`There is no bench ${name}; these are:`);
  for (const [known, path] of files) console.log(`${known.padEnd(16)}${(await load(path)).about}`);
}
