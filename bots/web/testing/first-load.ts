import type { Bundle } from '../bundle.ts';
import { compressed } from '../compressed.ts';

/** Matches static imports in a bundled script, and not dynamic ones (`import('…')`). */
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/**
 * Compressed bytes that a browser downloads before it shows a page: the assets that the page names and their static imports.
 * Fonts are left out, since text appears before they arrive.
 * @param parts names, without hashes, of lazily loaded parts that the first view needs as well
 */
export const firstLoad = async ({ page, assets }: Bundle, parts: readonly string[] = []): Promise<number> => {
  const named = [...page.matchAll(/\/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
  const wanted = [...assets.keys()].filter((name) => parts.some((part) => name.startsWith(`${part}-`)));
  const needed = new Set<string>();
  const add = (name: string): void => {
    const asset = assets.get(name);
    if (!asset || needed.has(name)) return;
    needed.add(name);
    if (!name.endsWith('.js')) return;
    for (const [, next = ''] of new TextDecoder().decode(asset.body).matchAll(STATIC_IMPORT)) add(next);
  };
  for (const name of [...named, ...wanted]) add(name);
  const sizes = await Promise.all(
    [...needed].map(async (name) => {
      const asset = assets.get(name);
      if (!asset || asset.type.startsWith('font/')) return 0;
      return (await compressed(asset, 'br')).body.length;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
};
