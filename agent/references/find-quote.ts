import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { splitSentences } from '../../core/text/sentences.ts';
import { withoutClosingAddress } from '../../core/text/speaker.ts';
import { withoutLinkTargets } from '../../core/text/without-link-targets.ts';

/**
 * Finds a quote in a text, ignoring case, white space, quotation marks and Markdown emphasis.
 * @returns the text's own words, or undefined if it does not contain the quote
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
  // An elision may omit words, but not whole pages.
  return end - start <= quote.length * 4 + 80 ? text.slice(start, end) : undefined;
};

const LINK_TARGET = /\]\((?:<[^<>\n]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)(?:\s+"[^"\n]*")?\)/g;

/** Folds a text to lower-case unaccented letters and digits, with the offset of each. Omits link targets. */
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
 * The sentence, table row or list item of a source that covers most of a statement, by content words; names and figures
 * count twice. Words of the title do not count, because they do not distinguish the page's sentences ("He is a native
 * of Lyon"), nor does a person addressed ("Thanks, Jennifer!").
 */
export const bestSentence = (source: { title: string; text: string }, statement: string): string => {
  const { text } = source;
  const best = bestOf(scoredSentences(source, statement));
  return best ? text.slice(best.start, best.end) : text.trim().slice(0, 200);
};

interface ScoredSentence {
  start: number;
  end: number;
  score: number;
}

const scoredSentences = ({ title, text }: { title: string; text: string }, statement: string): ScoredSentence[] => {
  const weights = weightsOf(statement, contentStems(title));
  return splitSentences(text).map(({ start, end }) => {
    const quote = text.slice(start, end);
    let score = -quote.length / 1e5;
    for (const stem of contentStems(withoutClosingAddress(withoutLinkTargets(quote)))) score += weights.get(stem) ?? 0;
    return { start, end, score };
  });
};

const bestOf = (sentences: readonly ScoredSentence[]): ScoredSentence | undefined =>
  sentences.reduce<ScoredSentence | undefined>(
    (best, one) => (best && best.score >= one.score ? best : one),
    undefined,
  );

/** Minimum share of a fact's words in a sentence that states it alone. */
const MIN_STATED_SHARE = 0.5;

/**
 * The words of a source that state a fact, for prompts without the full source. If the best sentence covers too little,
 * adds neighbouring sentences up to `maxChars`, best first, because in a chat a fact is spread over several messages
 * ("That app sounds cool!"). Cuts a longer result at word boundaries around the shared words.
 */
export const sentencesAround = (
  source: { title: string; text: string },
  statement: string,
  maxChars: number,
): string => {
  const { text } = source;
  const sentences = scoredSentences(source, statement);
  const best = bestOf(sentences);
  if (!best) return cutAtWords(text.trim(), statement, maxChars);
  const states = shareIn(contentStems(statement), contentStems(`${source.title} ${text.slice(best.start, best.end)}`));
  if (states >= MIN_STATED_SHARE) return cutAtWords(text.slice(best.start, best.end), statement, maxChars);
  let from = sentences.indexOf(best);
  let to = from;
  for (;;) {
    const [before, after] = [sentences[from - 1], sentences[to + 1]];
    const fits = (start: number, end: number) => end - start <= maxChars;
    const first = sentences[from]!.start;
    const last = sentences[to]!.end;
    const canBefore = before !== undefined && fits(before.start, last);
    const canAfter = after !== undefined && fits(first, after.end);
    if (!canBefore && !canAfter) break;
    if (canBefore && (!canAfter || before.score >= after.score)) from -= 1;
    else to += 1;
  }
  return cutAtWords(text.slice(sentences[from]!.start, sentences[to]!.end), statement, maxChars);
};

/** The part of a text, at most `maxChars` long and of whole words, that contains most of a statement's words. */
const cutAtWords = (text: string, statement: string, maxChars: number): string => {
  if (text.length <= maxChars) return text;
  const weights = weightsOf(statement, new Set());
  const found = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.,]*/gu)].flatMap(({ index, 0: word }) =>
    [...contentStems(word)].flatMap((stem) => (weights.has(stem) ? [{ index, end: index + word.length, stem }] : [])),
  );
  let best = { start: 0, end: 0, score: 0 };
  for (const { index: start } of found) {
    const within = found.filter((one) => one.index >= start && one.end - start <= maxChars);
    const score = [...new Set(within.map(({ stem }) => stem))].reduce((sum, stem) => sum + (weights.get(stem) ?? 0), 0);
    if (score > best.score) best = { start, end: within.at(-1)?.end ?? start, score };
  }
  const spare = Math.max(0, maxChars - (best.end - best.start));
  const start = Math.max(0, Math.min(best.start - Math.floor(spare / 2), text.length - maxChars));
  const piece = text.slice(start, start + maxChars);
  const fromWord = start === 0 ? piece : piece.replace(/^\S*\s+/, '');
  return start + maxChars >= text.length ? fromWord : fromWord.replace(/\s+\S*$/, '');
};

const NAME_OR_FIGURE = /[\p{Lu}\p{N}][\p{L}\p{N}]*/gu;

const weightsOf = (statement: string, given: ReadonlySet<string>): Map<string, number> => {
  const stems = contentStems(statement);
  const telling = [...stems].filter((stem) => !given.has(stem));
  const names = contentStems((statement.match(NAME_OR_FIGURE) ?? []).join(' '));
  return new Map((telling.length > 0 ? telling : [...stems]).map((stem) => [stem, names.has(stem) ? 2 : 1]));
};

/** The sentences that a quote is part of, because a model quotes few words and may leave out the name beside them. */
export const sentencesWith = (text: string, quote: string): string => {
  const from = text.indexOf(quote);
  if (from < 0) return quote;
  const held = splitSentences(text).filter(({ start, end }) => start < from + quote.length && end > from);
  return text.slice(held[0]?.start ?? 0, held.at(-1)?.end);
};
