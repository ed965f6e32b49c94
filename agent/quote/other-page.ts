import type { DocumentStore } from '../../stores/index.ts';
import { saysOtherwise } from '../references/says-otherwise.ts';
import { type Candidate, quotedDocuments, quotedWords, shownText } from './candidates/candidate.ts';
import { type Decision, decide } from './choice/decide.ts';
import type { FoundCandidates } from './find-candidates.ts';
import { lacksExact } from './reading/answer-types.ts';

/** What a page says on its own: the words that answer, and more of it as it is shown. */
export interface Said {
  documentIds: readonly string[];
  /** The sentence or row that answers, or the bare answer. */
  answer: string;
}

/**
 * What Parley would have answered were these pages not there, where it would have been as sure of it and it says something
 * else. No text rule can tell which of two pages is true; so where two pages answer, neither answers alone. Beside a passage
 * that is only the closest stands one that comes as close: a page that is stuffed with the question must not hide it.
 */
export const otherPage = (
  found: FoundCandidates,
  said: Said,
  /** The confidence of a closest passage; without it an answer's is asked for. */
  closest?: number,
): Candidate | undefined => {
  const { ranked, tier, confidence } = decideWithout(found, said.documentIds);
  const other = ranked[0]?.candidate;
  const isAsSure = tier === 'answer' || (closest !== undefined && tier === 'closest' && confidence >= closest);
  if (!isAsSure || !other || found.replaced.has(other.passage.documentId)) return undefined;
  // It speaks to another part of the question than the one asked for: "made by Acme" of "When was its maker founded?"
  if (lacksExact(found.question.types, other.plain)) return undefined;
  return saysOtherwise(said.answer, other.plain, found.question.text) ? other : undefined;
};

/**
 * Which of the pages found answers. Two pages that each answer alone are rivals in the eyes of the calibrator, which is then
 * sure of neither: one page could silence another by saying something else. So each is weighed without the other.
 */
export const decideFairly = (found: FoundCandidates): Decision => {
  const decided = decide(found);
  const [best] = decided.ranked;
  if (decided.tier === 'answer' || !best) return decided;
  const withoutBest = decideWithout(found, quotedDocuments(best.candidate));
  const [second] = withoutBest.ranked;
  if (withoutBest.tier !== 'answer' || !second) return decided;
  const alone = decideWithout(found, quotedDocuments(second.candidate));
  const [first] = alone.ranked;
  const isRival =
    alone.tier === 'answer' &&
    first !== undefined &&
    saysOtherwise(saidBy(first.candidate).answer, second.candidate.plain, found.question.text);
  return isRival ? alone : decided;
};

const decideWithout = (found: FoundCandidates, documentIds: readonly string[]): Decision =>
  decide({ weighed: found.without(new Set(documentIds)), withEncoder: found.withEncoder });

/** What a candidate says, for the comparison with another. */
export const saidBy = (candidate: Candidate): Said => ({
  documentIds: quotedDocuments(candidate),
  answer: candidate.table ? shownText(candidate) : candidate.plain,
});

/** The sentence or rows that answer, as the page writes them, without what stands around them. */
export const ownWords = (candidate: Candidate): string => {
  const { sentence, passage } = candidate;
  return sentence ? passage.text.slice(sentence.itself.start, sentence.itself.end) : quotedWords(candidate);
};

/** A page as a reader is told of it: its title, and behind it its source and when it was last changed. */
export interface NamedPage {
  title: string;
  /** "handbook, 2026-03-02"; empty where nothing is known. */
  known: string;
}

/** Names pages with their source and date. A date that is still to come says nothing. */
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
