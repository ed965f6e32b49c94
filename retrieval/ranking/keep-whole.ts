import { reciprocalRankFusion } from '../fusion.ts';
import type { Evidence } from './evidence.ts';

/**
 * Places of the plain ranking, the first places of ours that they are not pushed out of, and how many of those keep what
 * stands there.
 */
const KEPT_WITH_VECTORS = [
  { best: 3, within: 5, firm: 1 },
  { best: 10, within: 10, firm: 5 },
];
/** Words alone are one witness, not two: their best keep a place among ten. */
const KEPT_BY_WORDS = [{ best: 8, within: 10, firm: 1 }];
/** Content words of a query that names a thing: "Ada Lovelace", "what is the door code?". One word tells too little. */
const NAME_WORDS = { least: 2, most: 4 };
/** What may stand around the name; other words ask something of it. */
const AROUND_NAME = new Set('who what is are was were s the a an about me tell'.split(' '));
/** Passages that hold such a name whole, at most: with more, its words are common, and the ranking knows better. */
const MAX_WHOLE = 5;
/** Of each plain ranking, passages that are fused. */
const DEPTH = 100;
/** Of what a question asks, by idf, that some page must hold before "all that pages hold of it" says anything. */
const MIN_KNOWN = 0.5;
const EPSILON = 1e-9;

/**
 * Keeps what plain search finds (BM25 and cosine, fused by rank) where it holds the whole question: all its words that some
 * page holds (docs/search.md, ranking step 9). Links and sub-questions lead away from such a passage without need, and would
 * put a dozen others before it; a chain's question has none, since no page holds both of its ends. What names a thing and asks
 * nothing of it leads nowhere: the few passages that hold the name come first. Where no page holds any word of the question,
 * the nearest in meaning come first: links and shared names are weighed by the question's words.
 *
 * @param ranked best first, with equal scores in their order
 * @returns the same passages; one that is moved up takes the score of the one whose place it takes
 */
export const keepWhole = <T extends { passage: number; score: number }>(
  ranked: readonly T[],
  { lexical, cosines, question }: Pick<Evidence, 'lexical' | 'cosines' | 'question'>,
): T[] => {
  const nearest = cosines && [...cosines.known].sort((a, b) => b[1] - a[1]).slice(0, DEPTH);
  const scored = (passages: readonly number[]) => passages.map((passage) => ({ id: String(passage), score: 0 }));
  const plain = reciprocalRankFusion([
    scored(lexical.top),
    ...(nearest ? [scored(nearest.map(([passage]) => passage))] : []),
  ]).map(({ id }) => Number(id));
  if (cosines && lexical.top.length === 0) return inFront(ranked, inPlainOrder(ranked, plain));
  const holdsAll = (passage: number) => lexical.heldShare(passage, 'held') > 1 - EPSILON;
  const isWhole = (passage: number) => holdsAll(passage) && lexical.heldShare(passage, 'all') > MIN_KNOWN;
  // Meaning is a second witness where most of what is asked stands on no page.
  const isKept = cosines ? holdsAll : isWhole;
  const whole = isName(question) ? ranked.filter(({ passage }) => isWhole(passage)) : [];
  if (whole.length > 0 && whole.length <= MAX_WHOLE) return inFront(ranked, whole);
  const kept = [...ranked];
  for (const { best, within, firm } of cosines ? KEPT_WITH_VECTORS : KEPT_BY_WORDS) {
    const first = new Set(plain.slice(0, best));
    for (const passage of first) {
      const from = kept.findIndex((one) => one.passage === passage);
      if (from < within || !isKept(passage)) continue;
      // The last that plain search does not put as high gives up its place; it stands next.
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

/** Content words, each once, and nothing that asks more than who or what it is. */
const isName = ({ words, stems }: Evidence['question']): boolean =>
  words.filter((word) => !AROUND_NAME.has(word)).length === stems.length &&
  stems.length >= NAME_WORDS.least &&
  stems.length <= NAME_WORDS.most;

const inPlainOrder = <T extends { passage: number }>(ranked: readonly T[], plain: readonly number[]): T[] => {
  const place = new Map(plain.map((passage, at) => [passage, at]));
  return ranked
    .filter(({ passage }) => place.has(passage))
    .sort((a, b) => place.get(a.passage)! - place.get(b.passage)!);
};

/** Scores stay with their places. */
const inFront = <T extends { score: number }>(ranked: readonly T[], first: readonly T[]): T[] => {
  const others = ranked.filter((one) => !first.includes(one));
  return [...first, ...others].map((one, at) => ({ ...one, score: ranked[at]?.score ?? one.score }));
};

/** Scores never rise towards the end: what was put lower takes the score of what stands before it. */
const inOrder = <T extends { score: number }>(ranked: readonly T[]): T[] => {
  let least = Number.POSITIVE_INFINITY;
  return ranked.map((one) => {
    least = Math.min(least, one.score);
    return one.score === least ? one : { ...one, score: least };
  });
};
