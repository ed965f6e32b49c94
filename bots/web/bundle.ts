import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The page and what it loads, in memory. */
export interface Bundle {
  page: string;
  /** By file name, which holds a hash of the content, so that browsers may cache it for ever. */
  assets: Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>;
}

/** Where `npm run build` leaves the bundle, beside the compiled form of this file. */
const BUILT = path.join(import.meta.dirname, 'bundle');

/** The page and its assets: as `npm run build` left them, or from source in about 50 ms, so that a clone needs no build. */
export const bundleClient = async (): Promise<Bundle> =>
  existsSync(BUILT) ? readBundle(BUILT) : buildBundle(path.join(import.meta.dirname, 'client'));

/** Writes a bundle as `readBundle` takes it. */
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

/** Bundles the page from source: the client is TypeScript that imports the server's types and a Markdown parser. */
export const buildBundle = async (folder: string): Promise<Bundle> => {
  const { build } = await import('esbuild');
  const [page, { outputFiles, metafile }] = await Promise.all([
    readFile(path.join(folder, 'page.html'), 'utf8'),
    build({
      entryPoints: ['main.ts', 'theme.ts', 'style.css', 'icon.svg'].map((name) => path.join(folder, name)),
      absWorkingDir: folder,
      outdir: folder,
      entryNames: '[name]-[hash]',
      assetNames: '[name]-[hash]',
      bundle: true,
      write: false,
      metafile: true,
      minify: true,
      format: 'esm',
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
  return { assets, page: page.replace(/(?<=\/assets\/)[\w.]+/g, (name) => stamped.get(name) ?? name) };
};

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const typeOf = (file: string): string => types[path.extname(file)] ?? 'application/octet-stream';
