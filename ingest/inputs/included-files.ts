import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { type IncludingFormat, includesOf, linesIn } from '../extract/includes/in-text.ts';
import { type Include, linesOfPart } from '../extract/includes/include.ts';
import { formatOf } from '../formats/detect.ts';
import type { PathRules } from '../sources/connector.ts';
import type { Checkout } from '../sources/git/checkout.ts';
import { passedOver } from '../sources/passed-over.ts';

/** Bounds of what one page takes from other files. */
const MAX_DEPTH = 5;
const MAX_INCLUDES = 200;
const MAX_FILE_BYTES = 1_000_000;
const MAX_ADDED_CHARACTERS = 2_000_000;

/** Where the files lie that a page may show. */
export interface IncludeFolder {
  /** Nothing above it is read. */
  root: string;
  rules?: PathRules;
  checkout?: Pick<Checkout, 'holds'>;
}

/**
 * The bytes of a page with what it shows of other files in its folder, so that it is read as its builder shows it. What is hidden,
 * left out of the folder, or says itself who may see it, is never taken. A directive whose file is not found stays as it is, and the
 * page's reader names it.
 */
export const withIncludedFiles = async (
  file: string,
  bytes: Uint8Array,
  folder: IncludeFolder,
): Promise<Uint8Array> => {
  const format = formatOf({ name: file, bytes })?.name;
  if (format !== 'markdown' && format !== 'rst' && format !== 'asciidoc') return bytes;
  const text = textOf(bytes);
  if (text === undefined || includesOf(format, text).length === 0) return bytes;
  const root = await realpath(folder.root).catch(() => undefined);
  const page = await realpath(file).catch(() => undefined);
  if (root === undefined || page === undefined) return bytes;
  const state: State = {
    format,
    root,
    page,
    isLeftOut: leftOutBy(folder),
    files: 0,
    characters: 0,
    attributes: attributesOf(format, text),
  };
  const written = await expand(text, page, [page], state);
  return state.files === 0 ? bytes : new TextEncoder().encode(written);
};

/** Whether a folder's rules leave a file out, whatever its format. */
const leftOutBy = ({ rules, checkout }: IncludeFolder): ((file: string) => boolean) => {
  const passOver = passedOver({ exclude: rules?.exclude }, () => true);
  return (file) => passOver(file) !== undefined || checkout?.holds(file) === false;
};

interface State {
  format: IncludingFormat;
  root: string;
  page: string;
  isLeftOut: (file: string) => boolean;
  files: number;
  characters: number;
  attributes: ReadonlyMap<string, string>;
}

const textOf = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
};

/** Names of values that a page of AsciiDoc sets for its paths. */
const attributesOf = (format: IncludingFormat, text: string): ReadonlyMap<string, string> =>
  format === 'asciidoc'
    ? new Map(
        [...text.matchAll(/^:([\w-]{1,60}):[ \t]+(\S[^\n]{0,300}?)[ \t\r]*$/gm)].map(([, name = '', value = '']) => [
          name,
          value,
        ]),
      )
    : new Map();

const expand = async (text: string, file: string, open: readonly string[], state: State): Promise<string> => {
  const lines = linesIn(text);
  const written: string[] = [];
  let at = 0;
  for (const include of includesOf(state.format, text)) {
    const shown = open.length > MAX_DEPTH ? undefined : await linesOf(include, file, open, state);
    if (shown === undefined) continue;
    written.push(...lines.slice(at, include.from), ...shown);
    at = include.to;
  }
  return [...written, ...lines.slice(at)].join('\n');
};

/** What stands in the place of a directive; undefined if its file may not be read or is not there. */
const linesOf = async (
  include: Include,
  file: string,
  open: readonly string[],
  state: State,
): Promise<string[] | undefined> => {
  if (state.files >= MAX_INCLUDES) return undefined;
  for (const candidate of candidatesOf(include.target, file, state)) {
    const real = await readableFile(candidate, state);
    if (real === undefined) continue;
    if (include.as === 'text' && (open.includes(real) || !isOfFormat(real, state.format))) return undefined;
    const source = textOf(await readFile(real));
    if (source === undefined || source.includes('\0')) return undefined;
    const body = include.as === 'text' ? bodyOf(source) : source;
    const part = body && linesOfPart(body, include.part);
    if (!part) return undefined;
    state.characters += part.reduce((sum, line) => sum + line.length + 1, 0);
    if (state.characters > MAX_ADDED_CHARACTERS) return undefined;
    state.files++;
    if (include.as === 'code') return codeLines(part, include, state.format);
    const nested = (await expand(part.join('\n'), real, [...open, real], state)).split('\n');
    const lowered = nested.map((line) =>
      include.deeper && /^={1,5}[ \t]/.test(line) ? '='.repeat(include.deeper) + line : line,
    );
    return lowered.map((line) => (line === '' ? line : include.indent + line));
  }
  return undefined;
};

/** A file's text without its front matter; undefined if that says who may see the file. */
const bodyOf = (source: string): string | undefined => {
  const matter = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n([\s\S]*?)\r?\n\1[ \t]*(?:\r?\n|$)/.exec(source);
  if (matter === null) return source;
  return /^[ \t]*["']?scopes["']?[ \t]*[:=]/m.test(matter[2] ?? '') ? undefined : source.slice(matter[0].length);
};

/** Whether a file's text may stand in a page as it is: it is written like the page, or in no format of its own. */
const isOfFormat = (file: string, format: IncludingFormat): boolean => {
  const own = formatOf({ name: file })?.name;
  return (
    own === undefined ||
    own === format ||
    own === 'text' ||
    (own === 'html' && format === 'markdown') ||
    !['markdown', 'rst', 'asciidoc', 'org', 'html', 'manual', 'wikitext', 'pdf', 'docx'].includes(own)
  );
};

const codeLines = (lines: readonly string[], { indent, language = '' }: Include, format: IncludingFormat): string[] => {
  if (format === 'rst')
    return [
      `${indent}.. code-block:: ${language}`,
      '',
      ...lines.map((line) => (line === '' ? '' : `${indent}   ${line}`)),
      '',
    ];
  const sign = lines.some((line) => line.includes('````')) ? '~~~~~~' : '````';
  return [
    `${indent}${sign}${language}`,
    ...lines.map((line) => (line === '' ? '' : indent + line)),
    `${indent}${sign}`,
  ];
};

/** The places at which a directive's file may lie, the likeliest first. */
const candidatesOf = (written: string, file: string, { root, page, format, attributes }: State): string[] => {
  const filled = written.replace(
    /\{([\w-]+)\}/g,
    (all, name: string) => attributes.get(name) ?? (name === 'docdir' ? '.' : all),
  );
  const antora = /^(?:(?:[\w.-]+@)?(?:[\w.-]*:)?([\w.-]*):)?(partial|example|page|attachment)\$(.+)$/.exec(filled);
  const above = foldersAbove(path.dirname(page), root);
  if (antora) {
    const [, module, family, rest = ''] = antora;
    const own = above.find((folder) => path.basename(path.dirname(folder)) === 'modules') ?? above[0] ?? root;
    const home = module ? path.join(path.dirname(own), module) : own;
    return [path.join(home, `${family}s`, rest), path.join(home, 'pages', `_${family}s`, rest)];
  }
  const rooted = /^(?:@site\/|@\/|~\/|\/)/.test(filled);
  const rest = filled.replace(/^(?:@site\/|@\/|~\/|\/+)/, '');
  if (rest === '' || /[{}$\0]|^[a-z]+:\/\//i.test(rest)) return [];
  const beside = rooted ? [] : [path.resolve(path.dirname(file), rest), path.resolve(path.dirname(page), rest)];
  // What a path begins at is a setting of the site: a folder above the page, or one in it that only such files lie in.
  const fromAbove = rest.startsWith('.')
    ? []
    : format === 'markdown' || rooted
      ? above.flatMap((folder) => [path.join(folder, rest), ...PARTS.map((name) => path.join(folder, name, rest))])
      : [];
  return [...new Set([...beside, ...fromAbove])];
};

/** Folders that generators keep parts of pages in. */
const PARTS = ['_includes', 'includes', 'snippets', '_snippets', 'docs', 'src'];

/** A folder and those above it, up to the root. */
const foldersAbove = (folder: string, root: string): string[] => {
  const found: string[] = [];
  for (let at = folder; isWithin(at, root); at = path.dirname(at)) {
    found.push(at);
    if (at === root) break;
  }
  return found;
};

const isWithin = (file: string, root: string): boolean => {
  const relative = path.relative(root, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
};

const readableFile = async (file: string, { root, isLeftOut }: State): Promise<string | undefined> => {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || !isWithin(real, root)) return undefined;
  const found = await stat(real).catch(() => undefined);
  if (!found?.isFile() || found.size > MAX_FILE_BYTES) return undefined;
  return isLeftOut(path.relative(root, real).split(path.sep).join('/')) ? undefined : real;
};
