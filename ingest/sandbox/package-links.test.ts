import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { packageStores } from './package-links.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'parley-links-')));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const install = (store: string, name: string, version: string, nodeModules: string) => {
  const real = path.join(folder, store, `${name.replace('/', '+')}@${version}`, 'node_modules', name);
  mkdirSync(real, { recursive: true });
  mkdirSync(path.dirname(path.join(nodeModules, name)), { recursive: true });
  symlinkSync(real, path.join(nodeModules, name));
};

it('finds the store of packages that are links, with a scope or without, and nothing else that is linked', () => {
  const nodeModules = path.join(folder, 'global/5/node_modules');
  install('global/5/.pnpm', 'yaml', '2.8.0', nodeModules);
  install('global/5/.pnpm', '@slack/bolt', '4.4.0', nodeModules);
  mkdirSync(path.join(folder, 'packages/own'), { recursive: true });
  symlinkSync(path.join(folder, 'packages/own'), path.join(nodeModules, 'own'));
  symlinkSync(path.join(folder, 'gone'), path.join(nodeModules, 'gone'));
  mkdirSync(path.join(nodeModules, 'ordinary'));
  expect(packageStores(nodeModules)).toEqual([path.join(folder, 'global/5/.pnpm')]);
  expect(packageStores(path.join(folder, 'nothing'))).toEqual([]);
});
