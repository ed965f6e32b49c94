import { splitSentences } from '../../core/text/sentences.ts';
import { shown } from '../../core/text/shown.ts';
import { contentStems } from './content-stems.ts';

/**
 * Where a quote stands in a text, whatever its case, white space, quotation marks and Markdown emphasis.
 * @returns the text's own words, or undefined when they are not there
 */
export const findQuote = (text: string, quote: string): string | undefined => {
  const parts = quote
    .split(/\s*(?:\.\.\.|…)\s*/)
    .map((part) => plain(part).plain)
    .filter((part) => part.length > 0);
  if (parts.length === 0 || parts.join('').length < 2) return undefined;
  const { plain: held, places } = plain(text);
  let from = 0;
  let start = -1;
  let end = -1;
  for (const part of parts) {
    const at = held.indexOf(part, from);
    if (at === -1) return undefined;
    if (start === -1) start = places[at]!;
    from = at + part.length;
    end = places[from - 1]! + 1;
  }
  // An elision may leave out words, not pages.
  return end - start <= quote.length * 4 + 80 ? text.slice(start, end) : undefined;
};

const LINK_TARGET = /\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/g;

/** Letters and digits only, lower-case and unaccented, with the place that each came from; targets of links are left out. */
const plain = (markdown: string): { plain: string; places: number[] } => {
  const text = markdown.replace(LINK_TARGET, (target) => ' '.repeat(target.length));
  let out = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const folded = text[at]!.normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, '');
    for (const char of folded) {
      out += char;
      places.push(at);
    }
  }
  return { plain: out, places };
};

/**
 * The sentence, table row or list item of a source that says most of what a statement says: the share of its content words,
 * names and figures twice. What the title says already tells no sentence of the page from another ("He is a native of Lyon").
 */
export const bestSentence = ({ title, text }: { title: string; text: string }, statement: string): string => {
  const weights = weightsOf(statement, contentStems(title));
  let best = { quote: '', score: Number.NEGATIVE_INFINITY };
  for (const { start, end } of splitSentences(text)) {
    const quote = text.slice(start, end);
    let score = -quote.length / 1e5;
    for (const stem of contentStems(shown(quote))) score += weights.get(stem) ?? 0;
    if (score > best.score) best = { quote, score };
  }
  return best.quote || text.trim().slice(0, 200);
};

const NAME_OR_FIGURE = /[\p{Lu}\p{N}][\p{L}\p{N}]*/gu;

const weightsOf = (statement: string, given: ReadonlySet<string>): Map<string, number> => {
  const stems = contentStems(statement);
  const telling = [...stems].filter((stem) => !given.has(stem));
  const names = contentStems((statement.match(NAME_OR_FIGURE) ?? []).join(' '));
  return new Map((telling.length > 0 ? telling : [...stems]).map((stem) => [stem, names.has(stem) ? 2 : 1]));
};
