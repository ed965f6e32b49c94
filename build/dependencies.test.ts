import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { OPTIONAL_PACKAGES } from '../core/optional-packages.ts';
import manifest from '../package.json' with { type: 'json' };
import build from '../tsconfig.build.json' with { type: 'json' };

const root = path.dirname(import.meta.dirname);
/** Run by npm scripts of a clone alone. */
const OF_A_CLONE = ['agent/drawing/**', 'bots/web/screenshot.ts', 'bots/web/client/**', 'evals/report/page/**'];
/** The bundler, loaded where there is no built page: in a clone. */
const BUNDLES = ['bots/web/bundle.ts', 'bots/widget/bundle.ts', 'evals/report/html.ts'];

describe('what the package runs', () => {
  const files = globSync('{agent,bots,cli,core,evals,ingest,retrieval,runtime,samples,stores,tools}/**/*.ts', {
    cwd: root,
    exclude: [...build.exclude, ...OF_A_CLONE],
  });
  const installed: Record<string, string> = { ...manifest.dependencies, ...manifest.peerDependencies };

  it('imports nothing that is installed for development alone', () => {
    expect(files.length).toBeGreaterThan(300);
    const missing = files.flatMap((file) =>
      [
        ...readFileSync(path.join(root, file), 'utf8').matchAll(
          /^(?:import|export) (?!type\b)[^;]*?from '([^.'][^']*)'|(?<!typeof )\bimport\('([^.'][^']*)'\)/gm,
        ),
      ]
        .map(([, name, loaded]) => name ?? loaded ?? '')
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/'))
        .filter((name) => !name.startsWith('node:') && !builtinModules.includes(name) && !(name in installed))
        .filter((name) => !(name === 'esbuild' && BUNDLES.includes(file)))
        .map((name) => `${file}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('names, for each optional package, the version that the manifest asks for', () => {
    const optional = Object.keys(manifest.peerDependenciesMeta).sort();
    expect(Object.keys(OPTIONAL_PACKAGES).sort()).toEqual(optional);
    for (const name of optional) {
      const wanted = installed[name]?.replace('^', '') ?? '';
      expect(wanted.startsWith(`${OPTIONAL_PACKAGES[name]}.`), `${name} ${wanted}`).toBe(true);
    }
  });

  it('needs no override and no Node of its own: neither travels with a package', () => {
    // Both act on what development alone installs: canvas is what PDF.js, which reads scans in tests, may draw with.
    expect(Object.keys(manifest.overrides)).toEqual(['spiceflow', '@napi-rs/canvas']);
    for (const name of ['spiceflow', '@napi-rs/canvas', 'node']) expect(name in installed).toBe(false);
  });
});
