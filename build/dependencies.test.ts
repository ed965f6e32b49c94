import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import build from '../tsconfig.build.json' with { type: 'json' };

const root = path.dirname(import.meta.dirname);
/** Run by npm scripts of a clone alone. */
const OF_A_CLONE = ['agent/drawing/**', 'bots/web/screenshot.ts', 'bots/web/client/**', 'evals/report/page/**'];

it('what the package and the image run imports nothing that is installed for development alone', () => {
  const files = globSync('{agent,bots,cli,core,evals,ingest,retrieval,runtime,samples,stores,tools}/**/*.ts', {
    cwd: root,
    exclude: [...build.exclude, ...OF_A_CLONE],
  });
  expect(files.length).toBeGreaterThan(300);
  const missing = files.flatMap((file) =>
    [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(
        /^(?:import|export) (?!type\b)[^;]*?from '([^.'][^']*)'/gm,
      ),
    ]
      .map(([, name]) => name!.split('/', name!.startsWith('@') ? 2 : 1).join('/'))
      .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && !(name in manifest.dependencies))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});
