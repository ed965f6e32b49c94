/** Builds a manual page as HTML, in the order of its lines. */
export interface RoffPage {
  heading(level: 2 | 3, html: string): void;
  /** Begins a paragraph at the margin: lists of this depth end. */
  paragraph(): void;
  /** Begins a paragraph in the item at hand. */
  space(): void;
  /** Adds words to the paragraph at hand, or a line to the code. @param glued without a space before them */
  text(html: string, glued?: boolean): void;
  lineBreak(): void;
  /** Begins an item of a list. Its term, for a list of terms. */
  item(kind: ListKind, term?: string, start?: number): void;
  /** One more term of the item at hand. */
  term(html: string): void;
  indent(): void;
  outdent(): void;
  startCode(): void;
  endCode(): void;
  inCode(): boolean;
  /** Adds what is HTML already, such as a table. */
  block(html: string): void;
  /** The paragraph at hand. */
  current(): string;
  /** Takes the paragraph at hand as the term of an item. */
  currentAsTerm(): void;
  build(): string;
}

/** Lists of terms, of points, with numbers. */
export type ListKind = 'dl' | 'ul' | 'ol';

interface Level {
  list?: ListKind;
  /** True for a list that ends with the level inside of its item. */
  single?: boolean;
}

/** Maximum depth of levels; a page that goes deeper never ends them. */
const MAX_LEVELS = 40;

const ends = (list: ListKind): string => (list === 'dl' ? '</dd></dl>' : `</li></${list}>`);

/** Starts a page. */
export const createRoffPage = (): RoffPage => {
  const out: string[] = [];
  const levels: Level[] = [{}];
  let words: string[] = [];
  let code: string[] | undefined;
  const top = () => levels.at(-1) as Level;
  const flush = () => {
    const html = words.join('').trim();
    words = [];
    if (html !== '') out.push(`<p>${html}</p>`);
  };
  const endList = () => {
    const { list } = top();
    if (list !== undefined) out.push(ends(list));
    levels[levels.length - 1] = {};
  };
  const page: RoffPage = {
    heading(level, html) {
      page.endCode();
      flush();
      while (levels.length > 1) {
        endList();
        levels.pop();
      }
      endList();
      if (html.trim() !== '') out.push(`<h${level}>${html.trim()}</h${level}>`);
    },
    paragraph() {
      if (code !== undefined) {
        page.space();
        return;
      }
      flush();
      endList();
    },
    space() {
      if (code === undefined) flush();
      else if (code.length > 0 && code.at(-1) !== '') code.push('');
    },
    text(html, glued = false) {
      if (code !== undefined) {
        if (glued && code.length > 0) code[code.length - 1] += html;
        else code.push(html);
        return;
      }
      if (words.length > 0 && !glued && !(words.at(-1) ?? '').endsWith('<br>')) words.push(' ');
      words.push(html);
    },
    lineBreak() {
      if (code === undefined && words.length > 0 && words.at(-1) !== '<br>') words.push('<br>');
    },
    item(kind, term = '', start) {
      page.endCode();
      flush();
      const level = top();
      if (level.list === kind && start === undefined) out.push(kind === 'dl' ? '</dd>' : '</li>');
      else {
        endList();
        out.push(kind === 'ol' ? `<ol start="${start ?? 1}">` : `<${kind}>`);
      }
      out.push(kind === 'dl' ? `<dt>${term.trim()}</dt><dd>` : '<li>');
      levels[levels.length - 1] = { list: kind };
    },
    term(html) {
      if (top().list !== 'dl') page.item('dl', html);
      else if (out.at(-1)?.endsWith('</dt><dd>')) out.push(`</dd><dt>${html.trim()}</dt><dd>`);
      else page.item('dl', html);
    },
    indent() {
      page.endCode();
      flush();
      if (levels.length < MAX_LEVELS) levels.push({});
    },
    outdent() {
      page.endCode();
      flush();
      if (levels.length === 1) return;
      endList();
      levels.pop();
      if (top().single) endList();
    },
    startCode() {
      if (code !== undefined) return;
      flush();
      code = [];
    },
    endCode() {
      if (code === undefined) return;
      const lines = code
        .join('\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd();
      code = undefined;
      if (lines !== '') out.push(`<pre>${lines}</pre>`);
    },
    inCode: () => code !== undefined,
    block(html) {
      page.endCode();
      flush();
      out.push(html);
    },
    current: () => words.join('').trim(),
    currentAsTerm() {
      const term = words.join('').trim();
      words = [];
      page.item('dl', term);
      top().single = true;
    },
    build() {
      page.heading(2, '');
      return merged(out.join('\n'));
    },
  };
  return page;
};

/** Joins lists that follow one another, and runs of one font. */
const merged = (html: string): string =>
  html
    .replace(/<\/dd><\/dl>\n<dl>\n/g, '</dd>\n')
    .replace(/<\/li><\/ul>\n<ul>\n/g, '</li>\n')
    .replace(/<\/li><\/ol>\n<ol start="(?!1")\d+">\n/g, '</li>\n')
    .replace(/<\/(b|i|code)>( ?)<\1>/g, '$2')
    // Marks of Markdown side by side would be read as others.
    .replace(/(?:<([bi])>[^<]*<\/\1>){2,}/g, (runs) => `<b>${runs.replace(/<[^>]*>/g, '')}</b>`);
