import { contentStems, shareIn } from '../../../core/text/content-stems.ts';
import { editDistance } from '../../../core/text/edit-distance.ts';
import { words } from '../../../core/text/words.ts';
import { narrowNamesIn } from '../../../retrieval/index.ts';
import { checkAnswer } from '../../references/check-answer.ts';
import { sentencesWith } from '../../references/find-quote.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { NAMES_NOTHING } from '../../references/stated-words.ts';
import { splitStatements } from '../../references/statements.ts';
import {
  areInDifferentLanguages,
  asksForFigure,
  countLinks,
  hasFigure,
  inverselyStated,
  statesInverseRelation,
} from './english.ts';
import { newFacts, withoutMarks } from './facts.ts';
import { containedNames, namesOf } from './mentions.ts';
import type { Auto } from './state.ts';

/**
 * Minimum confidence of an answer that is not checked again. Weak or missing quotes and dropped statements lower it.
 */
const MIN_CONFIDENCE = 0.75;

/**
 * Minimum share of the words of a question with names in the answer and its citations. Below this share the answer may be to
 * another question.
 */
const MIN_QUESTION_OVERLAP = 0.5;

/** From this share of the question's words on, an answer covers all links, even in few sentences. */
const ALL_LINKS_OVERLAP = 0.8;

/** From this many links on, an answer that states fewer is checked again. */
const MANY_LINKS = 3;

/** Pages dated within a year of each other count as equally recent. */
const ONE_YEAR_MS = 365 * 24 * 3600 * 1000;

/** Why an answer is checked again before it is given. */
export type Doubt = 'loose' | 'no-figure' | 'on-the-way' | 'links' | 'unlinked' | 'newer' | 'off-topic' | 'unworded';

type Doubtful = Pick<Auto, 'attempt' | 'references' | 'standalone' | 'facts' | 'shownSources'> &
  Partial<Pick<Auto, 'likelyAnswer' | 'areCut' | 'searches'>>;

/**
 * The first reason to doubt an answer: its sources support it only loosely, or it may answer another question.
 * Undefined if there is none.
 */
export const doubtOf = (state: Doubtful): Doubt | undefined => {
  const { attempt, references, standalone, facts, shownSources, likelyAnswer = '', areCut = false, searches } = state;
  if (attempt?.verdict !== 'answered') return undefined;
  const { confidence, dropped, text, citations } = checkAnswer(attempt, references, standalone, { searches });
  if (confidence < MIN_CONFIDENCE || dropped.length > 0) return 'loose';
  if (asksForFigure(standalone) && !hasFigure(attempt.shortAnswer)) return 'no-figure';
  const wasLikely = words(likelyAnswer).join(' ') === words(attempt.shortAnswer).join(' ');
  if (!wasLikely && isOnTheWay(attempt.shortAnswer, facts, standalone)) return 'on-the-way';
  const statements = splitStatements(text).map((statement) => statement.text);
  const statedCount = facts.length + newFacts(statements, facts).length;
  const links = countLinks(standalone);
  const quoted = citations.map(({ quote }) => quote).join(' ');
  const spoken = [text, ...citations.flatMap(({ title, quote }) => [title, quote])].join(' ');
  // An answer that names a son has spoken of the father asked for.
  const overlap = questionOverlap([spoken, ...inverselyStated(standalone, spoken)].join(' '), standalone);
  if (links >= MANY_LINKS && links > Math.max(statedCount, citations.length) && overlap < ALL_LINKS_OVERLAP)
    return 'links';
  const inSentences = citations.map((citation) => ({ ...citation, quote: sentencesOf(citation, references) }));
  const linking = [standalone, ...facts.map(withoutMarks), text];
  if (!areCut && isUnlinked(attempt.shortAnswer, inSentences, linking)) return 'unlinked';
  const cited = references.filter(({ n }) => attempt.citations.some((citation) => citation.n === n));
  if (newerSources(cited, shownSources, standalone).length > 0) return 'newer';
  if (
    overlap < MIN_QUESTION_OVERLAP &&
    !areInDifferentLanguages(standalone, quoted) &&
    !speaksOfAllNames(standalone, cited)
  )
    return 'off-topic';
  return !choosesAmongNamed(attempt.shortAnswer, standalone) && isUnworded(standalone, attempt.citations, cited)
    ? 'unworded'
    : undefined;
};

/**
 * True if the cited sources contain each name of the question; also if it has none, since people ask in other words than pages
 * have: of 62 such answers to teams that were checked none was to another question. Two names that "and" joins are two.
 */
const speaksOfAllNames = (question: string, cited: readonly Pick<NumberedReference, 'title' | 'text'>[]): boolean => {
  const names = narrowNamesIn(question);
  const said = cited.map(({ title, text }) => `${title} ${text}`).join('\n');
  return containedNames(names, said).length === names.length;
};

/**
 * True for yes, no, nothing and anything that the question names. A source that compares two things seldom names the one chosen.
 */
const choosesAmongNamed = (shortAnswer: string, question: string): boolean =>
  NAMES_NOTHING.test(shortAnswer.trim()) || containsPhrase(question, words(shortAnswer).join(' '));

/**
 * True if no word of the question besides its names ("composed", "founder") occurs in the quotes, nor in the title,
 * headings or table around them. The page may then state something else about the same thing.
 */
export const isUnworded = (
  question: string,
  citations: readonly { n: number; quote: string }[],
  cited: readonly Pick<NumberedReference, 'n' | 'kind' | 'title' | 'headings' | 'text'>[],
): boolean => {
  const named = contentStems(namesOf(question).join(' '));
  const asked = stemPrefixes([...contentStems(question)].filter((stem) => !named.has(stem)).join(' '));
  const around = cited.flatMap(({ title, headings, kind, text }) => [title, ...headings, kind === 'table' ? text : '']);
  const quoted = citations.map(({ quote }) => quote).join(' ');
  if (areInDifferentLanguages(question, quoted) || statesInverseRelation(question, quoted)) return false;
  const said = stemPrefixes([...around, quoted].join(' '));
  return asked.size > 0 && citations.length > 0 && shareIn(asked, said) === 0;
};

/**
 * The share of a question's words in a text, in any form ("director" matches "directed"), and of long words with a typo
 * too ("Archaemenid" matches "Achaemenid").
 */
const questionOverlap = (text: string, question: string): number => {
  const stems = [...contentStems(text)];
  const meant = [...contentStems(question)].map(
    (asked) => stems.find((stem) => asked.length >= MIN_TYPO_CHARS && editDistance(stem, asked) === 1) ?? asked,
  );
  return shareIn(prefixesOf(meant), prefixesOf(stems));
};
/** Minimum length of a misspelt word. Shorter words often differ from other words by one letter. */
const MIN_TYPO_CHARS = 8;
const stemPrefixes = (text: string): Set<string> => prefixesOf([...contentStems(text)]);
const prefixesOf = (stems: readonly string[]): Set<string> => new Set(stems.map((stem) => stem.slice(0, 5)));

/**
 * True if an earlier call established the answer as a fact but did not answer with it, which makes it an intermediate
 * step. Names in the question are excluded, because it may ask to choose among them.
 */
export const isOnTheWay = (shortAnswer: string, facts: readonly string[], question: string): boolean => {
  const answer = words(shortAnswer).join(' ');
  if (answer === '' || containsPhrase(question, answer)) return false;
  return facts.some((fact) => containsPhrase(withoutMarks(fact), answer));
};

/**
 * True if the quoted sentence and its page title share no name with the question, the facts or the answer's text, apart
 * from the answer itself, nor with another quote that does. The source may then be about something else. That happens where
 * each page is about one of many things of one kind. A team's pages, which are cut into passages, are about its own things: of 236
 * messages to two teams 30 answers were checked for it, and all 30 stood.
 */
export const isUnlinked = (
  shortAnswer: string,
  citations: readonly { title: string; quote: string }[],
  texts: readonly string[],
): boolean => {
  const answer = words(shortAnswer).join(' ');
  const states = ({ quote }: { quote: string }) => answer !== '' && containsPhrase(quote, answer);
  const stating = citations.filter(states);
  const isLinked = linkedTo(texts, answer);
  if (stating.length === 0 || stating.some(isLinked)) return false;
  const between = citations.filter((citation) => !states(citation) && isLinked(citation));
  return (
    between.length === 0 ||
    !stating.some(
      linkedTo(
        between.map(({ quote }) => quote),
        answer,
      ),
    )
  );
};

/** Whether a citation's title, or a name in it besides the answer, stands in the texts. True if it names nothing. */
const linkedTo = (texts: readonly string[], answer: string) => {
  const said = contentStems(texts.join(' '));
  return ({ title, quote }: { title: string; quote: string }): boolean => {
    if (isLinkedByTitle(title, said)) return true;
    const named = [...namesOf(quote), nameOfTitle(title)].filter((name) => name !== '' && name !== answer);
    return named.length === 0 || named.some((name) => texts.some((text) => containsPhrase(text, name)));
  };
};

/** The sentences that a citation's quote is part of ("her husband Harold"). */
const sentencesOf = (
  { documentId, quote }: { documentId: string; quote: string },
  sources: readonly NumberedReference[],
): string => {
  const text = sources.find((one) => one.documentId === documentId && one.text.includes(quote))?.text ?? quote;
  return sentencesWith(text, quote);
};

/** A title's words; empty for a title without letters, such as a chat's date, which names nothing. */
const nameOfTitle = (title: string): string => (/\p{L}/u.test(title) ? words(title).join(' ') : '');

/**
 * True if most of the title's words occur among `said`. Ignores a disambiguation in brackets ("Chicken (dance)").
 * Things of one kind share fewer words ("Project A Cascade", "Project B Cascade").
 */
const isLinkedByTitle = (title: string, said: ReadonlySet<string>): boolean => {
  const stems = contentStems(title.replace(/\s*\([^()]*\)\s*$/, ''));
  return stems.size > 0 && shareIn(stems, said) >= MIN_TITLE_SHARE;
};
const MIN_TITLE_SHARE = 0.75;

const containsPhrase = (text: string, key: string): boolean => ` ${words(text).join(' ')} `.includes(` ${key} `);

/** Shown sources about the question's names that are over a year newer than every cited source. */
export const newerSources = (
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
      containedNames(names, title).length > 0,
  );
};
