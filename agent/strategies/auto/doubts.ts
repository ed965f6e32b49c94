import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { words } from '../../../core/text/words.ts';
import { checkAnswer, YES_OR_NO } from '../../references/check-answer.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { splitStatements } from '../../references/statements.ts';
import { holdsAFigure, inTwoLanguages, isStatedFromTheOtherSide, linksAsked, wantsAFigure } from './english.ts';
import { bareFact, newFacts } from './facts.ts';
import { namesHeld, namesOf } from './mentions.ts';
import type { Auto } from './state.ts';

/** An answer below this confidence (weak or missing quotes, statements dropped) is checked once more. */
const MIN_CONFIDENCE = 0.75;

/** An answer whose text and sources share less than this share of the question's words may answer another question. */
const MIN_QUESTION_OVERLAP = 0.5;

/** An answer that speaks of this share of the question's words leaves none of its links out, however few sentences it takes. */
const ALL_LINKS_OVERLAP = 0.8;

/** A question of this many links or more is checked once more when fewer were stated. */
const MANY_LINKS = 3;

/** Pages written within a year of each other count as equally recent. */
const ONE_YEAR_MS = 365 * 24 * 3600 * 1000;

/** Why an answer is checked once more before it is given. */
export type Doubt = 'loose' | 'no-figure' | 'on-the-way' | 'links' | 'unlinked' | 'newer' | 'off-topic' | 'unworded';

type Doubtful = Pick<Auto, 'attempt' | 'references' | 'standalone' | 'facts' | 'shownSources'> &
  Partial<Pick<Auto, 'likelyAnswer'>>;

/** The first doubt about an answer: its sources support it only loosely, or it may answer another question; undefined for none. */
export const doubtOf = (state: Doubtful): Doubt | undefined => {
  const { attempt, references, standalone, facts, shownSources, likelyAnswer = '' } = state;
  if (attempt?.verdict !== 'answered') return undefined;
  const { confidence, dropped, text, citations } = checkAnswer(attempt, references, standalone);
  if (confidence < MIN_CONFIDENCE || dropped.length > 0) return 'loose';
  if (wantsAFigure(standalone) && !holdsAFigure(attempt.shortAnswer)) return 'no-figure';
  const wasLikely = words(likelyAnswer).join(' ') === words(attempt.shortAnswer).join(' ');
  if (!wasLikely && isOnTheWay(attempt.shortAnswer, facts, standalone)) return 'on-the-way';
  const statements = splitStatements(text).map((statement) => statement.text);
  const statedCount = facts.length + newFacts(statements, facts).length;
  const links = linksAsked(standalone);
  const spoken = [text, ...citations.flatMap(({ title, quote }) => [title, quote])].join(' ');
  const overlap = speaksOf(spoken, standalone);
  if (links >= MANY_LINKS && links > Math.max(statedCount, citations.length) && overlap < ALL_LINKS_OVERLAP)
    return 'links';
  if (isUnlinked(attempt.shortAnswer, citations, [standalone, ...facts.map(bareFact), text])) return 'unlinked';
  const cited = references.filter(({ n }) => attempt.citations.some((citation) => citation.n === n));
  if (newerThan(cited, shownSources, standalone).length > 0) return 'newer';
  if (overlap < MIN_QUESTION_OVERLAP) return 'off-topic';
  return !choosesAmongNamed(attempt.shortAnswer, standalone) && isUnworded(standalone, attempt.citations, cited)
    ? 'unworded'
    : undefined;
};

/** True for yes, no and what the question itself names: what two things are compared by seldom stands beside them. */
const choosesAmongNamed = (shortAnswer: string, question: string): boolean =>
  YES_OR_NO.test(shortAnswer.trim()) || holds(question, words(shortAnswer).join(' '));

/**
 * True where what is asked of the things named in the question ("composed", "founder") stands in no word that the answer quotes,
 * nor in the title, the headings or the table that it is quoted from: a page may state something else of the same thing.
 */
export const isUnworded = (
  question: string,
  citations: readonly { n: number; quote: string }[],
  cited: readonly Pick<NumberedReference, 'n' | 'kind' | 'title' | 'headings' | 'text'>[],
): boolean => {
  const named = contentStems(namesOf(question).join(' '));
  const asked = beginnings([...contentStems(question)].filter((stem) => !named.has(stem)).join(' '));
  const around = cited.flatMap(({ title, headings, kind, text }) => [title, ...headings, kind === 'table' ? text : '']);
  const quoted = citations.map(({ quote }) => quote).join(' ');
  if (inTwoLanguages(question, quoted) || isStatedFromTheOtherSide(question, quoted)) return false;
  const said = beginnings([...around, quoted].join(' '));
  return asked.size > 0 && citations.length > 0 && shareIn(asked, said) === 0;
};

/** The share of a question's words that a text holds, in any form ("director" for "directed"). */
const speaksOf = (text: string, question: string): number => shareIn(beginnings(question), beginnings(text));
const beginnings = (text: string): Set<string> => new Set([...contentStems(text)].map((stem) => stem.slice(0, 5)));

/**
 * True for an answer that an earlier call established as a fact without answering with it: it is a step on the way. Names in
 * the question itself are excepted, because it may ask to choose among them.
 */
export const isOnTheWay = (shortAnswer: string, facts: readonly string[], question: string): boolean => {
  const answer = words(shortAnswer).join(' ');
  if (answer === '' || holds(question, answer)) return false;
  return facts.some((fact) => holds(bareFact(fact), answer));
};

/**
 * True for an answer whose sentence and page title name nothing that question, facts or answer name (the answer itself left
 * out): the source may be about something else.
 */
export const isUnlinked = (
  shortAnswer: string,
  citations: readonly { title: string; quote: string }[],
  texts: readonly string[],
): boolean => {
  const answer = words(shortAnswer).join(' ');
  const stating = citations.filter(({ quote }) => answer !== '' && holds(quote, answer));
  if (stating.length === 0) return false;
  const said = contentStems(texts.join(' '));
  return stating.every(({ title, quote }) => {
    if (isLinkedByTitle(title, said)) return false;
    const named = [...namesOf(quote), words(title).join(' ')].filter((name) => name !== '' && name !== answer);
    return named.length > 0 && named.every((name) => !texts.some((text) => holds(text, name)));
  });
};

/**
 * A page is linked by its title without what tells it from namesakes ("Chicken (dance)"), or by most of its words ("Archduke
 * Leopold Salvator of Austria"). Fewer are shared by things of one kind ("Project A Cascade", "Project B Cascade").
 */
const isLinkedByTitle = (title: string, said: ReadonlySet<string>): boolean => {
  const stems = contentStems(title.replace(/\s*\([^()]*\)\s*$/, ''));
  return stems.size > 0 && shareIn(stems, said) >= MIN_TITLE_SHARE;
};
const MIN_TITLE_SHARE = 0.75;

const holds = (text: string, key: string): boolean => ` ${words(text).join(' ')} `.includes(` ${key} `);

/** Shown sources about the question's names that are more than a year newer than everything the answer cites. */
export const newerThan = (
  cited: readonly NumberedReference[],
  shown: readonly NumberedReference[],
  question: string,
): NumberedReference[] => {
  const dates = cited.map(({ updatedAt }) => updatedAt?.slice(0, 10) ?? '');
  const names = namesOf(question);
  if (names.length === 0 || dates.length === 0 || dates.includes('')) return [];
  const newest = Math.max(...dates.map((date) => Date.parse(date)));
  const documents = new Set(cited.map(({ documentId }) => documentId));
  return shown.filter(
    ({ updatedAt, documentId, title }) =>
      updatedAt !== undefined &&
      Date.parse(updatedAt) - newest > ONE_YEAR_MS &&
      !documents.has(documentId) &&
      namesHeld(names, title).length > 0,
  );
};
