import { bold, ICON, KIND, titled } from './boxes.ts';
import { outsideCode } from './outside-code.ts';

const BRACED = /\{(?:[^{}]|\{(?:[^{}]|\{[^{}]{0,300}\}){0,300}\}){0,500}\}/;
const VALUE = new RegExp(`\\s{0,9}=\\s{0,9}(?:"[^"]{0,500}"|'[^']{0,500}'|${BRACED.source})`);
const ATTRIBUTES = `(?:\\s{1,99}[\\w:@.-]{1,60}(?:${VALUE.source})?){0,30}`;
const COMPONENT = new RegExp(`<(/?)([A-Z]\\w{0,60}(?:\\.\\w{1,60})?)(${ATTRIBUTES})\\s{0,99}(/?)>`);
/** A space that a formatter of MDX writes at the end of a line. */
const SPACE_OR_COMPONENT = new RegExp(`\\{["'] ["']\\}|${COMPONENT.source}`);
const COMPONENTS = new RegExp(COMPONENT, 'g');
/** A component with words alone between its start and its end. */
const AROUND_WORDS = new RegExp(
  `<(?<around>[A-Z]\\w{0,60}(?:\\.\\w{1,60})?)(${ATTRIBUTES})\\s{0,9}>([^<>\\n]{1,300}?)</\\k<around>\\s{0,9}>`,
);
/** An element of HTML with a value in braces. */
const ELEMENT = new RegExp(`<[a-z][\\w-]{0,30}(?=[^<]{0,2000}=\\{)${ATTRIBUTES}\\s{0,99}/?>`);
const IN_BRACES = new RegExp(`\\s{1,99}[\\w:@.-]{1,60}=(${BRACED.source})`, 'g');

type Attributes = ReadonlyMap<string, string>;

/** The attributes that are written as text: `label="npm"`, `label={'npm'}`. One without a value is "". */
const attributesOf = (written: string): Attributes => {
  const found = new Map<string, string>();
  for (const [, name = '', double, single, braced, other] of written.matchAll(
    /\s([\w:@.-]{1,60})(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)'|\{\s{0,9}["'`]([^{}"'`]*)["'`]\s{0,9}\}|(\{)))?/g,
  ))
    if (other === undefined) found.set(name, (double ?? single ?? braced ?? '').trim());
  return found;
};

const firstOf = (attributes: Attributes, names: readonly string[]): string =>
  names.map((name) => attributes.get(name)).find(Boolean) ?? '';

const TITLES = ['label', 'title', 'heading', 'summary', 'header'];
const TEXTS = ['description', 'subtitle', 'role', 'caption', 'content', 'message', 'text'];
const TARGETS = ['href', 'to', 'url', 'link'];
/** Where a field of an API is called by its name, by the way in which it is sent. */
const FIELD_NAMES = ['name', 'path', 'query', 'body', 'header', 'cookie'];

const TAB = /^(?:Tabs?\.)?Tab(?:Item)?$/;

/** What a component is called to a reader: its title, the name and the type of a field, its kind. */
const titleOf = (name: string, attributes: Attributes): string => {
  if (/(?:Field|Param|Parameter|Property)$/.test(name)) {
    const field = firstOf(attributes, FIELD_NAMES);
    const type = [attributes.get('type') ?? '', attributes.has('required') ? 'required' : ''].filter(Boolean);
    if (field !== '') return type.length === 0 ? field : `${field} (${type.join(', ')})`;
  }
  const title = firstOf(attributes, TITLES);
  if (title !== '') return title;
  const kind = attributes.get('type') ?? '';
  if (KIND.test(name)) return titled(name);
  if (KIND.test(kind)) return titled(kind);
  return TAB.test(name) ? (attributes.get('value') ?? attributes.get('name') ?? '') : '';
};

/** What a component that holds nothing shows within a sentence: its name, its words, or what it is a link to. */
const wordsOf = (name: string, attributes: Attributes): string => {
  if (ICON.test(name)) return '';
  const words = firstOf(attributes, ['name', ...TITLES, 'text', 'term', 'children']);
  if (words !== '') return words;
  const slug = attributes.get('slug') ?? '';
  return slug === '' ? '' : `${slug.replace(/[-_]/g, ' ')} ${name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()}`;
};

/** The names of a text's components: imported, with an end, without content or with attributes. `<Name>` alone is a placeholder. */
export const componentsOf = (markdown: string): ReadonlySet<string> => {
  const names = new Set<string>();
  if (!/<\/?[A-Z]/.test(markdown)) return names;
  outsideCode(markdown, COMPONENT, (found, _at, [closes, name = '', attributes = '', empty]) => {
    if (closes || empty || attributes.includes('=')) names.add(name);
    return found;
  });
  return names;
};

/** Markdown whose tags of components stand in a line each, and whose elements of HTML have no values in braces. */
export const joinedTags = (markdown: string): string =>
  outsideCode(withoutBraces(markdown), SPACE_OR_COMPONENT, (found) =>
    found.startsWith('{') ? ' ' : found.replace(/\s*\n\s*/g, ' '),
  );

const withoutBraces = (markdown: string): string =>
  outsideCode(markdown, ELEMENT, (tag) =>
    tag.replace(IN_BRACES, (attribute, value: string) => (/^\{\s*["'`]/.test(value) ? attribute : '')),
  );

/** A line with what its components show within it: words with their links, and names. */
export const withoutComponents = (line: string, names: ReadonlySet<string>): string => {
  if (names.size === 0 || !/<\/?[A-Z]/.test(line)) return line;
  const linked = outsideCode(line, AROUND_WORDS, (found, _at, [name = '', attributes = '', words = '']) => {
    const target = names.has(name) ? firstOf(attributesOf(attributes), TARGETS) : '';
    return target === '' || /[[\]]/.test(words) ? found : `[${words.trim()}](${target})`;
  });
  return outsideCode(linked, COMPONENT, (found, _at, [closes, name = '', attributes = '', empty]) => {
    if (!names.has(name)) return found;
    return closes || !empty ? '' : wordsOf(name, attributesOf(attributes));
  });
};

export interface ComponentLine {
  /** What stands in the place of the tags, a paragraph each. */
  shown: string[];
  /** How many components begin more than end. */
  depth: number;
  /** The labels of the tabs that follow, where the component around them has them. */
  labels: string[];
}

/** What a line of components alone shows; undefined for other lines. @param labels of the tabs that have none themselves */
export const componentLine = (
  line: string,
  names: ReadonlySet<string>,
  labels: string[] = [],
): ComponentLine | undefined => {
  if (names.size === 0 || !/^\s*<\/?[A-Z]/.test(line)) return undefined;
  const whole = wholeComponent(line, names, labels);
  if (whole !== undefined) return whole;
  const titles: string[] = [];
  const below: string[] = [];
  let depth = 0;
  const given: string[] = [];
  const rest = line.replace(COMPONENTS, (found, closes, name, written, empty) => {
    if (!names.has(name)) return found;
    if (closes) {
      depth--;
      return '';
    }
    const attributes = attributesOf(written);
    if (!empty) depth++;
    given.push(...tabLabels(written));
    const title =
      titleOf(name, attributes) ||
      (TAB.test(name) ? (labels.shift() ?? '') : '') ||
      (empty ? ownName(name, attributes) : '');
    const target = firstOf(attributes, TARGETS);
    if (title !== '') titles.push(target !== '' && !/[[\]]/.test(title) ? `[${title}](${target})` : title);
    const text = firstOf(attributes, TEXTS);
    if (title !== '' && text.includes(' ')) below.push(text);
    return '';
  });
  if (rest.trim() !== '') return undefined;
  return { shown: [...(titles.length > 0 ? [bold(titles.join(' – '))] : []), ...below], depth, labels: given };
};

/** The name that a component without content shows in a line of its own, as people are called and not keys. */
const ownName = (name: string, attributes: Attributes): string => {
  const words = ICON.test(name) ? '' : (attributes.get('name') ?? '');
  return /^\p{Lu}/u.test(words) ? words : '';
};

/** `<Accordion title="Why?">Because.</Accordion>`: the title and the words, where they fill a line. */
const wholeComponent = (line: string, names: ReadonlySet<string>, labels: string[]): ComponentLine | undefined => {
  const found = AROUND_WORDS.exec(line);
  const [all, name = '', written = '', words = ''] = found ?? [];
  if (found === null || all?.trim() !== line.trim() || !names.has(name)) return undefined;
  const attributes = attributesOf(written);
  const title = titleOf(name, attributes) || (TAB.test(name) ? (labels.shift() ?? '') : '');
  if (title === '' || firstOf(attributes, TARGETS) !== '') return undefined;
  return { shown: [bold(title), words.trim()], depth: 0, labels: [] };
};

/** The labels that a row of tabs has itself: `items={['npm', 'yarn']}`. */
const tabLabels = (written: string): string[] => {
  const list = /\sitems=\{\[([^[\]{}]{1,500})\]\}/.exec(written)?.[1] ?? '';
  return [...list.matchAll(/["'`]([^"'`]{1,80})["'`]/g)].map(([, label = '']) => label);
};

// --- Statements and expressions of MDX ---

/** A statement of a module, in one line, or its first line. */
const IMPORT = /^import\s+(?:[\w*{][^'"\n]{0,300}\sfrom\s+)?['"][^'"\n]{1,300}['"];?\s*$/;
const IMPORT_START = /^import\s+(?:\w+,\s*)?\{[^}'"]*$/;
const EXPORT =
  /^export\s+(?:(?:const|let|var)\s+(?:\w+\s*[=:]|[{[])|(?:async\s+)?function\b|default\s+(?:function|class|async|[({<]|[A-Z]\w*;?\s*$)|\{|(?:interface|type)\s+\w+[^.]*[={])/;
/** Lines of a statement or an expression, and lines that are read to find their ends, by lines of the page. More is text. */
const MAX_STATEMENT = 400;
const MAX_READS = 4;

/**
 * A module's text without what only its builder reads: statements (`import`, `export`), expressions in lines of their own, and
 * values in braces of HTML's attributes. A value in a sentence is "…", if it is no text itself.
 */
export const moduleText = (markdown: string): string => {
  if (!/^(?:import|export)\s/m.test(markdown)) return markdown;
  const lines = markdown.split('\n');
  const isModule = lines.some((line) => IMPORT.test(line) || IMPORT_START.test(line) || EXPORT.test(line));
  if (!isModule) return markdown;
  const written = withoutStatements(markdown);
  if (written === markdown) return markdown;
  return outsideCode(withoutBraces(written), /(?<![\\$\w{=])\{([^{}\n]{1,300})\}(?!\})/, (found, _at, [inner = '']) => {
    const text = /^\s*(["'`])(.*)\1\s*$/.exec(inner)?.[2];
    if (text !== undefined) return text.replace(/\$$/, '$');
    return /^\s*[a-zA-Z_$][\w$]*(?:\.[\w$]+|\[[^\]]*\]|\([^()]*\))+\s*$|^\s*new\s/.test(inner) ? '…' : found;
  });
};

const withoutStatements = (markdown: string): string => {
  const lines = markdown.split('\n');
  const code = codeLines(markdown, lines);
  const written: string[] = [];
  const endOf = createEndOf(lines);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!;
    const above = written.at(-1) ?? '';
    const starts = !code[at] && (above.trim() === '' || /^\s*(?:import|export)\b/.test(lines[at - 1] ?? ''));
    const isStatement = IMPORT.test(line) || IMPORT_START.test(line) || EXPORT.test(line);
    const isExpression = /^[ \t]{0,20}\{(?![{%#:])/.test(line) && !/^[ \t]*\{[\w -]*\}/.test(line);
    const end = starts && (isStatement || isExpression) ? endOf(at, isExpression) : undefined;
    if (end === undefined) written.push(line);
    else at = end;
  }
  return written.join('\n');
};

/** Which lines are code. */
const codeLines = (markdown: string, lines: readonly string[]): boolean[] => {
  const marked = outsideCode(markdown, /^[^\n]+$/, (line) => `\u0000${line}`).split('\n');
  return lines.map((line, at) => line !== '' && !marked[at]?.startsWith('\u0000'));
};

/** Finds the line in which every bracket is closed; undefined if there is none soon. */
const createEndOf = (lines: readonly string[]) => {
  let left = MAX_READS * lines.length + MAX_STATEMENT;
  /** @param whole whether nothing may stand behind the last bracket */
  return (start: number, whole: boolean): number | undefined => {
    let depth = 0;
    for (let at = start; at < lines.length && at < start + MAX_STATEMENT && left > 0; at++, left--) {
      const plain = lines[at]!.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/g, '');
      for (const sign of plain) {
        if (sign === '{' || sign === '(' || sign === '[') depth++;
        else if (sign === '}' || sign === ')' || sign === ']') depth--;
      }
      if (depth < 0) return undefined;
      if (depth === 0) return whole && !/[})];?\s*$/.test(lines[at]!) ? undefined : at;
    }
    return undefined;
  };
};
