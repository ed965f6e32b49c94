import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.dirname(path.dirname(import.meta.dirname));

interface LockedPackage {
  dependencies?: Record<string, string>;
  /** Binaries of one platform each: those of this one are there. */
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** A folder of somebody's own in which the packed Parley is installed, and nothing else of this repository. */
export interface PackedParley {
  folder: string;
  /** Adds packages, as their user's own `npm install` would. */
  add(...names: string[]): void;
  dispose(): void;
}

/**
 * Builds Parley, packs it, and installs the tarball into an empty folder: with its dependencies and required peers as the
 * lock file has them, and without any package that is optional or for development. Uses no network.
 */
export const installPacked = (): PackedParley => {
  const base = mkdtempSync(path.join(tmpdir(), 'parley-packed-'));
  const stage = path.join(base, 'stage');
  const folder = path.join(base, 'somewhere');
  const modules = path.join(folder, 'node_modules');
  mkdirSync(stage);
  mkdirSync(modules, { recursive: true });
  const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: root, stdio: 'pipe' });
  // Several threads check what they share once each: on two processors one thread takes half of their time.
  const out = ['--singleThreaded', '--outDir', path.join(stage, 'dist')];
  node('node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json', ...out);
  node('build/build-assets.ts', path.join(stage, 'dist'));
  const { files } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { files: string[] };
  const shipped = globSync(
    files.filter((file) => file !== 'dist'),
    { cwd: root },
  );
  for (const file of ['package.json', 'README.md', 'LICENSE', ...shipped])
    cpSync(path.join(root, file), path.join(stage, file), { recursive: true });
  execFileSync('npm', ['pack', '--ignore-scripts', '--pack-destination', base], { cwd: stage, stdio: 'pipe' });
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as Record<string, string>;
  execFileSync('tar', ['-xzf', path.join(base, `${name}-${version}.tgz`), '-C', modules]);
  execFileSync('mv', [path.join(modules, 'package'), path.join(modules, 'parley')]);
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module", "private": true }\n');

  const add = (...names: string[]) => {
    for (const one of names) {
      const link = path.join(modules, one);
      if (existsSync(link)) continue;
      mkdirSync(path.dirname(link), { recursive: true });
      // Hard links, where the file system allows them: what is read must lie in the folder, as after an install.
      const from = realpathSync(path.join(root, 'node_modules', one));
      if (spawnSync('cp', ['-al', from, link]).status !== 0) {
        rmSync(link, { recursive: true, force: true });
        cpSync(from, link, { recursive: true });
      }
    }
  };
  add(...installedWith());
  return { folder, add, dispose: () => rmSync(base, { recursive: true, force: true }) };
};

/** Names of the packages at the top of node_modules that an install of Parley brings. */
const installedWith = (): string[] => {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const found = new Set<string>();
  const visit = (from: string) => {
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = packages[from] ?? {};
    const present = Object.keys(optionalDependencies).filter((name) =>
      existsSync(path.join(root, 'node_modules', name)),
    );
    const required = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys(dependencies), ...present, ...required]) {
      const place = resolve(from, name);
      if (place === undefined || found.has(place)) continue;
      found.add(place);
      visit(place);
    }
  };
  /** Where Node finds a package from another one's folder. */
  const resolve = (from: string, name: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
      const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
      if (place in packages) return place;
      if (at === '') return undefined;
    }
  };
  visit('');
  return [...found].filter((place) => place.lastIndexOf('node_modules/') === 0).map((place) => place.slice(13));
};
