import { confidenceOf } from './certainty.ts';
import { MAX_MISSED } from './doubts.ts';
import type { Ranked, Weighed } from './features.ts';
import { rankCandidates } from './rank.ts';
import { fittedWeights } from './weights.ts';

/** How likely a quote answers: an answer, the closest passage, or only nearby pages. */
export type Tier = 'answer' | 'closest' | 'unknown';

/** The ranked candidates and the probability that the best one answers. */
export interface Decision {
  ranked: Ranked[];
  confidence: number;
  tier: Tier;
}

/** From this share of words that no page contains, a column's name says too little. */
const MAX_STRANGE = 0.5;

/** Below this coverage of the question, a passage that lacks the kind of answer asked for is beside the point. */
const MIN_COVERAGE = 0.6;
/**
 * True if a passage is not even worth a look: a price to a question for a person, or one that lacks what may be so, if no page
 * has a word for it ("is there a charging point for electric cars").
 */
const isBesideThePoint = (features: Weighed['features']): boolean => {
  const { signsMissing, coverage, yesNo, missedShare, unknown, operator } = features;
  return (
    (signsMissing === 1 && coverage < MIN_COVERAGE && operator === 0) ||
    (unknown > 0 && yesNo === 1 && missedShare >= MAX_MISSED)
  );
};

/** Minimum agreement of the question with one that a heading asks for what follows it to be worth a look. */
const MIN_ASKED_ABOVE = 0.4;
/** "Question?", or "(FAQ 33) From clients behind the firewall, connections fail." with its answer below. */
const ASKS = /[?？]\s*$|^\W*(?:FAQ|Q)\W*\d/iu;
const ANSWERS = /^(?:answer|reply|a|antwort|réponse|respuesta)\s*[:.]/iu;
/**
 * True for the first sentence below a heading that asks something like the question: of an FAQ, people look for the entry
 * that is theirs, whatever words its answer has.
 */
const answersOneLikeIt = ({ candidate, features }: Ranked): boolean => {
  const { sentence, plain } = candidate;
  return (
    features.first === 1 &&
    features.about >= MIN_ASKED_ABOVE &&
    (ASKS.test(sentence?.itself.headings ?? '') || ANSWERS.test(plain))
  );
};

/** Ranks the candidates and classifies the best one by its confidence. */
export const decide = ({ weighed, withEncoder }: { weighed: readonly Weighed[]; withEncoder: boolean }): Decision => {
  const weights = fittedWeights(withEncoder);
  const ranked = rankCandidates(weighed, weights.ranker);
  const confidence = confidenceOf(ranked, weights.calibrator);
  const [best] = ranked;
  // A table that fits by a column's name alone is no answer, but worth a look.
  if (best?.candidate.operation?.byColumn)
    return { ranked, confidence, tier: best.features.strange < MAX_STRANGE ? 'closest' : 'unknown' };
  const isSure = confidence >= weights.answer;
  const isClosest =
    best !== undefined && (confidence >= weights.closest || answersOneLikeIt(best)) && !isBesideThePoint(best.features);
  return { ranked, confidence, tier: isSure ? 'answer' : isClosest ? 'closest' : 'unknown' };
};
