import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The widget as one script. */
export interface WidgetScript {
  body: Uint8Array<ArrayBuffer>;
  /** Entity tag computed from the script. */
  etag: string;
}

/** Where `npm run build` writes the script: in a folder beside this file's compiled form. */
const BUILT = path.join(import.meta.dirname, 'bundle', 'widget.js');

/** The widget's script from `npm run build`. When there is none, bundles it from source, which takes about 50 ms. */
export const widgetScript = async (): Promise<WidgetScript> => {
  const body = existsSync(BUILT) ? new Uint8Array(await readFile(BUILT)) : await buildWidget();
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
};

/** Writes the script to where `widgetScript` reads it. @param folder this folder in the compiled package */
export const writeWidget = async (folder: string): Promise<void> => {
  const file = path.join(folder, 'bundle', 'widget.js');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, await buildWidget());
};

const target = ['es2022', 'safari16.4', 'firefox115', 'chrome111'];

/** Bundles everything, including the style sheet as text, into one script, since a site adds a single script tag. */
const buildWidget = async (): Promise<Uint8Array<ArrayBuffer>> => {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, 'client', 'main.ts')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    legalComments: 'none',
    target,
    plugins: [
      {
        name: 'style as text',
        setup: ({ onLoad }) =>
          onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
            const css = await build({ entryPoints: [file], bundle: true, write: false, minify: true, target });
            return { contents: css.outputFiles[0]?.contents ?? new Uint8Array(), loader: 'text' };
          }),
      },
    ],
    logLevel: 'silent',
  });
  return new Uint8Array(outputFiles[0]?.contents ?? []);
};
