import { HEADING_LINE } from '../../../core/text/headings.ts';
import { speakerLength } from '../../../core/text/speaker.ts';
import { type Hit, narrowNamesIn } from '../../../retrieval/index.ts';
import { askedDays, dayOfMoment } from '../../quote/words/dates.ts';
import { containedNames, namesOf } from './mentions.ts';

/** Sources in the first call's prompt. */
const MAX_FIRST_SOURCES = 7;
/**
 * Sources in the first call's prompt for a single-hop question about one name: of 49 such questions, one used its sixth
 * or seventh source.
 */
const MAX_FIRST_SOURCES_SIMPLE = 5;

/**
 * Depth of the first search, and maximum passages that its best page and every other page give. With two of the others the
 * first prompts of 168 questions to two teams held as much of the answers as with one, for 3 % fewer tokens: a rule's condition
 * often stands in the next section. With five of the best page those of 391 questions to five teams held 446 of 477 fragments
 * of the answers, with three 445, for 1 % more tokens: what is asked of a page as a whole ("which kinds of leave are there")
 * stands in all of its sections.
 */
export const FIRST_DEPTH = 14;
const MAX_OF_BEST_PAGE = 5;
const MAX_OF_PAGE = 2;

/**
 * Searches in the words of the pages beside the question's own, at most, and how many hits of each are shown in any case. What
 * one search alone finds stands low among the hits of all, and is often what it was worded for: of 365 fragments of the answers
 * of three teams the first prompts held 334 in place of 330.
 */
export const MAX_SEARCHES = 3;
const MIN_OF_SEARCH = 2;

/** Depth of the search for names, and maximum sources that it gives. */
export const NEWS_DEPTH = 8;
const MAX_NEWS = 2;

/** Minimum share of a passage's lines that somebody says. */
const MIN_SAID = 0.5;
const isChat = (text: string): boolean => {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !HEADING_LINE.test(line));
  return lines.filter((line) => speakerLength(line) > 0).length > lines.length * MIN_SAID;
};

/** True where pages are cut into passages, as a team's are; a collection of short articles has one passage a page. */
export const areCut = (hits: readonly Hit[]): boolean => hits.some(({ passage }) => passage.ordinal > 0);

/**
 * The sources of the first prompt. Where pages are cut into passages, one page does not take the places of others: what a
 * team decided since then stands in another page than the rule, and says less of it. The sheets of a workbook belong together,
 * and each day of a chat speaks of something else.
 * @param worded hits of each search in the words of the pages, whose first ones take the places of the last others
 * @param news hits of the search for `newsQuery`, of which other pages that hold a name come last
 */
export const firstSources = (
  hits: readonly Hit[],
  {
    question,
    simple,
    worded = [],
    news = [],
  }: { question: string; simple: boolean; worded?: readonly (readonly Hit[])[]; news?: readonly Hit[] },
): Hit[] => {
  if (!areCut(hits)) return hits.slice(0, simple ? MAX_FIRST_SOURCES_SIMPLE : MAX_FIRST_SOURCES);
  const best = hits[0]?.documentId;
  const counts = new Map<string, number>();
  const spread = hits
    .filter(({ documentId, passage }) => {
      const count = (counts.get(documentId) ?? 0) + 1;
      counts.set(documentId, count);
      const holdsMany = documentId === best || passage.kind === 'table' || isChat(passage.text);
      return count <= (holdsMany ? MAX_OF_BEST_PAGE : MAX_OF_PAGE);
    })
    .slice(0, MAX_FIRST_SOURCES);
  const shown = withFirstOf(worded, spread);
  const names = namesOf(question);
  const known = new Set(shown.map(({ documentId }) => documentId));
  const others = news
    .filter(
      ({ documentId, title, text }) => !known.has(documentId) && containedNames(names, `${title} ${text}`).length > 0,
    )
    .slice(0, MAX_NEWS);
  return [...shown, ...others];
};

/** The hits with the first ones of each search, in place of the last that are none of these. */
const withFirstOf = (searches: readonly (readonly Hit[])[], hits: readonly Hit[]): Hit[] => {
  const first = new Map(
    searches.flatMap((found) => found.slice(0, MIN_OF_SEARCH).map((hit) => [hit.passageId, hit] as const)),
  );
  const others = hits.filter(({ passageId }) => !first.has(passageId));
  const left = new Set(others.slice(0, MAX_FIRST_SOURCES - first.size));
  const held = new Set(hits.map(({ passageId }) => passageId));
  return [
    ...hits.filter((hit) => first.has(hit.passageId) || left.has(hit)),
    ...[...first.values()].filter(({ passageId }) => !held.has(passageId)),
  ];
};

/**
 * The names of a question and the day that it asks about, as minutes and chats write them: they say what has changed in few
 * other words ("Bay Colony signed off", "Leeds: work at home on 30 Nov"). Undefined without a name.
 */
export const newsQuery = (question: string, today: string): string | undefined => {
  const names = narrowNamesIn(question);
  if (names.length === 0) return undefined;
  const days = askedDays(question, dayOfMoment(Date.parse(today)));
  const day = days && days.from === days.to ? new Date(days.from * DAY_MS) : undefined;
  const written = day && `${day.getUTCDate()} ${day.toLocaleString('en', { month: 'short', timeZone: 'UTC' })}`;
  return [...names, written].filter(Boolean).join(' ');
};
const DAY_MS = 86_400_000;
