import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { fits } from './licences.ts';

const root = path.dirname(import.meta.dirname);

it('every action of CI is pinned by its commit', () => {
  const uses = globSync('.github/workflows/*.yml', { cwd: root }).flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/uses: (\S+)/g)].map(([, action]) => action ?? ''),
  );
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
});

it('every package has a licence that fits', () => {
  const listed = execFileSync(process.execPath, ['build/licences.ts'], { cwd: root, encoding: 'utf8' });
  expect(listed).toContain('MIT');
  expect(fits('MIT OR GPL-3.0-or-later')).toBe(true);
  expect(fits('(MIT AND GPL-3.0-or-later)')).toBe(false);
  expect(fits('AGPL-3.0')).toBe(false);
});

it('the list of packages (CycloneDX) names every package of the lock file that Parley depends on', () => {
  const sbom = JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 32 * 1024 * 1024,
    }),
  ) as { bomFormat: string; components: { name: string; group?: string }[] };
  const names = new Set(sbom.components.map(({ name, group }) => (group ? `${group}/${name}` : name)));
  expect(sbom.bomFormat).toBe('CycloneDX');
  // `--omit dev` would drop packages that tools of development use too.
  for (const name of Object.keys(manifest.dependencies)) expect(names, name).toContain(name);
});
