import type { Answer, Usage } from '../core/answer.ts';
import type { Answering } from './answering.ts';
import { suggestQuestions } from './quote/suggestions/suggest-questions.ts';
import type { SmallTalk } from './smalltalk/recognise.ts';
import { replyText, WITH_SAMPLES } from './smalltalk/replies.ts';

/** Maximum sample questions in a reply. */
const SAMPLES = 3;

/**
 * Replies to small talk with one line, without a search or a model call. It does not count as a question and cites nothing.
 * @param hasModel true if a model writes the answers to questions
 * @param spent usage of the calls that found out that nothing is asked
 */
export const replyToSmallTalk = async (
  { question, retriever, stores, encoder, clock, startedAt, onEvent, output }: Answering,
  { kind, language }: SmallTalk,
  hasModel: boolean,
  spent?: Usage,
): Promise<Answer> => {
  const { text: message, scopes } = question;
  const sources = kind === 'pages' ? await stores.documents.sources(scopes) : [];
  const text = replyText(kind, language, {
    hasModel,
    sources: sources.map(({ id, documents: pages }) => ({ id, pages })),
    samples: WITH_SAMPLES.has(kind)
      ? await suggestQuestions({ retriever, stores, encoder }, scopes, SAMPLES, { askedAt: clock.now() })
      : [],
  });
  onEvent({ type: 'token', text });
  const seconds = (clock.now() - startedAt) / 1000;
  return output.answer({
    question: message,
    text,
    shortAnswer: '',
    verdict: 'smalltalk',
    confidence: 1,
    citations: [],
    strategy: 'smalltalk',
    usage: spent ?? { calls: 0, inputTokens: 0, outputTokens: 0, seconds, rounds: 0 },
    mode: hasModel ? 'model' : 'quote',
    trace: [],
  });
};
