import path from 'node:path';
import { isInLanguage } from '../language/detect.ts';
import type { PathRules } from './connector.ts';
import { type FileTree, parentOf } from './file-tree.ts';
import { createVersionRule } from './page-versions.ts';

/** The reason for not reading a file or folder, as a person reads it; undefined for what is read. */
export type VariantRule = (file: string, kind: 'file' | 'folder') => Promise<string | undefined>;

/**
 * Tells which pages are another language or another version of a page that is read. Of pages in several languages the one in the
 * site's default language is read: the one that the site's settings name, else the one whose name has no mark of a language, else
 * the English one. A page is a translation only if the page that it translates is there, and its text is in the language of its
 * mark. Of versions, the one is read that the site shows first. What `--include` names is read in any language and version.
 */
export const variantRule = (tree: FileTree, rules: PathRules = {}): VariantRule => {
  const { include = [], languages = [], versions } = rules;
  if (include.length > 0) return async () => undefined;
  const all = languages.includes('all');
  const wanted = new Set(languages.map(baseOf));
  const ofVersion = versions === 'all' ? async () => undefined : createVersionRule(tree);
  const defaultOf = createDefaultLanguage(tree);
  return async (file, kind) => {
    const folder = kind === 'folder' ? file : parentOf(file);
    const outdated = await ofVersion(folder);
    if (outdated !== undefined || kind === 'folder' || all || !isPage(file)) return outdated;
    for (const mark of marksOf(file)) {
      if (wanted.has(baseOf(mark.language))) continue;
      if (await isTranslation(file, mark, tree, defaultOf))
        return 'a translation of a page that is read; --languages all reads them';
    }
    return undefined;
  };
};

/** Formats whose text tells its language without being parsed. */
const PAGE = /\.(?:mdx?|qmd|rmd|markdown|rst|adoc|asciidoc|asc|org|txt|x?html?|docbook|dbk|dita|page|xml)$/i;
const isPage = (file: string): boolean => PAGE.test(file);

/** A place in a path that names a language. */
interface Mark {
  language: string;
  /** The paths at which the page may stand that this one translates, for a default language; empty for a name without a mark. */
  originals(language: string): string[];
  /** The folder whose parts the languages are; undefined for a mark in the file's own name. */
  folder?: string;
  /** True where the generator keeps nothing but translations. */
  isSure: boolean;
}

const TAG = /^[a-z]{2,3}(?:[-_](?:[a-z]{2}|[a-z]{4}|\d{3}))?(?:@[a-z]{2,10})?$/i;
const KNOWN = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The folder of what no translator touched, beside those of languages (GNOME's help). */
const UNTRANSLATED = 'C';

/** True for a tag of a language that has a name: `de`, `pt-BR`, `zh_Hans`. */
const isLanguage = (tag: string): boolean => TAG.test(tag) && KNOWN.of(baseOf(tag)) !== undefined;
const baseOf = (tag: string): string => tag.toLowerCase().split(/[-_@]/, 1)[0] ?? '';

/** A name with a language before its ending, split at the first or the last sign that allows it. */
const NAMED_SHORTEST = /^(.+?)([._-])([a-z]{2,3}(?:[-_][a-z]{2,4})?)(\.\w+)$/i;
const NAMED_LONGEST = /^(.+)([._-])([a-z]{2,3}(?:[-_][a-z]{2,4})?)(\.\w+)$/i;

const marksOf = (file: string): Mark[] => {
  const parts = file.split('/');
  const docusaurus = docusaurusMark(parts);
  if (docusaurus) return [docusaurus];
  const marks = parts.slice(0, -1).flatMap((part, at): Mark[] =>
    isLanguage(part)
      ? [
          {
            language: part,
            folder: parts.slice(0, at).join('/'),
            originals: (language) => [parts.toSpliced(at, 1, ...(language === '' ? [] : [language])).join('/')],
            isSure: false,
          },
        ]
      : [],
  );
  // "README.zh-CN.md" and "how-to-de.md".
  for (const pattern of [NAMED_SHORTEST, NAMED_LONGEST]) {
    const [, name = '', sign = '', language = '', ending = ''] = pattern.exec(file) ?? [];
    if (name !== '' && !name.endsWith('/') && isLanguage(language))
      marks.push({
        language,
        originals: (standard) => [standard === '' ? name + ending : name + sign + standard + ending],
        isSure: false,
      });
  }
  return marks;
};

/** Where Docusaurus keeps what a page of `i18n/` translates. */
const docusaurusMark = (parts: readonly string[]): Mark | undefined => {
  const at = parts.findIndex((part, i) => part === 'i18n' && /^docusaurus-plugin-content-/.test(parts[i + 2] ?? ''));
  const [, language, plugin, ...rest] = at === -1 ? [] : parts.slice(at);
  if (language === undefined || plugin === undefined) return undefined;
  const site = parts.slice(0, at);
  const [, id] = /^docusaurus-plugin-content-docs(?:-(.+))?$/.exec(plugin) ?? [];
  const [version = '', ...below] = rest;
  const original = /-blog(?:-|$)/.test(plugin)
    ? ['blog', ...rest]
    : /-pages(?:-|$)/.test(plugin)
      ? ['src', 'pages', ...rest]
      : version === 'current'
        ? [id ?? 'docs', ...below]
        : [id === undefined ? 'versioned_docs' : `${id}_versioned_docs`, version, ...below];
  return { language, originals: () => [[...site, ...original].join('/')], isSure: true };
};

/** @param defaultOf the language that the settings of the site name in which a path is */
const isTranslation = async (
  file: string,
  { language, originals, folder, isSure }: Mark,
  tree: FileTree,
  defaultOf: (file: string) => Promise<string | undefined>,
): Promise<boolean> => {
  if (isSure) return originals('').some((one) => tree.holds(one));
  const stated = await defaultOf(file);
  if (stated !== undefined && baseOf(stated) === baseOf(language)) return false;
  const folders = folder === undefined ? [] : await tree.folders(folder);
  const beside = folders.filter(isLanguage);
  const named = (standard: string) =>
    folder === undefined ? [standard] : beside.filter((one) => baseOf(one) === baseOf(standard));
  const standards =
    stated !== undefined
      ? [...named(stated), '']
      : ['', ...folders.filter((one) => one === UNTRANSLATED), ...(baseOf(language) === 'en' ? [] : named('en'))];
  const original = standards
    .filter((one) => one !== language)
    .flatMap(originals)
    .find((one) => tree.holds(one));
  if (original === undefined) return false;
  const isOfC = folder !== undefined && originals(UNTRANSLATED)[0] === original;
  return (await isIn(file, language, tree)) && (isOfC || !(await isIn(original, language, tree)));
};

/** What a page's first element says of its language, in HTML and in the sources of manuals. */
const ROOT_LANGUAGE =
  /<(?:html|page|book|article|chapter|refentry|topic|concept|task|reference)\b[^<>]{0,1000}?\s(?:xml:)?lang\s*=\s*["']?([a-z]{2,3})(?![a-z])/i;

/** True if the text of a page is in a language, as its words or its HTML tell. */
const isIn = async (file: string, language: string, tree: FileTree): Promise<boolean> => {
  const start = await tree.start(file);
  const [, declared] = ROOT_LANGUAGE.exec(start) ?? [];
  if (declared !== undefined) return declared.toLowerCase() === baseOf(language);
  return isInLanguage(proseOf(start), baseOf(language));
};

/** The text of a page without its front matter, imports, tags and lines of settings. */
const proseOf = (text: string): string =>
  text
    .replace(/^\uFEFF?(---|\+\+\+)\r?\n[\s\S]*?\n\1/, '')
    .replace(/<!DOCTYPE[^<>[\]]*\[[\s\S]*?\]\s*>|<(\w*info)\b[^<>]*>[\s\S]*?<\/\1>/g, ' ')
    .replace(/^(?:import|export) .*$|^:[\w-]+:.*$|^\.\. .*$/gm, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)|<[^<>]{1,2000}>|\{[{%][^{}]{0,500}[%}]\}/g, ' ');

/** Files in which a generator names a site's default language, and how. */
const SETTINGS: readonly [readonly string[], (text: string) => string | undefined][] = [
  [
    ['docusaurus.config.js', 'docusaurus.config.ts', 'docusaurus.config.mjs', 'docusaurus.config.cjs'],
    (text) => /\bdefaultLocale["']?\s*:\s*["'`]([\w-]+)/.exec(text)?.[1],
  ],
  [
    ['mkdocs.yml', 'mkdocs.yaml'],
    (text) =>
      text
        .split(/^\s*-\s+(?=locale:|default:)/m)
        .slice(1)
        .find((item) => /^\s*default:\s*true\b/m.test(item))
        ?.match(/^\s*locale:\s*["']?([\w-]+)/m)?.[1] ?? /^\s*default_language:\s*["']?([\w-]+)/m.exec(text)?.[1],
  ],
  [
    ['hugo', 'config', 'config/_default/hugo', 'config/_default/config'].flatMap((name) =>
      ['toml', 'yaml', 'yml', 'json'].map((ending) => `${name}.${ending}`),
    ),
    (text) => /^\s*["']?defaultContentLanguage["']?\s*[:=]\s*["']?([\w-]+)/im.exec(text)?.[1],
  ],
];

/** Finds the default language that the nearest settings above a file name; undefined without any. */
const createDefaultLanguage = (tree: FileTree) => {
  const known = new Map<string, Promise<string | undefined>>();
  const ofFolder = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder) ?? read(folder);
    known.set(folder, found);
    return found;
  };
  const read = async (folder: string): Promise<string | undefined> => {
    for (const [names, language] of SETTINGS)
      for (const name of names) {
        const file = path.posix.join(folder, name);
        const stated = tree.holds(file) ? language(await tree.start(file)) : undefined;
        if (stated !== undefined) return stated;
      }
    return folder === '' ? undefined : ofFolder(parentOf(folder));
  };
  return (file: string) => ofFolder(parentOf(file));
};
