import { cacheByText } from '../../core/cache-by-text.ts';
import { contentStems, shareIn } from '../../core/text/content-stems.ts';
import { editDistance } from '../../core/text/edit-distance.ts';
import { isListItem } from '../../core/text/list-items.ts';
import { words } from '../../core/text/words.ts';
import { rangesOf } from '../quote/choice/match/stated-ranges.ts';
import { quantitiesIn, within } from '../quote/words/numbers.ts';
import { sentencesWith } from './find-quote.ts';
import { headingAbove, itemTitleOf, leadInOf } from './lead-in.ts';
import type { NumberedReference } from './reference.ts';
import type { Claim, SupportedStatement } from './support.ts';

/**
 * The statements unrelated to the question: neither they nor the sentences that they quote share a word with it or with
 * a related statement, and no quote gives a range that holds a figure of the question ("1800 quid, who signs it off?",
 * "£250 to £2,000: Lorna"). What concludes in an item of a list goes with the rest of its item. Removes what a page's injection
 * made the model say.
 * @param given the question, searches that were worded from it alone, and the results of calculations
 * @param claims what the answer quotes. A statement of several rows of a table has one of them as its support.
 */
export const offTopic = (
  statements: readonly SupportedStatement[],
  citable: ReadonlyMap<number, NumberedReference>,
  { question, given, claims }: { question: string; given: string; claims: readonly Pick<Claim, 'n' | 'quote'>[] },
): Set<SupportedStatement> => {
  const asked = beginningsOf(question);
  if (asked.size < MIN_QUESTION_STEMS) return new Set();
  // Skips pages in another language, which share no words with the question.
  const held = beginnings(stemsOfSources(citable));
  if (shareIn(asked, held) < MIN_SHARE_HELD) return new Set();
  const spoken = new Map(
    statements.map((statement) => [
      statement,
      beginningsOf(
        [
          statement.text,
          ...statement.support.flatMap(({ n, quote }) => {
            const source = citable.get(n);
            const text = source?.text ?? '';
            return [
              sentencesWith(text, quote),
              leadInOf(text, quote) ?? '',
              itemTitleOf(text, quote) ?? '',
              headingAbove(text, quote) ?? '',
              source?.title ?? '',
              ...(source?.headings ?? []),
              ...(source?.kind === 'table' ? claims.filter((claim) => claim.n === n).map((claim) => claim.quote) : []),
            ];
          }),
        ].join(' '),
      ),
    ]),
  );
  const figures = quantitiesIn(question).map(({ value }) => value);
  const boundsFigure = ({ support }: SupportedStatement) =>
    figures.length > 0 &&
    support.some(({ quote }) =>
      rangesOf(quote).some(
        (range) =>
          Number.isFinite(range.from) && Number.isFinite(range.to) && figures.some((one) => within(one, range)),
      ),
    );
  const left = new Set(statements);
  const topic = new Set([...beginningsOf(given), ...misspeltTitles(question, citable)]);
  for (let size = -1; size !== left.size; ) {
    size = left.size;
    for (const [statement, stems] of spoken) {
      if (!left.has(statement)) continue;
      if (![...stems].some((stem) => topic.has(stem)) && !boundsFigure(statement)) continue;
      left.delete(statement);
      for (const stem of stems) topic.add(stem);
    }
  }
  for (const item of itemsOf(statements))
    if (item.some((statement) => !left.has(statement)))
      for (const statement of item) if (statement.support.length === 0) left.delete(statement);
  return left;
};

/**
 * The statements of each item of a list. A step says in one sentence what to do and in the next for whom ("3. Do not use the
 * lift. Wheelchair users wait."), and only the last one may have a source.
 */
const itemsOf = (statements: readonly SupportedStatement[]): SupportedStatement[][] => {
  const lines: SupportedStatement[][] = [];
  for (const statement of statements) {
    const line = lines.at(-1);
    if (line && !statement.lead.includes('\n')) line.push(statement);
    else lines.push([statement]);
  }
  return lines.filter(([first]) => first !== undefined && isListItem(first.text));
};

/**
 * The beginnings of words of titles and headings one typo away from a word of the question that no source contains
 * ("Lakkeomton" for "Lakeomton"), because a statement with the right spelling is about what the question means. Whole words are
 * compared: a typo may change where the stem ends ("sabatical", "sabbat").
 */
const misspeltTitles = (question: string, citable: ReadonlyMap<number, NumberedReference>): Set<string> => {
  const held = stemsOfSources(citable);
  const unknown = words(question).filter(
    (word) => word.length >= MIN_TYPO_CHARS && !held.has([...contentStems(word)][0] ?? word),
  );
  if (unknown.length === 0) return new Set();
  const named = Array.from(citable.values(), ({ title, headings }) => [title, ...headings].join(' '));
  const titles = [...new Set(words(named.join(' ')))];
  return beginningsOf(titles.filter((word) => unknown.some((one) => editDistance(one, word) === 1)).join(' '));
};

/** Minimum length of a misspelt word. Shorter words often differ from other words by one letter. */
const MIN_TYPO_CHARS = 6;

/** Minimum content words of a question for this check. */
const MIN_QUESTION_STEMS = 2;
/** Minimum share of the question's words in the sources for this check. */
const MIN_SHARE_HELD = 0.5;

/** Content words by their first letters, so that "director" matches "directed". */
const beginningsOf = (text: string): Set<string> => beginnings(contentStems(text));
const beginnings = (stems: ReadonlySet<string>): Set<string> => new Set(Array.from(stems, (stem) => stem.slice(0, 5)));

/** A streamed answer is checked sentence by sentence, each time against the same sources. */
const MAX_CHARS = 1_000_000;
const stemsOfSource = cacheByText<ReadonlySet<string>>(contentStems, MAX_CHARS);
const stemsOfSources = (citable: ReadonlyMap<number, NumberedReference>): Set<string> =>
  new Set(Array.from(citable.values()).flatMap(({ title, text }) => [...stemsOfSource(`${title} ${text}`)]));
