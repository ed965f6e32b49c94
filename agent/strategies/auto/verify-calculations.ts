import { lookUp } from '../../look-up.ts';
import type { QuestionContext } from '../../question-context.ts';
import { newFactsIn } from '../../references/stated-words.ts';
import type { Attempt } from './tasks/answer-attempt.ts';

/** Calculations of one answer that are worked out again. */
const MAX_CALCULATIONS = 8;

/**
 * Recalculates the model's arithmetic. If the short answer is a figure that neither a result nor any text states, the
 * calculator's last number replaces it: a stated figure is quoted ("£1,300 per tonne"), and only shown to be worked with.
 * @param texts the question and the sources that the model read
 */
export const verifyCalculations = async (
  context: QuestionContext,
  attempt: Attempt,
  texts: readonly string[],
): Promise<Attempt> => {
  if (attempt.verdict === 'unknown' || attempt.calculations.length === 0) return attempt;
  const worked: number[] = [];
  for (const expression of attempt.calculations.slice(0, MAX_CALCULATIONS)) {
    const value = await lookUp(context, 'calculate', { expression }).then(
      (found) => found.value,
      () => undefined,
    );
    if (typeof value === 'number') worked.push(value);
  }
  const figures = attempt.shortAnswer.match(/\d[\d,]*(?:\.\d+)?/g) ?? [];
  const last = worked.at(-1);
  const [figure, ...others] = figures;
  if (last === undefined || figure === undefined || others.length > 0) return { ...attempt, worked };
  const number = Number(figure.replaceAll(',', ''));
  const decimals = figure.split('.')[1]?.length ?? 0;
  const isWorkedOut = worked.some((value) => Math.abs(value - number) <= 0.5 * 10 ** -decimals + 1e-9);
  if (isWorkedOut || newFactsIn(figure, texts.join('\n')).length === 0) return { ...attempt, worked };
  const right = Number(last.toPrecision(10)).toLocaleString('en-US', { maximumFractionDigits: 4 });
  context.trace({ kind: 'note', name: 'recalculated', data: { said: figure, right } });
  const replace = (text: string) => text.replaceAll(figure, right);
  return { ...attempt, worked, text: replace(attempt.text), shortAnswer: replace(attempt.shortAnswer) };
};
