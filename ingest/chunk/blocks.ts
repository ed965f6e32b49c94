import MarkdownIt from 'markdown-it';
import type { PassageLink } from '../../core/document.ts';
import type { Span } from '../../core/text/sentences.ts';

/** A top-level part of a Markdown text. */
export interface MarkdownBlock extends Span {
  kind: 'heading' | 'paragraph' | 'list' | 'code' | 'table' | 'other';
  /** Level and words of a heading. */
  level: number;
  heading: string;
  /** Set for a heading that names a part of an entry, such as "Arguments". */
  isPart?: boolean;
  links: PassageLink[];
}

/**
 * Maximum characters of an underlined heading with its underline. A longer paragraph above a line of dashes (AsciiDoc's "--", a
 * mail's signature) is not a heading, nor is one of several lines.
 */
const MAX_UNDERLINED = 200;

const parser = new MarkdownIt({ html: true });

/** Splits a Markdown text into its top-level blocks with their offsets, without the white space between them. */
export const markdownBlocks = (markdown: string): MarkdownBlock[] => {
  const lines = [0];
  for (let at = markdown.indexOf('\n'); at !== -1; at = markdown.indexOf('\n', at + 1)) lines.push(at + 1);
  const blocks: MarkdownBlock[] = [];
  for (const token of parser.parse(markdown, {})) {
    const last = blocks.at(-1);
    if (token.level === 0 && token.nesting !== -1 && token.map !== null) {
      const start = lines[token.map[0]]!;
      const lineEnd = lines[token.map[1]] ?? markdown.length;
      const end = start + markdown.slice(start, lineEnd).trimEnd().length;
      const isUnderlined = token.type === 'heading_open' && /^[-=]/.test(token.markup);
      const isRuled = isUnderlined && (end - start > MAX_UNDERLINED || token.map[1] - token.map[0] > 2);
      const kind = isRuled ? 'paragraph' : kindOf(token.type);
      const level = kind === 'heading' ? Number(token.tag[1]) : 0;
      if (end > start) blocks.push({ start, end, kind, level, heading: '', links: [] });
    } else if (token.type === 'inline' && last !== undefined) {
      if (last.kind === 'heading') last.heading = headingText(token.children ?? []);
      readLinks(token.children ?? [], last.links);
    }
  }
  return blocks;
};

/** Splits plain text into paragraphs at empty lines. */
export const textBlocks = (text: string): MarkdownBlock[] =>
  [...text.matchAll(/\S[\s\S]*?(?=\n[ \t]*\n|\s*$(?![\s\S]))/g)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    kind: 'paragraph',
    level: 0,
    heading: '',
    links: [],
  }));

type Tokens = NonNullable<ReturnType<typeof parser.parse>[number]['children']>;

const kindOf = (type: string): MarkdownBlock['kind'] => {
  if (type === 'heading_open') return 'heading';
  if (type === 'paragraph_open') return 'paragraph';
  if (type === 'bullet_list_open' || type === 'ordered_list_open') return 'list';
  if (type === 'fence' || type === 'code_block') return 'code';
  return type === 'table_open' ? 'table' : 'other';
};

const headingText = (children: Tokens): string =>
  children
    .filter((child) => child.type === 'text' || child.type === 'code_inline')
    .map((child) => child.content)
    .join('')
    .trim();

const readLinks = (children: Tokens, links: PassageLink[]): void => {
  let open: PassageLink | undefined;
  for (const child of children) {
    if (child.type === 'link_open') open = { href: String(child.attrGet('href') ?? ''), text: '' };
    else if (child.type === 'link_close' && open !== undefined) {
      if (open.href !== '' && !open.href.startsWith('#')) links.push(open);
      open = undefined;
    } else if (open !== undefined) open.text += child.content;
  }
};
