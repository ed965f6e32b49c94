import type { Answer, Usage } from '../core/answer.ts';
import type { Answering } from './answering.ts';
import { suggestQuestions } from './quote/suggestions/suggest-questions.ts';
import { answerSmallTalk } from './smalltalk/answer.ts';
import type { SmallTalk } from './smalltalk/recognise.ts';

/** Maximum sample questions in the reply to a greeting. */
const SAMPLE_QUESTIONS = 3;

/**
 * Replies to a message that asks the pages nothing.
 * @param hasModel true if a model writes the answers to questions
 * @param spent usage of the calls that found out that nothing is asked
 */
export const replyToSmallTalk = async (
  { question, retriever, stores, encoder, clock, startedAt, onEvent, output }: Answering,
  smallTalk: SmallTalk,
  hasModel: boolean,
  spent?: Usage,
): Promise<Answer> => {
  const answer = await answerSmallTalk(smallTalk, {
    message: question.text,
    scopes: question.scopes,
    hasModel,
    documents: stores.documents,
    suggest: () =>
      suggestQuestions({ retriever, stores, encoder }, question.scopes, SAMPLE_QUESTIONS, { askedAt: clock.now() }),
    startedAt,
    now: () => clock.now(),
  });
  onEvent({ type: 'token', text: answer.text });
  return output.answer(spent ? { ...answer, usage: spent } : answer);
};
