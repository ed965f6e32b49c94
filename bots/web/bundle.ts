import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

/** The page and what it loads, in memory. */
export interface Bundle {
  page: string;
  /** By file name, which holds a hash of the content, so that browsers may keep it for ever. */
  assets: Map<string, { body: Uint8Array<ArrayBuffer>; type: string }>;
}

/** The sources of the page; a compiled Parley keeps them beside its `dist`. */
const clientFolder = () => {
  const places = ['client', '../../../bots/web/client'].map((place) => path.join(import.meta.dirname, place));
  return places.find((place) => existsSync(path.join(place, 'page.html'))) ?? places[0]!;
};

/**
 * Bundles the page at the start, in about 50 ms: the client is TypeScript that imports the server's types and a Markdown
 * parser from node_modules, so something has to join them, and a build step would stand between a clone and a first look.
 */
export const bundleClient = async (folder = clientFolder()): Promise<Bundle> => {
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
      { body: new Uint8Array(file.contents), type: types[path.extname(file.path)] ?? 'application/octet-stream' },
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
