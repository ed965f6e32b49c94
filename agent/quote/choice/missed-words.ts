import { asParleyError } from '../../../core/errors.ts';
import { words } from '../../../core/text/words.ts';
import { dot, type Encoder } from '../../../retrieval/index.ts';
import { type Candidate, readText } from '../candidates/candidate.ts';
import type { ReadQuestion } from '../reading/question.ts';
import type { Term } from '../reading/terms.ts';
import { stemOf, stemsOf } from '../words/stems.ts';
import { holdsTerm } from './match/holds-term.ts';

// Tells another word for what a text says from a word for another thing. A text lacks both, but only a word for another thing
// keeps the question away from it: without "pension", "what pension contribution does the company pay" is closer to "the company
// pays the medical", and without "early", "how early do drivers check in" is no closer to "cars 30 minutes".

const MAX_CHARS = 600;

/**
 * Gain of cosine above which a missing word is one for another thing. Over nine corpora that were looked at, 4 of 20 answers to
 * unanswerable questions gain more, and 4 of 346 right ones; over five that were not, 3 of 15 and one of 57.
 */
const MAX_GAIN = 0.06;

/** The question without the content words that neither the shown text nor what stands above it has; undefined if it lacks none. */
export const withoutMissed = ({ text, terms }: ReadQuestion, candidate: Candidate): string | undefined => {
  const shown = new Set(stemsOf(readText(candidate)));
  const isMissed = (term: Term): boolean =>
    !term.light && !candidate.operation?.consumed.has(term.stem) && !holdsTerm(term, candidate, shown);
  const missed = new Set(terms.filter(isMissed).map(({ stem }) => stem));
  if (missed.size === 0) return undefined;
  const kept = text.split(/\s+/).filter((word) => !words(word).some((one) => missed.has(stemOf(one))));
  return kept.join(' ').trim() || undefined;
};

/** How much closer the question is to the shown text without the words that it lacks, as a difference of cosines. */
export const gainWithoutMissed = async (
  question: ReadQuestion,
  candidate: Candidate,
  encoder: Encoder,
  signal?: AbortSignal,
): Promise<number> => {
  const rest = withoutMissed(question, candidate);
  if (rest === undefined) return 0;
  const { title, headings } = candidate.passage;
  const shown = [title, ...headings, readText(candidate).replaceAll('**', '')].join('. ').slice(0, MAX_CHARS);
  const [[whole, without], [text]] = await Promise.all([
    encoder.embed([question.text, rest], signal, 'question'),
    encoder.embed([shown], signal),
  ]);
  return whole && without && text ? dot(without, text) - dot(whole, text) : 0;
};

/** True if the words that a candidate lacks are for another thing than it speaks of; false if the encoder is unavailable. */
export const speaksOfAnother = async (
  question: ReadQuestion,
  candidate: Candidate,
  encoder: Encoder,
  signal?: AbortSignal,
): Promise<boolean> => {
  try {
    return (await gainWithoutMissed(question, candidate, encoder, signal)) > MAX_GAIN;
  } catch (error) {
    if (asParleyError(error).code !== 'ENCODER_UNAVAILABLE') throw error;
    return false;
  }
};
