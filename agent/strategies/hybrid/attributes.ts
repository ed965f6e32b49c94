import { isParleyError, ParleyError } from '../../../core/errors.ts';
import { sampleTask } from '../../model/run-task.ts';
import { node } from '../../node.ts';
import type { QuestionContext } from '../../question-context.ts';
import { attributeClassifier, classifyAttributes } from './attributes/classifier.ts';
import { attributeSvm, classifyByVector } from './attributes/svm.ts';
import type { HybridOptions } from './options.ts';
import type { Hybrid, HybridUpdate } from './state.ts';
import { type Attributes, predictAttributes } from './tasks/predict-attributes.ts';

/** Five demonstrations (section 4.2): one for each domain, and at least one for each rate of change. */
const DEMONSTRATIONS: readonly { question: string; attributes: Attributes }[] = [
  {
    question: 'What is the share price of Nordhavn Shipping right now?',
    attributes: { domain: 'finance', change: 'real-time' },
  },
  { question: 'Who leads the second division table this week?', attributes: { domain: 'sports', change: 'fast' } },
  {
    question: 'How many studio albums has the singer Ines Falk released?',
    attributes: { domain: 'music', change: 'slow' },
  },
  {
    question: 'Who directed the film that won best picture in 1962?',
    attributes: { domain: 'movies', change: 'static' },
  },
  {
    question: 'How many days of leave does the handbook give a new colleague?',
    attributes: { domain: 'open', change: 'slow' },
  },
];

/**
 * Predicts domain and rate of change (section 4.2), with the trained SVM or by majority vote of samples. The first
 * sample wins a tie.
 * @throws BAD_USAGE for an unknown value of `attributes`
 */
export const predict = ({ attributes, samples }: HybridOptions) =>
  node<Hybrid, HybridUpdate>('attributes', async ({ standalone }, context) => {
    if (attributes === 'off') return {};
    if (attributes === 'best' || attributes === 'classifier') {
      const bySvm = await predictByVector(context, standalone);
      const predicted = bySvm ?? (attributes === 'classifier' && classifyAttributes(attributeClassifier(), standalone));
      if (predicted) {
        const by = bySvm ? 'svm on sentence vectors' : 'n-grams';
        context.trace({ kind: 'note', name: 'attributes', data: { ...predicted, by } });
        return { attributes: predicted };
      }
    } else if (attributes !== 'in-context') {
      throw new ParleyError('BAD_USAGE', {
        message: `attributes=${attributes} is not a way to predict them.`,
        remedy: 'Use best, in-context, classifier or off.',
      });
    }
    const input = { question: standalone, demonstrations: DEMONSTRATIONS };
    const votes = await sampleTask(context, predictAttributes, input, samples.attributes);
    const predicted = {
      domain: majority(votes.map(({ output }) => output.domain)),
      change: majority(votes.map(({ output }) => output.change)),
    };
    context.trace({ kind: 'note', name: 'attributes', data: { ...predicted, votes: votes.length } });
    return { attributes: predicted };
  });

/**
 * Prediction of the SVM. Undefined without an encoder, with another encoder than it was trained on, or if the encoder
 * is unavailable, which is traced.
 */
const predictByVector = async (
  { encoder, signal, trace }: QuestionContext,
  question: string,
): Promise<Attributes | undefined> => {
  if (!encoder) return undefined;
  try {
    return await classifyByVector(attributeSvm(), encoder, question, signal);
  } catch (error) {
    if (!isParleyError(error, 'ENCODER_UNAVAILABLE')) throw error;
    trace({ kind: 'note', name: 'encoder-unavailable', data: { message: error.message } });
    return undefined;
  }
};

/** The most frequent vote; of equally frequent ones the first. @param votes at least one */
export const majority = <T>(votes: readonly T[]): T => {
  const counts = new Map<T, number>();
  for (const vote of votes) counts.set(vote, (counts.get(vote) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
};

/** True if the answer changes within minutes or weeks, so that pages ingested once may be stale. */
export const isDynamic = ({ attributes }: Pick<Hybrid, 'attributes'>): boolean =>
  attributes !== undefined && FRESH_DAYS[attributes.change] !== undefined;

/** Days for which a page can answer a question with this rate of change; absent if age does not matter. */
const FRESH_DAYS: Partial<Record<NonNullable<Hybrid['attributes']>['change'], number>> = { 'real-time': 1, fast: 7 };

/** True if a page is recent enough to answer: always for slow and static answers, otherwise within `FRESH_DAYS`. */
export const isFresh = ({ attributes }: Pick<Hybrid, 'attributes'>, asOf: string, updatedAt?: string): boolean => {
  const days = attributes && FRESH_DAYS[attributes.change];
  if (days === undefined) return true;
  if (updatedAt === undefined) return false;
  const age = (Date.parse(asOf) - Date.parse(updatedAt)) / 86_400_000;
  return age > -1 && age <= days;
};

/** Answers "I don't know" to a dynamic question that neither a live source nor a fresh page covers. */
export const giveUp = node<Hybrid, HybridUpdate>('give-up', () => ({
  written: {
    reasoning: '',
    verdict: 'unknown' as const,
    text: "I don't know: the answer changes too quickly for the pages that I read, and no live source or page of these days holds it.",
    shortAnswer: '',
    citations: [],
  },
}));
