import { isAttachment, type NearestPage } from '../../../core/answer.ts';
import type { Passage } from '../../../core/document.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import { withoutContactDetails } from '../../../core/text/contact-details.ts';
import { type Candidate, quotedWords, shownText } from '../candidates/candidate.ts';
import type { Ranked } from '../choice/features.ts';
import type { FoundCandidates } from '../find-candidates.ts';
import { withoutNumber } from '../pages/heading-stems.ts';
import { isLedTo, LEADS } from '../pages/passage-sentences.ts';
import { plainText } from '../pages/plain-text.ts';
import { MIN_TERM_MATCH, termMatch } from '../reading/term-match.ts';
import type { Term } from '../reading/terms.ts';
import { stemsOf } from '../words/stems.ts';

/** Maximum number of nearest pages, or of places in them. */
const MAX_NEAREST = 3;

/**
 * Minimum share of the question, by the weight of its words, that a page holds which is named without being quoted. People tell
 * more than they ask, and in other words than the pages: over five teams' handbooks the right page is named for 123 of 155
 * answerable first messages, and for 83 of them from .35 on.
 */
const MIN_SHARE = 0.2;
/** Minimum agreement of the question with a title or a heading that names what it asks about. */
const MIN_NAMED = 0.25;
/** Minimum cosine with the question, where there is an encoder. */
const MIN_COSINE = 0.3;

/**
 * True for a page that is worth opening although it answers nothing: it holds a fifth of what is asked, or its title or heading
 * names that, or an encoder says that it is about it.
 */
const isNear = ({ features: { coverage, about, titled, cosine } }: Ranked): boolean =>
  coverage >= MIN_SHARE || about >= MIN_NAMED || titled >= MIN_NAMED || cosine >= MIN_COSINE;

/** The heading that a passage, or a candidate in it, stands below; undefined if it says no more than the page's title. */
export const sectionOf = ({ title, headings }: Passage, candidate?: Candidate): string | undefined => {
  const heading = candidate?.sentence?.itself.headings || plainText(headings.at(-1) ?? '');
  const section = withoutContactDetails(heading).replace(/\s*[:：]$/u, '');
  const words = (heading: string) => withoutNumber(heading).trim().toLowerCase();
  // "Support Overview" says all of its heading "Overview".
  const isInTitle = ` ${words(title)}`.endsWith(` ${words(section)}`);
  // Of a heading that asks something the quarantine may have left the number alone.
  return !/\p{L}{2}/u.test(section) || isInTitle ? undefined : section;
};

/** The nearest candidates, best first: the best of each page, and then the others, so that one long page hides no other. */
const nearest = (ranked: readonly Ranked[]): Candidate[] => {
  const near = ranked.filter(isNear).map(({ candidate }) => candidate);
  const best = new Map(near.toReversed().map((one) => [one.passage.documentId, one]));
  const isBest = (one: Candidate) => best.get(one.passage.documentId) === one;
  return [...near.filter(isBest), ...near.filter((one) => !isBest(one))];
};

/** Maximum characters of a page's words beside its name. */
const MAX_EXCERPT = 160;

/**
 * A page's words that come nearest to the question, on one line, as they stand beside the page's name. Words that lead to what
 * stands below them ("Here is how:") stand with that.
 */
const excerptFor = (candidate: Candidate): string | undefined => {
  const { sentence } = candidate;
  const words = sentence ? withWhatFollows(sentence) : (shownText(candidate).split('\n')[0] ?? '');
  const line = plainText(words);
  if (line.length <= MAX_EXCERPT) return line || undefined;
  return `${line.slice(0, MAX_EXCERPT).replace(/\s+\S*$/u, '')}…`;
};

const withWhatFollows = ({ itself, index, parent }: NonNullable<Candidate['sentence']>): string => {
  const next = parent.sentences[index + 1];
  return LEADS.test(itself.plain) && isLedTo(next, itself)
    ? `${itself.plain} ${next.plain.replace(/\s+/gu, ' ')}`
    : itself.plain;
};

/** True for a passage of which nothing may be quoted, such as one record of many, below a title or heading that names what is asked. */
const isNamed = ({ title, headings }: Passage, terms: readonly Term[]): boolean => {
  const stems = new Set(stemsOf([title, ...headings].join(' ')));
  return terms.some((term) => !term.light && termMatch(term, stems) >= MIN_TERM_MATCH);
};

/** True for a passage that holds a name or number of the question, letter by letter. */
const holdsName = ({ text }: Passage, terms: readonly Term[]): boolean => {
  const stems = new Set(stemsOf(text));
  return terms.some(({ specific, stem }) => specific && stems.has(stem));
};

/** Of several questions' pages those whose words are shown, however many, and others up to the maximum if nothing is answered. */
export const nearestOfAll = (pages: readonly NearestPage[], isAnswered: boolean): NearestPage[] => {
  const isShown = ({ quote }: NearestPage) => quote !== undefined;
  const shown = pages.filter(isShown).length;
  let others = isAnswered ? 0 : Math.max(0, MAX_NEAREST - shown);
  return pages.filter((page) => isShown(page) || others-- > 0);
};

/**
 * The pages that are named to who asked: those that are near the question, or none. All whose words are shown are among them, so
 * that a stored answer can be shown without those that are gone by then.
 * @param aside.untrusted what is shown of a page with an injection
 * @param aside.shortened passages of which something is left out, as their pages have them: where nothing else is near, a page
 * is named for a name or number that it holds there, since it would be false to say that no page does
 */
export const nearestPages = (
  ranked: readonly Ranked[],
  { passages, question }: Pick<FoundCandidates, 'passages' | 'question'>,
  quoted: readonly Candidate[],
  { untrusted, shortened }: { untrusted: Candidate | undefined; shortened: readonly Passage[] },
): NearestPage[] => {
  const pages = new Map<string, NearestPage>();
  const isShown = (documentId: string) => [...pages.values()].some((page) => page.documentId === documentId);
  const add = (passage: Passage, candidate?: Candidate, quote?: string) => {
    const { documentId, id, title, url } = passage;
    const section = sectionOf(passage, candidate);
    // Two pages with one name ("git-tag" as text, "git-tag(1)" as HTML) get one link; two sections of a page get two.
    const name = nearestName({ title: title.replace(/\s*\([^)]*\)$/, ''), section }).toLowerCase();
    const excerpt = candidate && quote === undefined ? excerptFor(candidate) : undefined;
    const isQuoted = candidate !== undefined && (quoted.includes(candidate) || candidate === untrusted);
    if ((!pages.has(name) || (isQuoted && !isShown(documentId))) && !isAttachment(documentId))
      pages.set(pages.has(name) ? `${name} ${id}` : name, {
        documentId,
        passageId: id,
        title,
        ...(section && { section }),
        ...(url && { url }),
        ...(quote && { quote }),
        ...(excerpt && { excerpt }),
      });
  };
  for (const one of quoted) add(one.passage, one, quotedWords(one));
  for (const candidate of nearest(ranked)) {
    if (pages.size >= MAX_NEAREST) break;
    add(candidate.passage, candidate);
  }
  const weighed = new Set(ranked.map(({ candidate }) => candidate.passage.id));
  for (const passage of passages.filter((one) => !weighed.has(one.id) && isNamed(one, question.terms))) {
    if (pages.size >= MAX_NEAREST) break;
    add(passage);
  }
  const named = new Set(
    pages.size > 0 ? [] : shortened.filter((one) => holdsName(one, question.terms)).map(({ id }) => id),
  );
  for (const passage of passages.filter(({ id }) => named.has(id)).slice(0, MAX_NEAREST)) add(passage);
  if (untrusted) add(untrusted.passage, untrusted, quotedWords(untrusted));
  return [...pages.values()];
};
