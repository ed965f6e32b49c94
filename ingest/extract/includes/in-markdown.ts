import type { Include, IncludedPart } from './include.ts';

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*(.*)$/;
/** mdBook: `{{#include file.rs:anchor}}`. Its code stands in such a line as well. */
const MDBOOK =
  /^([ \t]*)\{\{[ \t]*#(?:include|rustdoc_include|playground)[ \t]+([^\s{}:]+)(?::([^{}\s]*))?[^{}]*\}\}[ \t]*$/;
/** MkDocs: `--8<-- "file.md:section"`. */
const SNIPPET = /^([ \t]*)-{1,}8<-{1,}[ \t]+["']([^"':\n]+)(?::([^"'\n]*))?["'][ \t]*$/;
const SNIPPETS = /^([ \t]*)-{1,}8<-{1,}[ \t]*$/;
/** VitePress: `<<< @/code.ts#region{2,3}` is code, `<!--@include: ./part.md{1,5}-->` is text. */
const VITEPRESS_CODE =
  /^([ \t]*)<<<[ \t]+([@./~\w][^\s#{[]*)(?:#([\w-]+))?[ \t]*(?:\{[^}]*\})?[ \t]*(?:\[[^\]]*\])?[ \t]*$/;
const VITEPRESS_TEXT = /^([ \t]*)<!--[ \t]*@include:[ \t]*([^\s#{}]+)(?:#([\w-]+))?(?:\{([\d,]*)\})?[ \t]*-->[ \t]*$/;
/** Jekyll and plugins of MkDocs: `{% include part.md %}`, `{% include-markdown "../README.md" start="…" %}`. */
const LIQUID =
  /^([ \t]*)\{%-?[ \t]*(?:include|include_relative|include-markdown)[ \t]+["']?([^\s"'%{}=]+)["']?((?:[ \t]+[\w-]+[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'%]+))*)[ \t]*-?%\}[ \t]*$/;
/** Plugins of Hugo's themes and of MkDocs: `{{% readfile "part.md" %}}`, `{! part.md !}`. */
const SHORTCODE =
  /^([ \t]*)\{\{[<%][ \t]*(?:readfile|include)[ \t]+(?:file[ \t]*=[ \t]*)?["']([^"']+)["']([^{}]*)[%>]\}\}[ \t]*$/;
const BRACED = /^([ \t]*)\{![ \t]*([^\s!{}]+)[ \t]*!\}[ \t]*$/;
/** MyST: a fence whose name is `{include} part.md`. */
const MYST = /^\{(include|literalinclude)\}[ \t]+(\S.*?)[ \t]*$/;
const IMPORT = /^import[ \t]+(\w+)[ \t]+from[ \t]+['"]([^'"\n]+\.mdx?)['"];?[ \t]*$/;
const COMPONENT = /^([ \t]*)<([A-Z]\w*)(?:\s[^<>]*)?\/>[ \t]*$/;

/** Finds what a page of Markdown shows of other files, by the directives of the generators that people use. */
export const includesInMarkdown = (lines: readonly string[]): Include[] => {
  const found: Include[] = [];
  const imports = new Map<string, string>();
  let fence: string | undefined;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const add = (indent: string, target: string, as: Include['as'], part: IncludedPart = {}, to = at + 1): void => {
      const language = as === 'code' ? /\.(\w+)$/.exec(target)?.[1] : undefined;
      found.push({ from: at, to, indent, target, as, part, ...(language !== undefined && { language }) });
    };
    const inCode = fence !== undefined;
    const [, sign, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (sign?.startsWith(fence) && info === '') {
        fence = undefined;
        continue;
      }
    } else if (sign !== undefined) {
      const [, name, target] = MYST.exec(info) ?? [];
      if (name === undefined || target === undefined) fence = sign;
      else {
        const close = indexBehind(lines, at, (one) => FENCE.exec(one)?.[1]?.startsWith(sign) === true);
        const end = close === -1 ? lines.length : close + 1;
        const options = optionsIn(lines.slice(at + 1, end));
        add(/^[ \t]*/.exec(line)?.[0] ?? '', target, name === 'include' ? 'text' : 'code', partOf(options), end);
        at = end - 1;
      }
      continue;
    }
    const book = MDBOOK.exec(line);
    const snippet = SNIPPET.exec(line);
    const one = book ?? snippet;
    if (one !== null) add(one[1] ?? '', one[2] ?? '', 'text', partBehindColon(one[3]));
    else if (SNIPPETS.test(line)) {
      const end = indexBehind(lines, at, (other) => SNIPPETS.test(other));
      if (end === -1 || end > at + MAX_SNIPPETS) continue;
      const indent = SNIPPETS.exec(line)?.[1] ?? '';
      const targets = lines.slice(at + 1, end).map((other) => other.trim());
      for (const [i, target] of targets.entries())
        if (target !== '' && !target.startsWith(';'))
          found.push({
            from: i === 0 ? at : at + 1 + i,
            to: i === targets.length - 1 ? end + 1 : at + 2 + i,
            indent,
            target,
            as: 'text',
            part: {},
          });
      at = end;
    }
    if (inCode || one !== null) continue;
    const imported = IMPORT.exec(line);
    if (imported) imports.set(imported[1] ?? '', imported[2] ?? '');
    const [, indent = '', name = ''] = COMPONENT.exec(line) ?? [];
    const module = imports.get(name);
    const code = VITEPRESS_CODE.exec(line);
    const text = VITEPRESS_TEXT.exec(line);
    const liquid = LIQUID.exec(line);
    const short = SHORTCODE.exec(line);
    const braced = BRACED.exec(line);
    if (module !== undefined) add(indent, module, 'text');
    else if (code) add(code[1] ?? '', code[2] ?? '', 'code', code[3] === undefined ? {} : { named: [code[3]] });
    else if (text)
      add(text[1] ?? '', text[2] ?? '', 'text', {
        ...(text[3] !== undefined && { named: [text[3]] }),
        ...(text[4] !== undefined && { lines: text[4].replace(',', '-') }),
      });
    else if (liquid && TEXT_FILE.test(liquid[2] ?? ''))
      add(liquid[1] ?? '', liquid[2] ?? '', 'text', partOf(attributesIn(liquid[3] ?? '')));
    else if (short) add(short[1] ?? '', short[2] ?? '', /code\s*=\s*"?true/.test(short[3] ?? '') ? 'code' : 'text');
    else if (braced) add(braced[1] ?? '', braced[2] ?? '', 'text');
  }
  return found;
};

/** The first line behind another one that is such a line; -1 without one. */
const indexBehind = (lines: readonly string[], from: number, isSuch: (line: string) => boolean): number => {
  for (let at = from + 1; at < lines.length; at++) if (isSuch(lines[at] ?? '')) return at;
  return -1;
};

/** Lines of a list of snippets. */
const MAX_SNIPPETS = 50;
/** What a tag of Liquid includes as text. Templates (`.html`) show what they are given. */
const TEXT_FILE = /\.(?:md|markdown|mdx|txt)$/i;

/** `section`, or `2:7` and `2`, which are lines. */
const partBehindColon = (written: string | undefined): IncludedPart => {
  if (written === undefined || written === '') return {};
  if (/^\d*(?::\d*)?$/.test(written)) return { lines: written.replace(':', '-') };
  return { named: [written] };
};

const optionsIn = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [, name, value = ''] = /^[ \t]*:([\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    }),
  );

const attributesIn = (written: string): ReadonlyMap<string, string> =>
  new Map(
    [...written.matchAll(/([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|(\S+))/g)].map(
      ([, name = '', double, single, bare]) => [name, double ?? single ?? bare ?? ''] as const,
    ),
  );

/** The part that options choose, as Sphinx, MyST and plugins of MkDocs call them. */
export const partOf = (options: ReadonlyMap<string, string>): IncludedPart => {
  const [lines, after, before] = [
    options.get('lines'),
    options.get('start-after') ?? options.get('start'),
    options.get('end-before') ?? options.get('end'),
  ];
  const [from, until, object] = [options.get('start-at'), options.get('end-at'), options.get('pyobject')];
  const [first, last] = [options.get('start-line'), options.get('end-line')];
  return {
    ...(lines !== undefined && { lines }),
    // These count from nought, and the last one is not shown.
    ...(lines === undefined &&
      (first !== undefined || last !== undefined) && { lines: `${Number(first ?? 0) + 1}-${last ?? ''}` }),
    ...(after !== undefined && { after }),
    ...(before !== undefined && { before }),
    ...(from !== undefined && { from }),
    ...(until !== undefined && { until }),
    ...(object !== undefined && { object }),
  };
};
