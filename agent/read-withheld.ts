import { asParleyError } from '../core/errors.ts';
import { mayAnswerLikely } from './model/likely.ts';
import { runTask } from './model/run-task.ts';
import type { QuestionContext } from './question-context.ts';
import { type CheckedAnswer, checkAnswer } from './references/check-answer.ts';
import { fromHit } from './references/from-hits.ts';
import { plainEvidence } from './references/plain-evidence.ts';
import type { NumberedReference } from './references/reference.ts';
import { answerQuestion } from './tasks/answer-question.ts';

/** Maximum passages from pages with an injection, and other sources beside them. */
const MAX_WITHHELD = 4;
const MAX_BESIDE = 4;

/** Continues "The pages don't say". Does not name the page, because an attacker may have chosen its title. */
const TRUST = 'whether the only page that states this can be trusted: it also holds words addressed to the assistant';

/**
 * Answers an unanswered question from withheld passages: passages without an injection from pages that contain one
 * elsewhere. A single comment must not hide a whole page, but its author may have written the rest too. So these pages
 * are read last, without questions and requests in them, and their statements are at most likely, with that caveat.
 * @param shown sources already used for the question
 * @returns undefined if nothing was withheld, only stated facts may be answered, the budget allows no call, or the
 * withheld pages do not answer
 */
export const readWithheld = async (
  context: QuestionContext,
  shown: readonly NumberedReference[],
  question: string,
  today: string,
): Promise<CheckedAnswer | undefined> => {
  const withheld = new Map(context.quarantine.withheld().map((hit) => [hit.passage.id, hit]));
  if (withheld.size === 0 || !mayAnswerLikely(context, context.models.main)) return undefined;
  const best = [...withheld.values()].sort((a, b) => b.score - a.score).slice(0, MAX_WITHHELD);
  const pages = new Set(best.map(({ passage }) => passage.documentId));
  const references = plainEvidence([...context.references.add(best.map(fromHit)), ...shown.slice(0, MAX_BESIDE)]);
  context.record('check', {
    kind: 'note',
    name: 'withheld-passages',
    data: { passages: best.map(({ passage }) => passage.id) },
  });
  try {
    // An untrusted page with an unstated link would have two gaps, so no likely answer is offered.
    const stated = { ...context, allowsLikely: false };
    const { output } = await runTask(stated, answerQuestion, { question, references, today });
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

/** Confidence factor for statements of a page with an injection. */
const WITHHELD_SHARE = 0.5;
