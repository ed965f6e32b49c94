import type { Passage } from '../../../core/document.ts';
import type { ReadQuestion } from '../reading/question.ts';
import { isCapitalName } from '../words/stems.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Candidate } from './candidate.ts';

/**
 * In how many passages each stem of a question's terms and of their synonyms is: in all that the index holds and in the attached
 * files, or, without an index, in the found ones.
 */
export const countPassages = async (
  question: ReadQuestion,
  candidates: readonly Candidate[],
  attached: readonly Passage[],
  vocabulary: Vocabulary | undefined,
): Promise<ReadonlyMap<string, number>> => {
  const stems = question.terms.flatMap(({ stem, synonyms }) => [stem, ...synonyms]);
  if (!vocabulary) return countAmong(stems, candidates);
  const counts = new Map(await vocabulary.counts(stems));
  // The index counts IT with every "it".
  for (const [stem, count] of countAmong(stems.filter(isCapitalName), candidates)) counts.set(stem, count);
  if (question.native) await countWritten(question, counts, vocabulary, candidates);
  if (attached.length === 0) return counts;
  // The index does not count the attached files, but their words are known words.
  const ids = new Set(attached.map(({ id }) => id));
  const inFiles = countAmong(
    stems,
    candidates.filter(({ passage }) => ids.has(passage.id)),
  );
  for (const [stem, count] of inFiles) counts.set(stem, (counts.get(stem) ?? 0) + count);
  return counts;
};

/** Counts the passages that hold a translated word as the asker wrote it, or else the found ones that hold its translation. */
const countWritten = async (
  { terms }: ReadQuestion,
  counts: Map<string, number>,
  vocabulary: Vocabulary,
  candidates: readonly Candidate[],
): Promise<void> => {
  const held = await vocabulary.counts(terms.flatMap(({ written = [] }) => written));
  const among = countAmong(
    terms.map(({ stem }) => stem),
    candidates,
  );
  for (const { stem, written = [] } of terms) {
    const most = Math.max(counts.get(stem) ?? 0, ...written.map((form) => held.get(form) ?? 0));
    counts.set(stem, most > 0 ? most : (among.get(stem) ?? 0));
  }
};

/** Number of passages with each stem, counted in the candidates. */
const countAmong = (
  stems: readonly string[],
  candidates: readonly { passage: Passage; own: ReadonlySet<string> }[],
) => {
  const held = new Map<string, Set<string>>(stems.map((stem) => [stem, new Set()]));
  for (const { passage, own } of candidates) for (const [stem, ids] of held) if (own.has(stem)) ids.add(passage.id);
  return new Map(Array.from(held, ([stem, ids]) => [stem, ids.size]));
};
