import { fuseRanks, tiedRanks } from '../fusion.ts';
import type { Evidence } from './evidence.ts';

/**
 * The `best` passages of the plain ranking that contain the whole question move up to the first `within` of ours. The first
 * `firm` of ours are never displaced.
 */
const KEPT_WITH_VECTORS = [
  { best: 3, within: 5, firm: 1 },
  { best: 10, within: 10, firm: 5 },
];
/** The same without vectors. Less strict, because the plain ranking is then based on words only. */
const KEPT_BY_WORDS = [{ best: 8, within: 10, firm: 1 }];
/** Number of content words in a query that is a name: "Ada Lovelace", "what is the door code?". One word is too unspecific. */
const NAME_WORDS = { least: 2, most: 4 };
/** Words that may surround the name. Other words ask something about it. */
const AROUND_NAME = new Set('who what is are was were s the a an about me tell'.split(' '));
/** What asks for the name itself only before one of the second: "who is …", "what's …". */
const ASKS = new Set(['who', 'what']);
const IS = new Set(['is', 'are', 'was', 'were', 's']);
/** If more passages contain the whole name, its words are common and the ranking decides. */
const MAX_WHOLE = 5;
/** Number of passages from each plain ranking in the fusion. */
const DEPTH = 100;
/** Minimum idf-weighted share of the question's words that must occur in the pages for `isWhole` to be meaningful. */
const MIN_KNOWN = 0.5;
const EPSILON = 1e-9;

/**
 * Keeps passages high that contain the whole question (all of its words that occur in any page) if plain search, BM25 and
 * cosine with rank fusion, ranks them high (docs/search.md, ranking step 9). Links and sub-questions would rank a dozen other
 * passages above them. A multi-hop question has no such passage, because no page contains both ends of the chain. If the
 * question is only a name, the few passages that contain it come first. If no page contains any word of the question, the
 * nearest in meaning come first, because links and shared names are weighted by the question's words.
 *
 * @param ranked best first
 * @returns the same passages, with descending scores
 */
export const keepWhole = <T extends { passage: number; score: number }>(
  ranked: readonly T[],
  { lexical, cosines, question }: Pick<Evidence, 'lexical' | 'cosines' | 'question'>,
): T[] => {
  const byWords = lexical.top.map((passage) => [passage, lexical.total(passage)] as const);
  const byMeaning = cosines && [...cosines.known].sort((a, b) => b[1] - a[1]).slice(0, DEPTH);
  const plain = plainOrder(byMeaning ? [byWords, byMeaning] : [byWords], ranked);
  if (cosines && lexical.top.length === 0) return inFront(ranked, inPlainOrder(ranked, plain));
  const holdsAll = (passage: number) => lexical.heldShare(passage, 'held') > 1 - EPSILON;
  const isWhole = (passage: number) => holdsAll(passage) && lexical.heldShare(passage, 'all') > MIN_KNOWN;
  // With vectors, a passage counts even if most of the question's words occur in no page.
  const isKept = cosines ? holdsAll : isWhole;
  const whole = isName(question) ? ranked.filter(({ passage }) => isWhole(passage)) : [];
  if (whole.length > 0 && whole.length <= MAX_WHOLE) return inFront(ranked, whole);
  const kept = [...ranked];
  for (const { best, within, firm } of cosines ? KEPT_WITH_VECTORS : KEPT_BY_WORDS) {
    const first = new Set(plain.slice(0, best));
    for (const passage of first) {
      const from = kept.findIndex((one) => one.passage === passage);
      if (from < within || !isKept(passage)) continue;
      // Displaces the last passage that is not among the best of plain search. That one follows directly after.
      const to = kept.slice(0, within).findLastIndex((one) => !first.has(one.passage));
      if (to < firm) continue;
      const [moved] = kept.slice(from, from + 1);
      const before = kept[to];
      if (!moved || !before) continue;
      kept.splice(from, 1);
      kept.splice(to, 1);
      kept.splice(within - 1, 0, { ...moved, score: kept[within - 2]?.score ?? before.score }, before);
    }
  }
  return inOrder(kept);
};

/**
 * The order of plain search: rankings with their scores, best first, are fused by rank. Equal scores share a rank, and equal
 * passages are in the order of `ranked`: passage numbers depend on the order of ingestion.
 */
const plainOrder = (
  rankings: readonly (readonly (readonly [passage: number, score: number])[])[],
  ranked: readonly { passage: number }[],
): number[] => {
  const fused = fuseRanks(rankings.map(tiedRanks));
  const place = new Map(ranked.map(({ passage }, at) => [passage, at]));
  const placeOf = (passage: number) => place.get(passage) ?? place.size;
  return [...fused].sort(([a, x], [b, y]) => y - x || placeOf(a) - placeOf(b)).map(([passage]) => passage);
};

/** Whether a question consists of a few distinct content words and, at most, asks who or what that is. */
const isName = ({ words, stems }: Evidence['question']): boolean =>
  // "Who leads Sales?" asks for something else than "Who is Sales?": its verb is a content word.
  words.every((word, at) => !ASKS.has(word) || IS.has(words[at + 1] ?? '')) &&
  words.filter((word) => !AROUND_NAME.has(word)).length === stems.length &&
  stems.length >= NAME_WORDS.least &&
  stems.length <= NAME_WORDS.most;

const inPlainOrder = <T extends { passage: number }>(ranked: readonly T[], plain: readonly number[]): T[] => {
  const found = new Map(ranked.map((one) => [one.passage, one]));
  return plain.flatMap((passage) => found.get(passage) ?? []);
};

/** Moves passages to the front. Scores stay at their ranks. */
const inFront = <T extends { score: number }>(ranked: readonly T[], first: readonly T[]): T[] => {
  const others = ranked.filter((one) => !first.includes(one));
  return [...first, ...others].map((one, at) => ({ ...one, score: ranked[at]?.score ?? one.score }));
};

/** Makes scores descend: a passage that was moved down takes the score of the one before it. */
const inOrder = <T extends { score: number }>(ranked: readonly T[]): T[] => {
  let least = Number.POSITIVE_INFINITY;
  return ranked.map((one) => {
    least = Math.min(least, one.score);
    return one.score === least ? one : { ...one, score: least };
  });
};
