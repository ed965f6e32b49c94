import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

/** The same reason for all such files, so that a report counts them together: Sphinx writes one source per page. */
const REASON = 'the source of a page that is read';

/**
 * The reason for skipping a file whose rendered page is also in the folder (`_sources/guide.rst.txt` of `guide.html`). Undefined
 * for any other file. Sphinx copies sources into `_sources/`; sources of AsciiDoc and others are beside their pages. The rendered
 * page also contains what the source only refers to: resolved links, included files, the documentation of code.
 */
export const renderedAs = async (folder: string, relative: string): Promise<string | undefined> => {
  const page = sphinxPage(folder, relative) ?? (await pageBeside(folder, relative));
  return page && REASON;
};

const sphinxPage = (folder: string, relative: string): string | undefined => {
  const [, above = '', name] = /^(.*\/)?_sources\/(.+?)(?:\.(?:rst|md|txt|ipynb))*$/.exec(relative) ?? [];
  if (name === undefined) return undefined;
  return [`${above}${name}.html`, `${above}${name}/index.html`].find((one) => existsSync(path.join(folder, one)));
};

/** Number of bytes at the start of a source whose words are compared, and of bytes of the page to compare with. */
const SOURCE_BYTES = 20_000;
const PAGE_BYTES = 2_000_000;
/** Minimum words of a source to compare, and minimum share of them in the page. */
const MIN_WORDS = 40;
const MIN_SHARE = 0.9;

/** Finds the page with the same name beside a text if it contains the text's words. Two files of one name may differ. */
const pageBeside = async (folder: string, relative: string): Promise<string | undefined> => {
  const [, name] = /^(.+)\.(?:txt|adoc|asciidoc|rst|md|qmd|rmd|org)$/i.exec(relative) ?? [];
  if (name === undefined) return undefined;
  const page = [`${name}.html`, `${name}.htm`].find((one) => existsSync(path.join(folder, one)));
  if (page === undefined) return undefined;
  const [source, rendered] = await Promise.all([
    start(path.join(folder, relative), SOURCE_BYTES),
    start(path.join(folder, page), PAGE_BYTES),
  ]);
  const words = wordsOf(source);
  if (words.size < MIN_WORDS) return undefined;
  const held = wordsOf(rendered);
  const common = [...words].filter((word) => held.has(word)).length;
  return common / words.size >= MIN_SHARE ? page : undefined;
};

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);

const start = async (file: string, bytes: number): Promise<string> => {
  // An unreadable file is reported when it is read.
  const handle = await open(file).catch(() => undefined);
  if (!handle) return '';
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await handle.close();
  }
};
