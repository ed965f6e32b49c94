import { CODE } from './markdown-comments.ts';

/**
 * What builders of sites put into Markdown, written as a reader of the built page sees it: boxes and tabs (`:::note`, `!!! tip`,
 * `=== "Linux"`, `<TabItem label="npm">`, `{{< tab name="x" >}}`, `{% hint %}`) as a bold title above their content, and what only
 * the builder reads (imports, includes, classes, conditions) as nothing. A value that only the builder knows, within a sentence,
 * is "…". Code stays as it is.
 */
export const siteMarkup = (markdown: string): string => {
  const plain = /\{\{[<%]|\{%|\{\{-?\s*(?:site|page)\./.test(markdown) ? withoutTemplateTags(markdown) : markdown;
  const tags = componentsOf(plain);
  const joined = tags.size === 0 ? plain : outsideCode(plain, COMPONENT, (tag) => tag.replace(/\s*\n\s*/g, ' '));
  return BUILT.test(joined) || tags.size > 0 ? builtLines(joined, tags) : joined;
};

/** Kinds of boxes that are called by their kind when they have no title. */
const KIND =
  /^(?:note|tip|info|warning|danger|caution|important|success|error|failure|seealso|hint|attention|question|example|abstract|summary|details|bug|quote|deprecated|prerequisites?)$/i;
/** Boxes whose kind is said by what is written behind their name. */
const BOX = /^(?:notice|callout|admonition|alert|hint|aside|blockquote)$/i;

const titled = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1).toLowerCase();

/** Replaces what matches outside of code. */
const outsideCode = (
  markdown: string,
  pattern: RegExp,
  write: (found: string, at: number, groups: readonly (string | undefined)[]) => string,
): string => {
  const own = 3;
  return markdown.replace(new RegExp(`${CODE.source}|${pattern.source}`, 'gm'), (found: string, ...rest: unknown[]) => {
    if (rest[1] !== undefined || rest[2] !== undefined) return found;
    const at = rest.findIndex((value) => typeof value === 'number');
    return write(found, rest[at] as number, rest.slice(own, at) as (string | undefined)[]);
  });
};

// --- Tags of templates: Hugo's shortcodes, Liquid's and Nunjucks' tags ---

const SHORTCODE = /\{\{[<%](?!\/\*)([^{}]{0,1000}?)[%>]\}\}/;
const LIQUID = /\{%-?(?=\s{0,9}[a-z])([^{}]{0,1000}?)-?%\}/;
const LIQUID_COMMENT = /\{%-?\s{0,9}comment\s{0,9}-?%\}[\s\S]{0,5000}?\{%-?\s{0,9}endcomment\s{0,9}-?%\}/;
/** `{{ site.baseurl }}`, which Jekyll fills in. */
const SITE_VALUE = /\{\{-?\s{0,9}(?:site|page)\.[^{}\n]{1,200}\}\}/;
const TEMPLATE_TAG = new RegExp(`${LIQUID_COMMENT.source}|${SHORTCODE.source}|${LIQUID.source}|${SITE_VALUE.source}`);
/** An item of a list that holds such tags alone. */
const TAG_ITEM = new RegExp(
  `^[ \\t]*[*+-][ \\t]+(?:(?:${SHORTCODE.source}|${LIQUID.source})[ \\t]*){1,9}$`.replace(/\((?!\?)/g, '(?:'),
);
/** Code that a tag marks, with its language. */
const CODE_TAG =
  /^([ \t]*)(?:\{\{[<%]\s{0,9}(?:highlight[ \t]+([\w+-]+)|tab\b[^{}\n]{0,200}codelang="([\w+-]+)")[^{}\n]{0,200}[%>]\}\}|\{%-?\s{0,9}highlight[ \t]+([\w+-]+)[^{}\n]{0,200}%\})[ \t]*\n([\s\S]{0,20000}?)^[ \t]*(?:\{\{[<%]\s{0,9}\/(?:highlight|tab)\s{0,9}[%>]\}\}|\{%-?\s{0,9}endhighlight\s{0,9}-?%\})[ \t]*$/;
/** Tags that steer the builder and show nothing. */
const STEERING =
  /^(?:if|ifversion|unless|els(?:e|if)|elif|for|assign|capture|case|when|set|raw|block|extends|import|from|macro|include\w*|include-markdown|readfile|toc|cycle|break|continue|render|layout|comment|rowheaders|tabs|tabpane|cards?|steps|columns?|row|codenew|code_sample|embed|content-ref|youtube|vimeo|version-check)$/;
const REFERENCE = /^(?:ref|relref|link|url|post_url)$/;

interface Tag {
  name: string;
  closes: boolean;
  /** What is written as `key="value"`. */
  named: ReadonlyMap<string, string>;
  /** What is written without a key, without its quotes. */
  placed: readonly string[];
}

const tagOf = (written: string): Tag => {
  const source = written.trim();
  const [, sign = '', name = ''] = /^(\/|end(?=[a-z]))?[ \t]*([\w./-]*)/.exec(source) ?? [];
  const named = new Map<string, string>();
  const placed: string[] = [];
  const rest = source.slice(source.indexOf(name) + name.length).replace(/\/$/, '');
  for (const [, key, double, single, bare] of rest.matchAll(/(?:([\w-]+)=)?(?:"([^"]*)"|'([^']*)'|([^\s"'=]+))/g)) {
    const value = double ?? single ?? bare ?? '';
    if (key === undefined) placed.push(value);
    else named.set(key.toLowerCase(), value);
  }
  return { name, closes: sign !== '', named, placed };
};

/** What a reader sees of a tag's own words. */
const wordsOf = ({ name, named, placed }: Tag): string => {
  const title = ['title', 'label', 'text', 'caption', 'summary', 'header'].map((key) => named.get(key)).find(Boolean);
  if (BOX.test(name)) {
    const kind = named.get('type') ?? named.get('style') ?? named.get('color') ?? placed[0] ?? '';
    return title ?? placed[1] ?? (KIND.test(kind) ? titled(kind) : 'Note');
  }
  if (title !== undefined) return title;
  if (KIND.test(name)) return placed[0] ?? titled(name);
  if (/^tab$/i.test(name)) return named.get('name') ?? placed[0] ?? '';
  return /^(?:expand|heading|collapse)$/.test(name) ? titled(placed[0] ?? '') : '';
};

const withoutTemplateTags = (markdown: string): string => {
  const code = outsideCode(markdown, CODE_TAG, (_found, _at, [indent = '', first, second, third, content = '']) => {
    const title = /\b(?:name|title)="([^"\n]{1,80})"/.exec(_found.slice(0, _found.indexOf('\n')))?.[1];
    const above = title === undefined ? '' : `\n${indent}**${title}**\n\n`;
    return `${above}${indent}\`\`\`${first ?? second ?? third ?? ''}\n${content}${indent}\`\`\``;
  });
  const items = outsideCode(code, TAG_ITEM, () => '');
  const paired = new Set<string>();
  for (const [, hugo, liquid] of items.matchAll(/\{\{[<%]\s{0,9}\/\s{0,9}([\w./-]+)|\{%-?\s{0,9}end([\w-]+)/g))
    paired.add(hugo ?? liquid ?? '');
  return outsideCode(items, TEMPLATE_TAG, (found, at, [shortcode, liquid]) => {
    const inTarget = items[at - 1] === '(' || items[at - 1] === '/' || items[at + found.length] === '/';
    const written = shortcode ?? liquid;
    if (written === undefined) return inTarget || found.startsWith('{%') ? '' : '…';
    const tag = tagOf(written);
    if (tag.closes) return '';
    const alone = isAlone(items, at, at + found.length);
    const words = wordsOf(tag);
    if (words !== '') {
      if (alone !== undefined) return `\n${alone}**${words}**\n`;
      return KIND.test(tag.name) || BOX.test(tag.name) ? `**${words}:** ` : words;
    }
    if (REFERENCE.test(tag.name)) return tag.placed[0] ?? '';
    return alone !== undefined || inTarget || paired.has(tag.name) || STEERING.test(tag.name) ? '' : '…';
  });
};

/** What stands before a part of a line when nothing but spaces is in the line besides it. */
const isAlone = (text: string, start: number, end: number): string | undefined => {
  const before = /(?:^|\n)([ \t]{0,40})$/.exec(text.slice(Math.max(0, start - 41), start));
  return before !== null && /^[ \t]{0,40}(?:\n|$)/.test(text.slice(end, end + 42)) ? before[1] : undefined;
};

// --- Components of MDX and Vue ---

const VALUE = /=(?:"[^"]{0,500}"|'[^']{0,500}'|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,300}\}){0,300}\}){0,500}\})/;
const COMPONENT = new RegExp(
  `<(/?)([A-Z]\\w{0,60}(?:\\.\\w{1,60})?)((?:\\s{1,99}[\\w:@.-]{1,60}(?:${VALUE.source})?){0,30})\\s{0,99}(/?)>`,
);
const TITLE = /\s(?:label|title|summary|header)=(?:"([^"]*)"|'([^']*)'|\{["'`]([^{}"'`]*)["'`]\})/;
/** A statement of a module, in one line, or its first line. */
const IMPORT = /^import\s+(?:[\w*{][^'"\n]{0,300}\sfrom\s+)?['"][^'"\n]{1,300}['"];?\s*$/;
const IMPORT_START = /^import\s+(?:\w+,\s*)?\{[^}'"]*$/;
const IMPORT_END = /^[^'"]*\}\s*from\s*['"][^'"\n]{1,300}['"];?\s*$/;

/** The names of a text's components: imported, with an end, without content or with attributes. `<Name>` alone is a placeholder. */
const componentsOf = (markdown: string): ReadonlySet<string> => {
  const names = new Set<string>();
  if (!/<\/?[A-Z]/.test(markdown)) return names;
  outsideCode(markdown, COMPONENT, (found, _at, [closes, name = '', attributes = '', empty]) => {
    if (closes || empty || attributes.includes('=')) names.add(name);
    return found;
  });
  return names;
};

const withoutComponents = (line: string, names: ReadonlySet<string>): string =>
  outsideCode(line, COMPONENT, (found, _at, [, name = '']) => (names.has(name) ? '' : found));

/** The titles and the depth that a line of components alone adds; undefined for other lines. */
const componentLine = (line: string, names: ReadonlySet<string>): { titles: string[]; depth: number } | undefined => {
  if (names.size === 0 || !/^\s*<\/?[A-Z]/.test(line)) return undefined;
  const titles: string[] = [];
  let depth = 0;
  const rest = line.replace(new RegExp(COMPONENT.source, 'g'), (found, closes, name, attributes, empty) => {
    if (!names.has(name)) return found;
    if (closes) depth--;
    else if (!empty) depth++;
    const [, double, single, braced] = TITLE.exec(attributes) ?? [];
    const kind = /\stype="(\w+)"/.exec(attributes)?.[1] ?? '';
    const title =
      double ??
      single ??
      braced ??
      (closes ? '' : KIND.test(name) ? titled(name) : KIND.test(kind) ? titled(kind) : '');
    if (title.trim()) titles.push(title.trim());
    return '';
  });
  return rest.trim() === '' ? { titles, depth } : undefined;
};

// --- Lines ---

/** A sign that a text has one of the forms that are read by lines. */
const BUILT =
  /^import\s|^[ \t]*(?::{3,}[ \t]*\S|!!![ \t]+\w|\?\?\?\+?[ \t]+\w|===[!+]?[ \t]+"|(?:`{3,}|~{3,})[ \t]*(?:mdx-code-block|\{\w)|\[TOC\]|\{\.is-|\\$)|\{:|\{[ \t]*[#.][\w-]/m;
const FENCE = /^[ \t]*(`{3,}|~{3,})([^\n]*)$/;
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

const builtLines = (markdown: string, names: ReadonlySet<string>): string => {
  const written: string[] = [];
  const frames: Frame[] = [];
  let columns = 0;
  let fence: string | undefined;
  let importing = false;
  let before = '';

  /** Adds lines; no empty one below another. */
  const write = (...lines: string[]): void => {
    for (const line of lines) if (line.trim() !== '' || written.at(-1)?.trim() !== '') written.push(line);
  };
  const close = (end: Frame['end']): boolean => {
    if (frames.at(-1)?.end !== end) return false;
    columns -= frames.pop()!.inner ?? 0;
    write('');
    return true;
  };

  const lines = markdown.split('\n');
  const lastEnd = lines.findLastIndex((line) => CLOSING.test(line));
  for (const [number, line] of lines.entries()) {
    const indent = indentOf(line);
    const blank = line.trim() === '';
    const above = before;
    before = line;
    if (fence !== undefined) {
      if (isEndOf(fence, line)) fence = undefined;
      written.push(outdented(line, columns));
      continue;
    }
    if (importing) {
      importing = !IMPORT_END.test(line) && !blank;
      before = '';
      continue;
    }
    while (!blank && frames.at(-1)?.end === 'indented' && indent < frames.at(-1)!.indent + 2) close('indented');
    const top = frames.at(-1);
    if (top?.end === 'sign' && isEndOf(top.sign, line)) {
      close('sign');
      continue;
    }
    const parts = componentLine(line, names);
    if (top !== undefined && top.inner === undefined && !blank && !(parts !== undefined && parts.depth < 0)) {
      top.inner = Math.max(0, indent - top.indent);
      columns += top.inner;
    }
    if (parts !== undefined) {
      for (let depth = parts.depth; depth < 0; depth++) close('component');
      const shift = ' '.repeat(Math.max(0, indent - columns));
      if (parts.titles.length > 0) write('', `${shift}**${parts.titles.join(' – ')}**`);
      write('');
      for (let depth = 0; depth < parts.depth; depth++)
        frames.push({ end: 'component', sign: '', indent, inner: undefined });
      continue;
    }
    if ((IMPORT.test(line) || IMPORT_START.test(line)) && above.trim() === '') {
      importing = IMPORT_START.test(line);
      before = '';
      continue;
    }
    const box = boxOf(line, number < lastEnd);
    if (box !== undefined) {
      before = '';
      const shift = ' '.repeat(Math.max(0, indent - columns));
      if (box.title !== '') write('', `${shift}**${box.title}**`, '');
      if (box.end !== undefined) frames.push({ end: box.end, sign: box.sign, indent, inner: undefined });
      continue;
    }
    const opened = FENCE.exec(line);
    if (opened !== null && !(opened[1]!.startsWith('`') && opened[2]!.includes('`'))) {
      fence = opened[1]!;
      written.push(outdented(line, columns));
      continue;
    }
    const kindBelow = QUOTE_CLASS.exec(line)?.[1];
    if (kindBelow !== undefined) {
      nameQuote(written, kindBelow);
      continue;
    }
    if (line === '\\') continue;
    // kramdown writes its list of contents in the place of an item.
    if (/^[ \t]*\{:[ \t]*toc\b/.test(line) && /^[ \t]*(?:[*+-]|1\.)[ \t]/.test(written.at(-1) ?? '')) written.pop();
    write(withoutAttributes(withoutComponents(outdented(line, columns), names)));
  }
  return written.join('\n');
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
    if (info === 'mdx-code-block') return { title: '', end: 'sign', sign: fenced[1]! };
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
  if (/^[ \t]*\[TOC\][ \t]*$/.test(line)) return '';
  return line.includes('{') ? line.replace(ATTRIBUTES, '') : line;
};

/** Writes the kind above the quotation that ends here. */
const nameQuote = (written: string[], kind: string): void => {
  let first = written.length;
  while (first > 0 && written[first - 1]?.startsWith('>')) first--;
  if (first < written.length) written.splice(first, 0, `> **${titled(kind)}**`, '>');
};
