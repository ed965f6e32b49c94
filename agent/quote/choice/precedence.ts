import { rowsCandidate } from '../candidates/candidate.ts';
import { isNumberedTitle } from '../pages/unfit.ts';
import type { Ranked } from './features.ts';
import { isPartOf } from './same-answer.ts';

/**
 * Puts in front what answers better than the candidate with the highest score, and joins rows of a table that answer as well.
 * @param ranked by score, best first
 */
export const withLeads = (ranked: readonly Ranked[]): Ranked[] =>
  withTiesJoined(LEADS.reduce((before, lead) => lead(before), ranked));

/** Minimum quality of a count of rows that leads over what has no number. */
const MIN_COUNT_QUALITY = 0.75;

/**
 * To a question how many there are, rows that were counted are the answer, and not a text without their number, nor a table
 * that only mentions what is counted.
 */
const withCountFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  const isPoorCount = best?.features.count === 1 && best.features.operatorQuality < MIN_COUNT_QUALITY;
  if (best?.features.counted !== -1 && !isPoorCount) return ranked;
  const count = ranked.find(({ features }) => features.count === 1 && features.operatorQuality >= MIN_COUNT_QUALITY);
  return best && count && count !== best ? leading(count, best, ranked) : ranked;
};

/** What stands behind the title of an agenda's item, in place of the title: "**2. Yard.** Decision: …". */
const belowTitle = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  const { sentence, passage } = best?.candidate ?? {};
  if (!best || !sentence || !passage) return ranked;
  const { start, end } = sentence.itself;
  if (!isNumberedTitle(passage.text.slice(start, end))) return ranked;
  const below = sentence.parent.sentences[sentence.index + 1];
  const next = ranked.find((one) => below !== undefined && one.candidate.sentence?.itself === below);
  if (!next || below?.paragraph !== sentence.itself.paragraph) return ranked;
  return [{ ...best, candidate: next.candidate }, ...ranked.filter((one) => one !== next && one !== best)];
};

/** Candidates with one in front that answers better than the best, whose probability it gets. */
const leading = (one: Ranked, best: Ranked, ranked: readonly Ranked[]): Ranked[] => [
  { ...one, probability: Math.max(one.probability, best.probability) },
  { ...best, probability: Math.min(one.probability, best.probability) },
  ...ranked.filter((other) => other !== one && other !== best),
];

/** Maximum lead over a sentence beside it that tells how. */
const MAX_LEAD = 1;

/**
 * To a question how to do something, the sentence that tells how is the answer, and not the one beside it that only
 * speaks of it.
 */
const withInstructionFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  if (!best || (best.features.howTo === 0 && best.features.forCase === 0) || best.features.instructs === 1)
    return ranked;
  const telling = ranked.find(
    ({ candidate, features, score }) =>
      features.instructs === 1 && best.score - score < MAX_LEAD && isPartOf(candidate, best.candidate),
  );
  if (telling) return [telling, ...ranked.filter((one) => one !== telling)];
  const step = firstStepIn(best, ranked);
  if (!step) return ranked;
  // What fits the question is the section, so that its first step is as likely as the sentence that has the words.
  const features = { ...best.features, instructs: 1 };
  return [
    { ...step, features, score: best.score, probability: best.probability },
    ...ranked.filter((one) => one !== step),
  ];
};

/** Maximum lead over what does exactly what is asked for. */
const MAX_LEAD_OVER_ACTION = 1.5;
/** To a question how to do something, the entry that begins with doing it is the answer, and not what only has its words. */
const withActionFirst = (ranked: readonly Ranked[]): readonly Ranked[] => {
  const [best] = ranked;
  if (!best || best.features.howTo === 0 || doesWhatIsAsked(best.features)) return ranked;
  const action = ranked.find(
    ({ features, score }) => doesWhatIsAsked(features) && best.score - score < MAX_LEAD_OVER_ACTION,
  );
  return action ? [action, ...ranked.filter((one) => one !== action)] : ranked;
};
/** True for an entry that does what the question asks how to do. */
export const doesWhatIsAsked = ({
  doesAsked,
  instructs,
}: Pick<Ranked['features'], 'doesAsked' | 'instructs'>): boolean => doesAsked === 1 && instructs === 1;
/** Minimum agreement of a heading with the question for the section to be about the case. */
const MIN_ABOUT = 0.5;
/** The first sentence that tells what to do in the section of a sentence whose heading names the case: "Lost or stolen". */
const firstStepIn = ({ candidate, features }: Ranked, ranked: readonly Ranked[]): Ranked | undefined => {
  const { sentence, passage } = candidate;
  if (!sentence || features.forCase === 0 || features.about < MIN_ABOUT) return undefined;
  return ranked
    .filter(
      (one) =>
        one.features.instructs === 1 &&
        one.candidate.passage.id === passage.id &&
        one.candidate.sentence?.itself.section === sentence.itself.section,
    )
    .sort((a, b) => (a.candidate.sentence?.index ?? 0) - (b.candidate.sentence?.index ?? 0))[0];
};

/** Rows of a table whose scores differ by less are tied. */
const TIE = 0.3;
/** Maximum tied rows that are shown together. */
const MAX_TIED = 8;

/** What leads over a candidate with a higher score, in the order in which it is looked for. */
const LEADS = [belowTitle, withCountFirst, withInstructionFirst, withActionFirst] as const;

/**
 * Joins the best row with those of its table that the question fits as well: for "is there parking?" one office's row is no
 * better than the others'.
 */
const withTiesJoined = (ranked: readonly Ranked[]): Ranked[] => {
  const [best] = ranked;
  const table = best && best.candidate.operation === undefined ? best.candidate.table : undefined;
  if (!best || !table) return [...ranked];
  const tied = ranked
    .filter(({ candidate, score }) => candidate.table === table && !candidate.operation && best.score - score < TIE)
    .map(({ candidate }) => candidate);
  if (tied.length < 2) return [...ranked];
  const first =
    // Several rows do not say what something is.
    tied.length <= MAX_TIED && best.features.whatIs === 0
      ? { ...best, candidate: rowsCandidate(tied), tied }
      : { ...best, features: { ...best.features, undecided: 1 } };
  return [first, ...ranked.slice(1)];
};
