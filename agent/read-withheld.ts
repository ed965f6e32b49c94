import { asParleyError } from '../core/errors.ts';
import { mayAnswerLikely, runTask } from './model/run-task.ts';
import type { QuestionContext } from './question-context.ts';
import { type CheckedAnswer, checkAnswer } from './references/check-answer.ts';
import { fromHit } from './references/from-hits.ts';
import { plainEvidence } from './references/plain-evidence.ts';
import type { NumberedReference } from './references/reference.ts';
import { answerQuestion } from './tasks/answer-question.ts';

/** Passages of pages with an attack that are read at most, and other sources beside them. */
const MAX_WITHHELD = 4;
const MAX_BESIDE = 4;

/** Goes on after "The pages don't say"; without the page's title, which its author chose. */
const TRUST = 'whether the only page that states this can be trusted: it also holds words addressed to the assistant';

/**
 * Reads a question that nothing answered once more, with the passages that were kept from the model because another passage of
 * their page gives it orders. One sentence in a comment must not silence a whole page; but who wrote the order may have written
 * the rest too. So such a page is read last, without its questions and requests, and what it states is at most likely: that it
 * can't be vouched for is said with it.
 *
 * @param shown sources that the question was read from before
 * @returns undefined where nothing was withheld, only stated facts may be answered, the budget allows no call, or the pages
 * withheld answer nothing
 */
export const readWithheld = async (
  context: QuestionContext,
  shown: readonly NumberedReference[],
  question: string,
  today: string,
): Promise<CheckedAnswer | undefined> => {
  const withheld = context.quarantine.withheld();
  if (withheld.length === 0 || !mayAnswerLikely(context, context.models.main)) return undefined;
  const best = withheld.toSorted((a, b) => b.score - a.score).slice(0, MAX_WITHHELD);
  const pages = new Set(best.map(({ passage }) => passage.documentId));
  const references = plainEvidence([...context.references.add(best.map(fromHit)), ...shown.slice(0, MAX_BESIDE)]);
  context.record('check', {
    kind: 'note',
    name: 'withheld-passages',
    data: { passages: best.map(({ passage }) => passage.id) },
  });
  try {
    const { output } = await runTask(context, answerQuestion, { question, references, today });
    // A link that is not stated beside a page that can't be vouched for: two gaps.
    if (output.verdict !== 'answered') return undefined;
    const answer = checkAnswer(
      { ...output, verdict: 'answered', unconfirmed: [], candidates: [] },
      references,
      question,
    );
    if (answer.verdict !== 'answered' || !answer.citations.some(({ documentId }) => pages.has(documentId)))
      return undefined;
    context.record('check', { kind: 'note', name: 'read-withheld', data: { pages: pages.size } });
    return {
      ...answer,
      verdict: 'likely',
      confidence: Math.round(answer.confidence * WITHHELD_SHARE * 100) / 100,
      unconfirmed: [TRUST],
    };
  } catch (error) {
    const { code, message } = asParleyError(error);
    if (code === 'CANCELLED') throw error;
    context.record('check', { kind: 'note', name: 'not-read-again', data: { code, message } });
    return undefined;
  }
};

/** A statement of a page that also gives orders is as sure as this share of one of another page. */
const WITHHELD_SHARE = 0.5;
