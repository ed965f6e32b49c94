import { CODE } from './markdown-comments.ts';

const KIND =
  'note|tip|info|warning|danger|caution|important|success|error|hint|attention|abstract|summary|example|question|quote|bug|failure|todo|details|seealso';
/** Docusaurus, VitePress, VuePress, Outline: `:::warning Wet paint`; MyST and Quarto: `:::{note}`, `::: {.callout-tip}`. */
const OPENS = new RegExp(
  `^ {0,3}:{3,}[ \\t]*(?:(${KIND})|\\{(?:\\.callout-)?(${KIND})[^}\\n]*\\})(?:\\[([^\\]\\n]+)\\]|[ \\t]+([^\\n{]+))?[ \\t]*(?:\\{[^}\\n]*\\})?[ \\t]*$`,
  'i',
);
const CLOSES = /^ {0,3}:{3,}[ \t]*$/;
/** MkDocs and Python-Markdown: `!!! warning "Wet paint"`, with the text set in below. */
const INDENTED = new RegExp(`^( *)(?:!!!|\\?\\?\\?\\+?)[ \\t]+(${KIND})\\b[^"\\n]*(?:"([^"\\n]*)")?[ \\t]*$`, 'i');
/** GitBook. */
const HINT = /^ {0,3}\{% hint style="(\w+)" %\}[ \t]*$/;
const END_HINT = /^ {0,3}\{% endhint %\}[ \t]*$/;
/** Wiki.js, below a quotation. */
const CLASS = /^\{\.is-(\w+)\}[ \t]*$/;
/** What names or styles a heading or a paragraph, behind it: `## Tabs {.tabset}`, `{#id}`. */
const ATTRIBUTES = /(?<=\S)[ \t]+\{(?:\.|#)[\w-]+(?:[ \t][^{}\n]{0,100})?\}[ \t]*$/;
/** An empty paragraph of Outline's. */
const EMPTY = /^\\$/;

const ANY = /^(?: {0,3}:{3,}| *(?:!!!|\?\?\?)| {0,3}\{% hint|\{\.is-|\\$)|\{[.#][^{}\n]*\}[ \t]*$/m;
const CODE_BLOCK = new RegExp(CODE.source, 'gm');

/** Writes the boxes of generators' Markdown in words: `:::warning`, `!!! note "Wet paint"`. Code stays as it is. */
export const admonitionsInWords = (markdown: string): string => {
  if (!ANY.test(markdown)) return markdown;
  const code = codeLines(markdown);
  const lines = markdown.split('\n');
  const written: string[] = [];
  let open = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const [, plain, braced, bracketed, behind] = OPENS.exec(line) ?? [];
    const [, indent = '', kind, title] = INDENTED.exec(line) ?? [];
    const style = HINT.exec(line)?.[1];
    const kindBelow = CLASS.exec(line)?.[1];
    if (code.has(at)) written.push(line);
    else if (plain !== undefined || braced !== undefined) {
      written.push('', titleOf(plain ?? braced ?? '', bracketed ?? behind), '');
      open++;
    } else if (style !== undefined) written.push('', titleOf(style), '');
    else if ((open > 0 && CLOSES.test(line)) || END_HINT.test(line)) {
      if (CLOSES.test(line)) open--;
      written.push('');
    } else if (kind !== undefined) {
      written.push('', `${indent}${titleOf(kind, title)}`, '');
      const inner = `${indent}    `;
      // The text is set in by four spaces, which would be code.
      for (; at + 1 < lines.length && (lines[at + 1]?.startsWith(inner) || lines[at + 1]?.trim() === ''); at++)
        written.push((lines[at + 1] ?? '').startsWith(inner) ? `${indent}${lines[at + 1]?.slice(inner.length)}` : '');
    } else if (kindBelow !== undefined) nameQuote(written, kindBelow);
    else if (!EMPTY.test(line)) written.push(line.replace(ATTRIBUTES, ''));
  }
  return written.join('\n').replace(/\n{3,}/g, '\n\n');
};

const titleOf = (kind: string, title?: string): string =>
  `**${title?.trim() || kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase()}**`;

/** Writes the kind above the quotation that ends here. */
const nameQuote = (written: string[], kind: string): void => {
  let first = written.length;
  while (first > 0 && written[first - 1]?.startsWith('>')) first--;
  if (first < written.length) written.splice(first, 0, `> ${titleOf(kind)}`, '>');
};

/** The numbers of the lines in code. */
const codeLines = (markdown: string): Set<number> => {
  const found = new Set<number>();
  let [line, from] = [0, 0];
  for (const { 0: code, index } of markdown.matchAll(CODE_BLOCK)) {
    for (; from < index; from++) if (markdown.charCodeAt(from) === 10) line++;
    const count = code.split('\n').length;
    if (count > 1) for (let at = 0; at < count; at++) found.add(line + at);
  }
  return found;
};
