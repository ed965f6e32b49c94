import { cpSync } from 'node:fs';
import path from 'node:path';

/** What the code reads beside itself at run time and the compiler does not copy; run after `tsc`, by `npm run build`. */
const assets = [
  'samples/handbook',
  'samples/questions.jsonl',
  'bots/web/client',
  'evals/report/page',
  'evals/gates',
  'LICENSE',
  'README.md',
];

const root = path.dirname(import.meta.dirname);
const target = process.argv[2] ?? path.join(root, 'dist');
for (const asset of assets) {
  cpSync(path.join(root, asset), path.join(target, asset), {
    recursive: true,
    filter: (file) => !/\.(?:test|bench)\.ts$/.test(file),
  });
}
