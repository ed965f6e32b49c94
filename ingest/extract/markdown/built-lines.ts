import { KIND, titled } from './boxes.ts';
import { componentLine, withoutComponents } from './components.ts';

/** A sign that a text has one of the forms that are read by lines. */
const BUILT =
  /^[ \t]*(?::{3,}[ \t]*\S|!!![ \t]+\w|\?\?\?\+?[ \t]+\w|===[!+]?[ \t]+"|(?:`{3,}|~{3,})[ \t]*\{\w|\[TOC\]|\[\[_?TOC_?\]\]|<<<[ \t]|@include[ \t]+["']|-+8<-+[ \t]|\{\.is-|\\$)|\{:|\{[ \t]*[#.][\w-]/im;
/** Also the fence that an item or a quotation begins with. */
const FENCE = /^(?:[ \t]*(?:>|(?:[*+-]|\d{1,9}[.)])(?=[ \t])))*[ \t]*(`{3,}(?=[^`]*$)|~{3,})([^\n]*)$/;

/** True if a text has one of the forms that are read by lines. */
export const isBuilt = (markdown: string): boolean => BUILT.test(markdown);

const CONTAINER = /^[ \t]*(:{3,})[ \t]*(\S[^\n]*)$/;
/** `note`, `tip Title`, `caution[Title]`, `note{title="x"}`. */
const CONTAINER_NAME = /^([\w-]+)(?:\[([^\n]*)\])?(?:\{([^{}\n]*)\})?[ \t]*([^\n]*)$/;
/** `{note}`, `{.callout-warning collapse="true"}`, with a title behind it. */
const BRACED_NAME = /^\{[.#]?(?:callout-)?([\w-]+)([^{}\n]*)\}[ \t]*([^\n]*)$/;
const CLOSING = /^[ \t]*:{3,}[ \t]*$/;
const ADMONITION = /^[ \t]*(?:!!!|\?\?\?\+?)[ \t]+([\w-]+)[\w \t-]*(?:[ \t]"([^"\n]*)")?[ \t]*$/;
const CONTENT_TAB = /^[ \t]*===[!+]?[ \t]+"([^"\n]+)"[ \t]*$/;
/** Classes and names that a builder gives to what stands before: `{: .wide }`, `{#install}`, `{ .md-button }`. */
const ATTRIBUTE = /(?:[#.][\w-]+(?:\.[\w-]+)*|[\w-]+=(?:"[^"\n]*"|'[^'\n]*'|[\w-]+)|toc)/;
const ATTRIBUTE_LIST = `\\{:?[ \\t]{0,9}(?<=:[ \\t]{0,9}|(?=[#.]))${ATTRIBUTE.source}(?:[ \\t]+${ATTRIBUTE.source}){0,9}[ \\t]*\\}`;
const ATTRIBUTES = new RegExp(`[ \\t]{0,9}${ATTRIBUTE_LIST}(?=[ \\t]*$)|(?<=[)\\]])${ATTRIBUTE_LIST}`, 'g');

/** The place of a list of contents, and of a part of another file. */
const CONTENTS = /^[ \t]*(?:\[TOC\]|\[\[_?TOC_?\]\])[ \t]*$/i;
const INCLUDED =
  /^[ \t]*(?:<<<[ \t]+[@./~]\S*|@include[ \t]+["'][^"'\n]+["']|-{1,}8<-{1,}[ \t]+["'][^"'\n]+["'])[ \t]*$/;

/** Wiki.js, below a quotation. */
const QUOTE_CLASS = /^\{\.is-(\w+)\}[ \t]*$/;

interface Frame {
  /** Ended by a line further left (`indented`), by a line of its sign, or by the end of its component. */
  end: 'indented' | 'sign' | 'component';
  sign: string;
  indent: number;
  /** How far its content stands further right than its title; unknown until its first line. */
  inner: number | undefined;
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)![0].replace(/\t/g, '    ').length;

/** A line without so many columns of the spaces at its start. */
const outdented = (line: string, columns: number): string => {
  if (columns === 0) return line;
  const start = /^[ \t]*/.exec(line)![0];
  return ' '.repeat(Math.max(0, start.replace(/\t/g, '    ').length - columns)) + line.slice(start.length);
};

/** Writes boxes, tabs and components of a text as titles above their content, further left where the content stands set in. */
export const builtLines = (markdown: string, names: ReadonlySet<string>): string => {
  const lines = markdown.split('\n');
  const lastEnd = lines.findLastIndex((line) => CLOSING.test(line));
  const writer = createWriter(names);
  for (const [number, line] of lines.entries()) writer.add(line, number < lastEnd);
  return writer.written.join('\n');
};

/** Writes a text line by line. */
const createWriter = (names: ReadonlySet<string>) => {
  const written: string[] = [];
  const frames: Frame[] = [];
  /** How far what the open frames hold is moved left. */
  let columns = 0;
  let fence: string | undefined;
  /** Labels of tabs that stand in the component around these. */
  let labels: string[] = [];

  /** Adds lines; no empty one below another. */
  const write = (...lines: string[]): void => {
    for (const line of lines) if (line.trim() !== '' || written.at(-1)?.trim() !== '') written.push(line);
  };
  const open = (end: Frame['end'], indent: number, sign = ''): void => {
    frames.push({ end, sign, indent, inner: undefined });
  };
  const close = (end: Frame['end']): void => {
    if (frames.at(-1)?.end !== end) return;
    columns -= frames.pop()!.inner ?? 0;
    write('');
  };
  /** A title that is set in as its line was. */
  const titleAt = (indent: number, title: string): string => ' '.repeat(Math.max(0, indent - columns)) + title;

  // Each of these takes a line that it is about, and gives true then.

  const inFence = (line: string): boolean => {
    if (fence === undefined) return false;
    if (isEndOf(fence, line)) fence = undefined;
    written.push(outdented(line, columns));
    return true;
  };
  const endsFrame = (line: string): boolean => {
    const indent = indentOf(line);
    if (line.trim() !== '')
      while (frames.at(-1)?.end === 'indented' && indent < frames.at(-1)!.indent + 2) close('indented');
    const top = frames.at(-1);
    if (top?.end !== 'sign' || !isEndOf(top.sign, line)) return false;
    close('sign');
    return true;
  };
  /** The first line in a frame tells how far its content is set in. */
  const measureInner = (line: string): void => {
    const top = frames.at(-1);
    if (top === undefined || top.inner !== undefined || line.trim() === '') return;
    top.inner = Math.max(0, indentOf(line) - top.indent);
    columns += top.inner;
  };
  const asComponent = (line: string): boolean => {
    const parts = componentLine(line, names, labels);
    if (parts === undefined || parts.depth >= 0) measureInner(line);
    if (parts === undefined) return false;
    const indent = indentOf(line);
    for (let depth = parts.depth; depth < 0; depth++) close('component');
    if (parts.labels.length > 0) labels = parts.labels;
    const shown = parts.shown.map((title) => titleAt(indent, title));
    for (const title of shown) write('', title);
    write('');
    for (let depth = 0; depth < parts.depth; depth++) open('component', indent);
    return true;
  };
  const asBox = (line: string, isClosed: boolean): boolean => {
    const box = boxOf(line, isClosed);
    if (box === undefined) return false;
    const indent = indentOf(line);
    if (box.title !== '') write('', titleAt(indent, `**${box.title}**`), '');
    if (box.end !== undefined) open(box.end, indent, box.sign);
    return true;
  };
  const opensFence = (line: string): boolean => {
    const sign = FENCE.exec(line)?.[1];
    if (sign === undefined) return false;
    fence = sign;
    written.push(outdented(line, columns));
    return true;
  };
  const asKindOfQuote = (line: string): boolean => {
    const kind = QUOTE_CLASS.exec(line)?.[1];
    if (kind !== undefined) nameQuote(written, kind);
    return kind !== undefined;
  };
  const asContents = (line: string): boolean => {
    // kramdown writes its list of contents in the place of an item.
    const isMarked = /^[ \t]*\{:[ \t]*toc\b/.test(line) && /^[ \t]*(?:[*+-]|1\.)[ \t]/.test(written.at(-1) ?? '');
    if (isMarked) written.pop();
    if (!isMarked && !CONTENTS.test(line)) return false;
    while (written.length > 0 && written.at(-1)!.trim() === '') written.pop();
    // Its heading goes with it.
    if (/^#{1,6}[ \t]/.test(written.at(-1) ?? '')) written.pop();
    write('');
    return true;
  };
  const isLeftOut = (line: string): boolean => line === '\\' || INCLUDED.test(line);

  return {
    written,
    /** @param isClosed whether a line that ends a box comes below */
    add(line: string, isClosed: boolean): void {
      const isTaken =
        inFence(line) ||
        endsFrame(line) ||
        asComponent(line) ||
        asBox(line, isClosed) ||
        opensFence(line) ||
        asKindOfQuote(line) ||
        asContents(line) ||
        isLeftOut(line);
      if (!isTaken) write(withoutAttributes(withoutComponents(outdented(line, columns), names)));
    },
  };
};

const isEndOf = (sign: string, line: string): boolean => {
  const words = line.trim();
  return words.length >= sign.length && words === sign[0]!.repeat(words.length);
};

interface Box {
  title: string;
  /** Without it the line holds all of the box. */
  end: 'indented' | 'sign' | undefined;
  sign: string;
}

/** The box or the tab that a line begins. @param closed whether a line that ends a box comes below */
const boxOf = (line: string, closed: boolean): Box | undefined => {
  const tab = CONTENT_TAB.exec(line);
  if (tab !== null) return { title: tab[1]!, end: 'indented', sign: '' };
  const admonition = ADMONITION.exec(line);
  if (admonition !== null)
    return { title: admonition[2] ?? titled(admonition[1]!.replace(/-/g, ' ')), end: 'indented', sign: '' };
  const fenced = FENCE.exec(line);
  if (fenced !== null) {
    const info = fenced[2]!.trim();
    const [, kind = '', title = ''] = /^\{([\w-]+)\}[ \t]*([^\n]*)$/.exec(info) ?? [];
    if (kind === 'admonition' || KIND.test(kind))
      return { title: title.trim() || titled(kind), end: 'sign', sign: fenced[1]! };
    return undefined;
  }
  const container = CONTAINER.exec(line);
  if (container === null) return undefined;
  const [, sign = '', words = ''] = container;
  if (/:{3}[ \t]*$/.test(words)) return { title: /\balt-text="([^"]*)"/.exec(words)?.[1] ?? '', end: undefined, sign };
  const [, braced, inBraces = '', after = ''] = BRACED_NAME.exec(words) ?? [];
  const [, plain = '', bracketed, behind = '', following = ''] = CONTAINER_NAME.exec(words) ?? [];
  const [kind, attributes, rest] = braced === undefined ? [plain, behind, following] : [braced, inBraces, after];
  if (kind === '' || (!closed && !KIND.test(kind))) return undefined;
  const title =
    bracketed ?? (/\btitle="([^"]*)"/.exec(attributes)?.[1] || rest.replace(/^=[ \t]*|[ \t]*\{[^{}]*\}$/g, '').trim());
  return { title: title || (KIND.test(kind) ? titled(kind) : ''), end: 'sign', sign };
};

const withoutAttributes = (line: string): string => {
  return line.includes('{') ? line.replace(ATTRIBUTES, '') : line;
};

/** Writes the kind above the quotation that ends here. */
const nameQuote = (written: string[], kind: string): void => {
  let first = written.length;
  while (first > 0 && written[first - 1]?.startsWith('>')) first--;
  if (first < written.length) written.splice(first, 0, `> **${titled(kind)}**`, '>');
};
