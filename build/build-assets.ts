import { cpSync, globSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildBundle, writeBundle } from '../bots/web/bundle.ts';
import { writeWidget } from '../bots/widget/bundle.ts';
import { buildPageScript } from '../evals/report/html.ts';

// `npm run build` runs this after `tsc`: it copies the files that the code reads beside itself, and bundles the pages,
// so that the package needs no bundler.
const root = path.dirname(import.meta.dirname);
// Every data file of the product, so that a new one needs no line here; the compiler copies only what is imported.
const data = globSync('{agent,bots,core,evals,ingest,retrieval,runtime,stores,tools}/**/*.json', {
  cwd: root,
  exclude: ['**/testing/**', '**/training/**'],
});
const assets = ['samples/handbook', 'samples/questions.jsonl', 'evals/report/page/page.css', 'evals/gates', ...data];

const target = process.argv[2] ?? path.join(root, 'dist');
for (const asset of assets) {
  cpSync(path.join(root, asset), path.join(target, asset), {
    recursive: true,
    filter: (file) => !/\.(?:test|bench)\.ts$/.test(file),
  });
}
for (const page of ['client', 'console'] as const)
  await writeBundle(await buildBundle(page), path.join(target, 'bots/web/bundle', page));
await writeWidget(path.join(target, 'bots/widget'));
writeFileSync(path.join(target, 'evals/report/page-script.js'), await buildPageScript());
