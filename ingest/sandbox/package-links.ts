import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';

/**
 * The folders to which the packages of a `node_modules` are linked. pnpm stores each package as
 * `STORE/NAME@VERSION/node_modules/NAME`, beside links to its dependencies. The store of a global installation is outside of
 * every `node_modules` and contains only packages. Links to other folders, such as a workspace's own packages, are left out.
 */
export const packageStores = (nodeModules: string): string[] => {
  if (!existsSync(nodeModules)) return [];
  const links = readdirSync(nodeModules, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(nodeModules, entry.name);
    if (entry.isSymbolicLink()) return at;
    if (!entry.isDirectory() || !entry.name.startsWith('@')) return [];
    return readdirSync(at, { withFileTypes: true }).flatMap((scoped) =>
      scoped.isSymbolicLink() ? path.join(at, scoped.name) : [],
    );
  });
  const stores = links.filter(existsSync).flatMap((link) => {
    const real = realpathSync(link);
    const holder = `${path.sep}node_modules${path.sep}`;
    const end = real.lastIndexOf(holder);
    // NAME@VERSION: a package's folder in the store.
    const place = real.slice(0, Math.max(0, end));
    return path.basename(place).includes('@', 1) ? path.dirname(place) : [];
  });
  return [...new Set(stores)];
};
