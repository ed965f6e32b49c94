import { z } from 'zod';
import { escapeMarkdown, indentLines, markdownLink, markdownTable, quoteLines } from '../extract/write-markdown.ts';

/** A node of the Atlassian Document Format (developer.atlassian.com/cloud/jira/platform/apis/document/structure). */
export interface AdfNode {
  type: string;
  text?: string;
  attrs?: Record<string, unknown>;
  marks?: { type: string; attrs?: Record<string, unknown> }[];
  content?: AdfNode[];
}

const attributes = z.record(z.string(), z.unknown()).optional();
/** The text inside nodes of unknown types is kept. */
export const adfSchema: z.ZodType<AdfNode> = z.object({
  type: z.string(),
  text: z.string().optional(),
  attrs: attributes,
  marks: z.array(z.object({ type: z.string(), attrs: attributes })).optional(),
  get content() {
    return z.array(adfSchema).optional();
  },
});

/** Inline nodes. */
const INLINE = new Set(['text', 'hardBreak', 'mention', 'emoji', 'date', 'status', 'inlineCard', 'placeholder']);
/** Maximum depth of nested nodes that are read. */
const MAX_DEPTH = 40;

/**
 * Converts a document to Markdown: headings, lists, tables, code, quotes, panels and links. Leaves out bold and italic, which
 * search ignores.
 */
export const adfToMarkdown = (document: AdfNode | null | undefined): string =>
  document ? blocks(document.content ?? [], 0).trim() : '';

const blocks = (nodes: readonly AdfNode[], depth: number): string => {
  if (depth > MAX_DEPTH) return '';
  const parts: string[] = [];
  let line: AdfNode[] = [];
  const endLine = () => {
    const words = inline(line);
    if (words.trim() !== '') parts.push(words);
    line = [];
  };
  for (const node of nodes) {
    if (INLINE.has(node.type)) line.push(node);
    else {
      endLine();
      const text = block(node, depth);
      if (text.trim() !== '') parts.push(text);
    }
  }
  endLine();
  return parts.join('\n\n');
};

const block = (node: AdfNode, depth: number): string => {
  const { type, attrs = {}, content = [] } = node;
  const inside = () => blocks(content, depth + 1);
  switch (type) {
    case 'heading':
      return `${'#'.repeat(Math.min(6, Math.max(1, Number(attrs.level) || 1)))} ${inline(content)}`;
    case 'bulletList':
      return list(content, () => '- ', depth);
    case 'orderedList':
      return list(content, (at) => `${(Number(attrs.order) || 1) + at}. `, depth);
    case 'taskList':
      return list(content, (_, item) => `- [${item.attrs?.state === 'DONE' ? 'x' : ' '}] `, depth);
    case 'decisionList':
      return list(content, () => '- ', depth);
    case 'codeBlock':
      return `\`\`\`${text(attrs.language)}\n${content.map((one) => one.text ?? '').join('')}\n\`\`\``;
    case 'blockquote':
      return quoteLines(inside());
    case 'panel':
      return quoteLines(named(PANELS[text(attrs.panelType)], inside()));
    case 'expand':
    case 'nestedExpand':
      return [escapeMarkdown(text(attrs.title)), inside()].filter(Boolean).join('\n\n');
    case 'rule':
      return '---';
    case 'table':
      return table(content, depth);
    case 'blockCard':
    case 'embedCard':
      return card(attrs);
    case 'media':
      return escapeMarkdown(text(attrs.alt));
    default:
      return inside();
  }
};

const list = (items: readonly AdfNode[], mark: (at: number, item: AdfNode) => string, depth: number): string =>
  items
    .map((item, at) => {
      // A nested list is a sibling of its item in task lists, and a child of it in other lists.
      if (/List$/.test(item.type)) return indentLines(block(item, depth + 1), '   ');
      const words = blocks(item.content ?? [], depth + 1);
      return `${mark(at, item)}${indentLines(words, '   ').trimStart()}`;
    })
    .join('\n');

const table = (rows: readonly AdfNode[], depth: number): string => {
  const cells = rows.map(({ content = [] }) => content.map((cell) => blocks(cell.content ?? [], depth + 1)));
  const hasHeader = rows[0]?.content?.every(({ type }) => type === 'tableHeader') ?? false;
  return markdownTable(cells, hasHeader);
};

/** What the colours of a panel say. Those of information and success are decoration. */
const PANELS: Readonly<Record<string, string>> = { note: 'Note', warning: 'Warning', error: 'Error' };

/** Writes the word before the first paragraph of a panel, unless it begins with that word, or with a list or the like. */
const named = (word: string | undefined, words: string): string =>
  word === undefined || !/^\p{L}/u.test(words) || words.toLowerCase().startsWith(word.toLowerCase())
    ? words
    : `${word}: ${words}`;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const card = ({ url, data }: Record<string, unknown>): string => {
  const address = text(url) || text((data as { url?: unknown } | undefined)?.url);
  return markdownLink(escapeMarkdown(address), address);
};

const inline = (nodes: readonly AdfNode[]): string =>
  nodes
    .map((node) => {
      const { type, attrs = {}, marks = [] } = node;
      switch (type) {
        case 'text':
          return marked(node.text ?? '', marks);
        case 'hardBreak':
          return '\n';
        case 'mention':
        case 'placeholder':
        case 'status':
          return escapeMarkdown(text(attrs.text));
        case 'emoji':
          return text(attrs.text) || text(attrs.shortName);
        case 'date':
          return dateOf(attrs.timestamp);
        case 'inlineCard':
          return card(attrs);
        default:
          return inline(node.content ?? []);
      }
    })
    .join('');

/** Milliseconds since 1970, as text. */
const dateOf = (timestamp: unknown): string => {
  const date = new Date(Number(timestamp));
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10);
};

const marked = (words: string, marks: NonNullable<AdfNode['marks']>): string => {
  const isCode = marks.some(({ type }) => type === 'code');
  const shown = isCode ? `\`${words.replaceAll('`', "'")}\`` : escapeMarkdown(words);
  return markdownLink(shown, text(marks.find(({ type }) => type === 'link')?.attrs?.href));
};
