import type { DocumentStore } from '../../../stores/index.ts';
import { saysOtherwise } from '../../references/says-otherwise.ts';
import { type Candidate, quotedDocuments, quotedWords, shownText } from '../candidates/candidate.ts';
import { type Decision, decide } from '../choice/decide.ts';
import type { Ranked } from '../choice/features.ts';
import { isAskedAbove } from '../choice/match/verbatim.ts';
import type { FoundCandidates } from '../find-candidates.ts';
import type { PageTable } from '../pages/tables.ts';
import { lacksExact } from '../reading/answer-types.ts';
import { asksWhat } from '../reading/what-is-asked.ts';
import { yearsIn } from '../words/dates.ts';

/** What an answer says, for comparison with another page. */
export interface Statement {
  documentIds: readonly string[];
  /** The answering sentence or row, or the short answer. */
  answer: string;
  /** The candidate, if it is one. */
  candidate?: Candidate;
}

type Terms = FoundCandidates['question']['terms'];

/** The terms of the question that a row's cells and column heads name, or a sentence and what stands above it. */
const namedBy = ({ own, lead, table, title, headings }: Candidate, terms: Terms): Terms => {
  const sets = table ? [own, lead] : [own, lead, title, headings];
  return terms.filter(({ stem, synonyms }) => [stem, ...synonyms].some((one) => sets.some((set) => set.has(one))));
};

/**
 * True if something lacks what the question names and a row has: a person's group is no other age, and what holds for any
 * edition is not said of one.
 */
const namesLess = (other: Candidate, than: Candidate, terms: Terms): boolean => {
  const [less, more] = [namedBy(other, terms), namedBy(than, terms)];
  return less.length < more.length && less.every((term) => more.includes(term));
};

/**
 * True if the rows of two tables share no column, so that they say different things of one thing: what a plan costs and
 * how soon its customers get an answer. Two lists of prices share one, however it is called: a column of amounts.
 */
const shareNoColumn = (
  { table: one }: Candidate,
  { table: other }: Candidate,
  { types }: FoundCandidates['question'],
) => {
  if (!one || !other) return false;
  // The first column holds the names of the rows.
  const heads = (table: PageTable) => table.columnStems.slice(1).filter((stems) => stems.size > 0);
  const isShared = heads(one).some((stems) =>
    heads(other).some((others) => [...stems].some((stem) => others.has(stem))),
  );
  if (isShared || heads(one).length === 0 || heads(other).length === 0) return false;
  const amounts = (table: PageTable) => table.columns.slice(1).some((head) => AMOUNTS.test(head));
  return !(types.includes('money') && amounts(one) && amounts(other));
};
const AMOUNTS =
  /price|cost|fee|charge|rate|amount|limit|allowance|budget|€|\$|£|\b(?:EUR|USD|GBP|CHF|NOK|SEK|CAD|AUD)\b/i;

/**
 * A differing answer from another page: the best candidate without the given pages, if Parley is as sure of it. No text
 * rule can tell which of two pages is right, so neither answers alone. A closest passage may also be joined by one as
 * close, so that a page stuffed with the question's words cannot hide it.
 */
export const otherPage = (
  found: FoundCandidates,
  said: Statement,
  /** The confidence of a closest passage. If absent, the other page must be sure enough for an answer. */
  closest?: number,
): Candidate | undefined => {
  const { ranked, tier, confidence } = decideWithout(found, said.documentIds);
  const other = ranked[0]?.candidate;
  const isAsSure = tier === 'answer' || (closest !== undefined && tier === 'closest' && confidence >= closest);
  if (!isAsSure || !other || found.replaced.has(other.passage.documentId)) return undefined;
  if (ranked[0]?.features.thin === 1 && isPlainWord(found.question)) return undefined;
  if (confidence < SURE && isFarBehind(found, said.candidate, other)) return undefined;
  // The other page answers another part of the question, such as "made by Acme" for "When was its maker founded?"
  if (lacksExact(found.question.types, other.plain)) return undefined;
  if (missesMore(found, said.candidate, ranked[0])) return undefined;
  const row = said.candidate?.table && said.candidate;
  if (row && namesLess(other, row, found.question.terms)) return undefined;
  if (row && other.table && shareNoColumn(row, other, found.question)) return undefined;
  return saysOtherwise(said.answer, other.plain, found.question.text) ? other : undefined;
};

/**
 * True for a question of one word that asks for nothing in particular ("/quit", "the pump"): that two pages have the word
 * makes them no answers to one question. A name tells more.
 */
const isPlainWord = ({ terms, types }: FoundCandidates['question']): boolean =>
  !types.some((type) => type !== 'yes-no') && !terms.some(({ light, specific }) => !light && specific);

/** True if the other page lacks more of what is asked than the first, so that it speaks of something else. */
const missesMore = ({ weighed }: FoundCandidates, first: Candidate | undefined, other: Ranked | undefined): boolean => {
  const missed = weighed.find(({ candidate }) => candidate === first)?.features.missedShare;
  return missed !== undefined && other !== undefined && other.features.missedShare > missed;
};

/**
 * Confidence from which on another page answers however far it is behind: whoever writes a page can have it lead, with the
 * question's own words as its title.
 */
const SURE = 0.85;
/** Maximum lead of a score over that of another page which answers the same. */
const MAX_LEAD = 2;
/** True if the other page fits the question much less, as one does that only has its verb: "what we paid each April". */
const isFarBehind = (found: FoundCandidates, first: Candidate | undefined, other: Candidate): boolean => {
  // Lists may call the same column otherwise, and pages define a thing in words of their own.
  if (!first || first.table || other.table || asksWhat(found.question)) return false;
  const { ranked } = decideWithout(found, []);
  const scoreOf = (one: Candidate) => ranked.find(({ candidate }) => candidate === one)?.score;
  const [score, others] = [scoreOf(first), scoreOf(other)];
  return score !== undefined && others !== undefined && score - others > MAX_LEAD;
};

/**
 * True if the other page of two that contradict leads: the first one's title names a year that is over by the time the
 * other was last changed ("Opening hours (2024)"), and the question does not ask about the past.
 */
export const isOfAnEarlierYear = (
  first: Candidate,
  other: Candidate,
  question: FoundCandidates['question'],
): boolean => {
  const { title, updatedAt = '' } = first.passage;
  const changed = other.passage.updatedAt ?? '';
  const years = yearsIn(title);
  return (
    !question.past &&
    question.years.length === 0 &&
    years.length > 0 &&
    Math.max(...years) < Number(changed.slice(0, 4)) &&
    updatedAt < changed
  );
};

/** Confidence in the first sentence under a heading that is the question itself. */
const VERBATIM_CONFIDENCE = 0.9;

/**
 * Share of the question's content from which on the lack of it says that neither of two pages answers, rather than that they
 * contradict each other: both name Christmas, and neither a party.
 */
const MAX_MISSED_BY_RIVALS = 0.2;

/**
 * Decides without letting two contradicting pages suppress each other. The calibrator is unsure of both if both answer,
 * so each is weighed without the other.
 */
export const decideFairly = (found: FoundCandidates): Decision => {
  const decided = decide(found);
  const [best] = decided.ranked;
  if (decided.tier === 'answer' || !best) return decided;
  const verbatim = decided.ranked.find(
    ({ candidate, features }) => features.first === 1 && isAskedAbove(candidate, found.question, features.about),
  );
  if (verbatim)
    return {
      ranked: [verbatim, ...decided.ranked.filter((one) => one !== verbatim)],
      confidence: VERBATIM_CONFIDENCE,
      tier: 'answer',
    };
  const withoutBest = decideWithout(found, quotedDocuments(best.candidate));
  const [second] = withoutBest.ranked;
  if (withoutBest.tier !== 'answer' || !second) return decided;
  const alone = decideWithout(found, quotedDocuments(second.candidate));
  const [first] = alone.ranked;
  const isRival =
    alone.tier === 'answer' &&
    first !== undefined &&
    first.features.missedShare < MAX_MISSED_BY_RIVALS &&
    saysOtherwise(statementOf(first.candidate).answer, second.candidate.plain, found.question.text);
  return isRival ? alone : decided;
};

const decideWithout = (found: FoundCandidates, documentIds: readonly string[]): Decision => {
  const known = decisions.get(found) ?? new Map<string, Decision>();
  decisions.set(found, known);
  const key = JSON.stringify(documentIds);
  const decision =
    known.get(key) ?? decide({ weighed: found.without(new Set(documentIds)), withEncoder: found.withEncoder });
  known.set(key, decision);
  return decision;
};
/** By a question's candidates and the pages left out: who decides fairly and who looks for another page leave out the same. */
const decisions = new WeakMap<FoundCandidates, Map<string, Decision>>();

/** The statement of a candidate, for comparison with another. */
export const statementOf = (candidate: Candidate): Statement => ({
  documentIds: quotedDocuments(candidate),
  answer: candidate.table ? shownText(candidate) : candidate.plain,
  candidate,
});

/** The answering sentence or rows as the page writes them, without surrounding text. */
export const answeringText = (candidate: Candidate): string => {
  const { sentence, passage } = candidate;
  return sentence ? passage.text.slice(sentence.itself.start, sentence.itself.end) : quotedWords(candidate);
};

/** A page's title, source and date as shown to a reader. */
export interface NamedPage {
  title: string;
  /** Source and date: "handbook, 2026-03-02". Empty if unknown. */
  known: string;
}

/** Looks up the source and date of pages. Ignores a date in the future. */
export const namePages = async (
  pages: readonly { documentId: string; title: string }[],
  documents: Pick<DocumentStore, 'stampsOf'>,
  now: number,
): Promise<NamedPage[]> => {
  const stamps = await documents.stampsOf(pages.map(({ documentId }) => documentId));
  return pages.map(({ documentId, title }) => {
    const { sourceId, updatedAt } = stamps.get(documentId) ?? {};
    const changed = updatedAt !== undefined && Date.parse(updatedAt) <= now ? updatedAt.slice(0, 10) : undefined;
    return { title, known: [sourceId, changed].filter(Boolean).join(', ') };
  });
};
