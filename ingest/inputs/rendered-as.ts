import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';

/** One reason for all of them, which a report counts together: a manual of Sphinx has one source a page. */
const REASON = 'the source of a page that is read';

/**
 * Why a file is passed over whose rendered page is in the folder too (`_sources/guide.rst.txt` of `guide.html`). Undefined
 * for any other file. Sphinx copies sources into `_sources/`; AsciiDoc's and others lie beside their pages. The rendered page has what the source only names: resolved links, included files, the documentation of code.
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

/** Bytes at the start of a source whose words are looked for in the page, and bytes of the page that are looked through. */
const SOURCE_BYTES = 20_000;
const PAGE_BYTES = 2_000_000;
/** Fewer words prove nothing; and the share of a source's words that its page holds. */
const MIN_WORDS = 40;
const MIN_SHARE = 0.9;

/** A page of the same name beside a text whose words it holds: two files of one name may well say different things. */
const pageBeside = async (folder: string, relative: string): Promise<string | undefined> => {
  const [, name] = /^(.+)\.(?:txt|adoc|asciidoc|rst|md|org)$/i.exec(relative) ?? [];
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
  // A file that cannot be read is said where it is read.
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
