import type { NearestPage } from '../../../core/answer.ts';
import type { Passage } from '../../../core/document.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { inertText } from '../../../core/text/inert-text.ts';
import { type Candidate, textForReader } from '../candidates/candidate.ts';
import type { FoundCandidates } from '../find-candidates.ts';
import { plainText } from '../pages/plain-text.ts';
import { tableShown } from '../pages/tables.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import { stemsOf } from '../words/stems.ts';
import { sectionOf } from './nearest-pages.ts';
import { answeringText, namePages } from './other-page.ts';
import type { QuoteOptions } from './quote-options.ts';
import { countOf, withAnsweringCellBold } from './short-answer.ts';
import type { Wording } from './wording.ts';

/**
 * Makes a shown text inert: addresses named by the page become code, because a page's author must not send readers to
 * other sites.
 */
export const inert = (shown: string, { passage }: Candidate): string =>
  withoutMarks(inertText(shown, { links: passage.url ? [passage.url] : [] }));

/** A page's own "[1]" outside of code becomes "(1)": as it stands it would be a mark of a citation, and so Parley's. */
const withoutMarks = (shown: string): string =>
  shown.replace(
    /(```[\s\S]*?(?:```|$)|`[^`\n]*`)|\[(\d{1,3})\](?![([:])/gu,
    (_, code: string | undefined, n: string) => code ?? `(${n})`,
  );

/** The quoted sentence or rows with the numbers of their citations. */
export const answerText = (
  candidate: Candidate,
  numbers: readonly number[],
  question: ReadQuestion,
  wording: Wording,
  title: string,
): string => {
  const marks = numbers.map((n) => `[${n}]`).join('');
  const { table, operation } = candidate;
  const shown = inert(withAnsweringCellBold(textForReader(candidate), candidate, question), candidate);
  // The closing fence must be alone on its line.
  if (!table) return `${shown}${shown.endsWith('```') ? '\n' : ' '}${marks}`;
  const count = operation?.operator === 'count' ? `**${countOf(candidate)}**\n\n` : '';
  return `${count}${shown} ${marks}\n\n_${wording.table(tableShown(table).name, title, operation?.says)}_`;
};

/** The differing statement of another page, shown below the answer. */
export const otherPageText = async (
  other: Candidate,
  best: Candidate,
  wording: Wording,
  { stores, clock }: Pick<QuoteOptions, 'stores' | 'clock'>,
): Promise<string> => {
  const [page, another] = await namePages([best.passage, other.passage], stores.documents, clock.now());
  const lead = page && another ? `_${wording.otherPage(page, another)}_\n\n` : '';
  return `${lead}${inert(other.table ? textForReader(other) : plainText(answeringText(other)), other)}`;
};

/** Quoted words with the page they are from, without a citation. */
export const quotedText = (one: Candidate, wording: Wording, page: Passage): string =>
  `${inert(textForReader(one), one)}\n\n_${wording.from(nearestName({ title: page.title, section: sectionOf(page, one) }))}_`;

/** A page's name in a list, with its words that come nearest. */
const listed = (page: NearestPage, wording: Wording): string => {
  const name = nearestName(page);
  const line = `- ${page.url ? `[${name.replace(/[[\]]/g, '')}](${page.url})` : name}`;
  // On a line of its own: chats and pages find the name's line in the list to make a link of it.
  return page.excerpt === undefined ? line : `${line}\n  ${wording.excerpt(withoutMarks(page.excerpt))}`;
};

/** What is said if no candidate is sure enough: the closest passages, and the names of the nearest pages. */
export const unsureText = (
  /** The closest passage, and one from another page that is as close, as shown. */
  closest: readonly string[],
  nearest: readonly NearestPage[],
  { question }: FoundCandidates,
  wording: Wording,
): string => {
  const others = nearest.filter(({ quote }) => quote === undefined).map((page) => listed(page, wording));
  if (closest.length > 0)
    return [wording.unsure, ...closest, ...(others.length > 0 ? [[wording.others, ...others].join('\n')] : [])].join(
      '\n\n',
    );
  if (nearest.length === 0) return wording.nothing;
  const needsSeveral = question.nested > 0 || question.types.includes('reason');
  const opening = needsSeveral ? wording.several : namesTopic(question, nearest[0]) ? wording.topic : wording.unknown;
  return [opening, ...nearest.map((page) => listed(page, wording))].join('\n');
};

/** Maximum words of a message that only names a topic. */
const MAX_TOPIC_WORDS = 4;
/** True for a message that asks nothing of what the nearest page's title or heading names: "parking", for "Where we park". */
const namesTopic = ({ text, types, terms }: FoundCandidates['question'], page: NearestPage | undefined): boolean => {
  const named = terms.filter(({ light }) => !light);
  if (!page || types.length > 0 || named.length === 0 || text.includes('?')) return false;
  const stems = new Set(stemsOf(nearestName(page)));
  return (
    text.trim().split(/\s+/u).length <= MAX_TOPIC_WORDS &&
    named.every((term) => termMatch(term, stems) >= MIN_TERM_MATCH)
  );
};
