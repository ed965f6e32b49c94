import { Marked, type MarkedToken, type Token, type Tokens } from 'marked';
import { h } from '../../web/client/dom.ts';

/** Turn links and citations into elements. When a hook returns none, plain text is rendered. */
export interface MarkdownHooks {
  link(href: string): HTMLElement | undefined;
  citation(n: number): HTMLElement | undefined;
}

/** Link reference definitions are disabled, since `[1]` in an answer is a citation. */
const marked = new Marked({ tokenizer: { def: () => undefined } });

/**
 * Renders an answer's Markdown. Each token of the parser maps to one of a fixed set of elements, so untrusted text cannot
 * create scripts, styles, images, or links other than those that `hooks.link` returns.
 */
export const renderMarkdown = (text: string, hooks: MarkdownHooks): DocumentFragment => {
  const root = document.createDocumentFragment();
  root.append(...marked.lexer(text).flatMap((token) => render(token, hooks)));
  return root;
};

type Piece = Node | string;

const render = (generic: Token, hooks: MarkdownHooks): Piece[] => {
  const token = generic as MarkedToken;
  const inside = (tokens: readonly Token[] = []) => tokens.flatMap((child) => render(child, hooks));
  switch (token.type) {
    case 'paragraph':
      return [h('p', {}, ...inside(token.tokens))];
    case 'heading':
      return [h('p', { class: 'heading' }, h('strong', {}, ...inside(token.tokens)))];
    case 'strong':
    case 'em':
      return [h(token.type, {}, ...inside(token.tokens))];
    case 'del':
      return [h('s', {}, ...inside(token.tokens))];
    case 'codespan':
      return [h('code', {}, token.text)];
    case 'code':
      return [h('pre', { tabIndex: 0 }, h('code', {}, token.text))];
    case 'blockquote':
      return [h('blockquote', { dir: 'auto' }, ...inside(token.tokens))];
    case 'list':
      return [listOf(token, inside)];
    case 'table':
      return [tableOf(token, inside)];
    case 'link': {
      const link = hooks.link(token.href);
      link?.append(...inside(token.tokens));
      return link ? [link] : inside(token.tokens);
    }
    case 'br':
      return [h('br')];
    case 'hr':
      return [h('hr')];
    case 'image':
      return [token.text === '' ? '' : `[${token.text}]`];
    case 'text':
      return token.tokens ? inside(token.tokens) : citations(token.text, hooks);
    case 'escape':
      return [token.text];
    case 'space':
    case 'checkbox':
      return [];
    default:
      return [token.raw];
  }
};

const listOf = ({ ordered, start, items }: Tokens.List, inside: (tokens: readonly Token[]) => Piece[]): HTMLElement => {
  const rows = items.map((item) => h('li', {}, ...inside(item.tokens)));
  return ordered ? h('ol', { dir: 'auto', start: Number(start) || 1 }, ...rows) : h('ul', { dir: 'auto' }, ...rows);
};

const tableOf = ({ header, rows }: Tokens.Table, inside: (tokens: readonly Token[]) => Piece[]): HTMLElement =>
  h(
    'div',
    { class: 'table', tabIndex: 0, attr: { role: 'region', 'aria-label': 'Table' } },
    h(
      'table',
      { dir: 'auto' },
      h('thead', {}, h('tr', {}, ...header.map(({ tokens }) => h('th', { scope: 'col' }, ...inside(tokens))))),
      h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map(({ tokens }) => h('td', {}, ...inside(tokens)))))),
    ),
  );

const citations = (text: string, { citation }: MarkdownHooks): Piece[] =>
  text
    .split(/(\[\d{1,3}\])/)
    .map((piece) => (/^\[\d+\]$/.test(piece) && citation(Number(piece.slice(1, -1)))) || piece);
