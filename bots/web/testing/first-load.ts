import type { Bundle } from '../bundle.ts';
import { compressed } from '../compressed.ts';

/** Parts that a script needs before it runs; what it imports later, by `import('…')`, is not among them. */
const STATIC_IMPORT = /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g;

/**
 * Bytes that a browser fetches to show a page, as they are sent: the page, what it names, and what its scripts import at
 * once. Fonts are left out: text is shown before they come.
 * @param parts names of further parts that the first page shown needs, without their hashes
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
