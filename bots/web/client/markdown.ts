import type { Token } from 'markdown-it';
import MarkdownIt from 'markdown-it';
import { h } from './dom.ts';

/** Hooks that turn links and citations into elements. When a hook returns undefined, the text stays plain. */
export interface MarkdownHooks {
  link?: (href: string) => HTMLElement | undefined;
  citation?: (n: number) => HTMLElement | undefined;
  /** The HTML level of a top-level heading, 3 by default. */
  headingLevel?: number;
}

const pages = new MarkdownIt({ html: false, linkify: false });
/** In an answer, `[1]` is a citation. Link reference definitions are disabled so that no text can turn it into a link. */
const answers = new MarkdownIt({ html: false, linkify: false }).disable('reference');

/**
 * Renders Markdown as DOM elements. Builds a fixed set of elements from the parser's tokens, so untrusted text cannot create a
 * script, a style, an image, or a link that `hooks.link` did not create.
 */
export const renderMarkdown = (text: string, hooks: MarkdownHooks = {}): DocumentFragment => {
  const root = document.createDocumentFragment();
  build(root, (hooks.citation ? answers : pages).parse(text, {}), hooks);
  return root;
};

/** The text of a Markdown document without its markup. */
export const plainText = (text: string): string => {
  const words = (tokens: readonly Token[]): string =>
    tokens
      .map((token) =>
        token.children ? `${words(token.children)}\n` : token.type.endsWith('break') ? ' ' : token.content,
      )
      .join('');
  return words(pages.parse(text, {})).trim();
};

/**
 * Like `plainText`, for a quote, which may start or end in the middle of a link or of emphasised text: drops the markup of
 * which the other end is missing.
 */
export const quoteText = (quote: string): string => {
  const text = plainText(quote.replace(/\[([^[\]]*)\]\([^()\s]*$/, '$1').replace(/\[([^[\]]*)$/, '$1'));
  // The parser has read all pairs: an asterisk that touches one word only has lost the other.
  return text.replace(/(?<=[^\s*])\*{1,3}(?=\s|$)|(?<=^|\s)\*{1,3}(?=[^\s*])/g, '');
};

const blocks: Record<string, keyof HTMLElementTagNameMap> = {
  paragraph: 'p',
  bullet_list: 'ul',
  ordered_list: 'ol',
  list_item: 'li',
  blockquote: 'blockquote',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  strong: 'strong',
  em: 'em',
  s: 's',
};

/** The direction of these decides on which side their marks and their first column stand. */
const withMarks: ReadonlySet<string> = new Set(['ul', 'ol', 'blockquote', 'table']);

const build = (root: Node, tokens: readonly Token[], hooks: MarkdownHooks) => {
  const open: Node[] = [root];
  const put = (node: Node | string) => {
    (open.at(-1) as ParentNode & Node).append(node);
    return node;
  };
  for (const token of tokens) {
    if (token.nesting === -1) {
      if (open.length > 1) open.pop();
    } else if (token.nesting === 1) {
      const element = opened(token, hooks);
      const frame =
        token.type === 'table_open'
          ? h('div', { class: 'table', tabIndex: 0, attr: { role: 'region', 'aria-label': 'Table' } }, element)
          : element;
      put(frame);
      open.push(element);
    } else if (token.type === 'inline') build(open.at(-1) ?? root, token.children ?? [], hooks);
    else if (token.type === 'fence' || token.type === 'code_block') put(h('pre', {}, h('code', {}, token.content)));
    else if (token.type === 'code_inline') put(h('code', {}, token.content));
    else if (token.type === 'hardbreak') put(h('br'));
    else if (token.type === 'softbreak') put('\n');
    else if (token.type === 'hr') put(h('hr'));
    else if (token.type === 'image') put(token.content ? `[${token.content}]` : '');
    else for (const piece of citations(token.content, hooks)) put(piece);
  }
};

const opened = (token: Token, { link, headingLevel = 3 }: MarkdownHooks): HTMLElement => {
  const name = token.type.replace(/_open$/, '');
  if (name === 'link') return link?.(String(token.attrGet('href') ?? '')) ?? h('span');
  if (name === 'heading') {
    const level = Math.min(6, Number(token.tag.slice(1)) - 1 + headingLevel);
    return h(`h${level}` as 'h3');
  }
  const tag = blocks[name];
  if (!tag) return h('div');
  const element = h(tag, withMarks.has(tag) ? { dir: 'auto' } : {});
  if (element instanceof HTMLOListElement) element.start = Number(token.attrGet('start') ?? 1);
  if (token.hidden) element.classList.add('tight');
  const align = /center|right/.exec(String(token.attrGet('style') ?? ''))?.[0];
  if (align) element.classList.add(`align-${align}`);
  return element;
};

const citations = (text: string, { citation }: MarkdownHooks): (Node | string)[] =>
  citation
    ? text
        .split(/(\[\d{1,3}\])/)
        .map((piece) => (/^\[\d+\]$/.test(piece) && citation(Number(piece.slice(1, -1)))) || piece)
    : [text];
