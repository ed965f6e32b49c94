import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The page and what it loads, in memory. */
export interface Bundle {
  page: string;
  /** By file name. The name holds a hash of the content, so browsers may cache the file for ever. */
  assets: Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>;
}

/** The chat and the console. The console's bundle is split, so that a browser loads each of its routes when it is opened. */
const PAGES = {
  client: { scripts: ['main.ts', 'theme.ts'], splitting: false },
  console: { scripts: ['main.tsx', '../client/theme.ts'], splitting: true },
} as const;
export type PageName = keyof typeof PAGES;

/** The folder to which `npm run build` writes the bundles, beside the compiled form of this file. */
const BUILT = path.join(import.meta.dirname, 'bundle');

/**
 * Loads a page and its assets as `npm run build` wrote them. A clone needs no build: without the written bundles this
 * bundles from source, which takes about 50 ms for the chat and half a second for the console.
 */
export const bundlePage = async (name: PageName): Promise<Bundle> =>
  existsSync(BUILT) ? readBundle(path.join(BUILT, name)) : buildBundle(name);

/** Writes a bundle to a folder, in the layout that `bundlePage` reads. */
export const writeBundle = async ({ page, assets }: Bundle, folder: string): Promise<void> => {
  await mkdir(path.join(folder, 'assets'), { recursive: true });
  await writeFile(path.join(folder, 'page.html'), page);
  for (const [name, { body }] of assets) await writeFile(path.join(folder, 'assets', name), body);
};

const readBundle = async (folder: string): Promise<Bundle> => {
  const names = await readdir(path.join(folder, 'assets'));
  const read = async (name: string) => {
    const body = new Uint8Array(await readFile(path.join(folder, 'assets', name)));
    return [name, { body, type: typeOf(name) }] as const;
  };
  return {
    page: await readFile(path.join(folder, 'page.html'), 'utf8'),
    assets: new Map(await Promise.all(names.map(read))),
  };
};

/** Bundles a page from its TypeScript source with esbuild, in memory. */
export const buildBundle = async (name: PageName): Promise<Bundle> => {
  const folder = path.join(import.meta.dirname, name);
  const { scripts, splitting } = PAGES[name];
  const { build } = await import('esbuild');
  const [page, { outputFiles, metafile }] = await Promise.all([
    readFile(path.join(folder, 'page.html'), 'utf8'),
    build({
      entryPoints: [...scripts, 'style.css', '../client/icon.svg'].map((file) => path.join(folder, file)),
      absWorkingDir: folder,
      outdir: folder,
      outbase: folder,
      entryNames: '[name]-[hash]',
      chunkNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      splitting,
      write: false,
      metafile: true,
      minify: true,
      format: 'esm',
      jsx: 'automatic',
      define: { 'process.env.NODE_ENV': '"production"' },
      legalComments: 'none',
      target: ['es2022', 'safari16.4', 'firefox115', 'chrome111'],
      loader: { '.svg': 'copy', '.woff2': 'file' },
      logLevel: 'silent',
    }),
  ]);
  const assets: Bundle['assets'] = new Map(
    outputFiles.map((file) => [
      path.basename(file.path),
      { body: new Uint8Array(file.contents), type: typeOf(file.path) },
    ]),
  );
  const stamped = new Map(
    Object.entries(metafile.outputs).map(([output, { entryPoint, inputs }]) => [
      path.parse(entryPoint ?? Object.keys(inputs)[0] ?? '').name + path.extname(output),
      path.basename(output),
    ]),
  );
  return { assets, page: page.replace(/(?<=\/assets\/)[\w.]+/g, (asset) => stamped.get(asset) ?? asset) };
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const typeOf = (file: string): string => types[path.extname(file)] ?? 'application/octet-stream';
