import type { Answer, Usage } from '../core/answer.ts';
import { quarantinedRetriever, quarantinedStores } from '../tools/quarantined.ts';
import type { Answering } from './answering.ts';
import { createPageQuarantine, withOwnTitles } from './page-quarantine.ts';
import { quoteAnswer } from './quote/quote-answer.ts';

/**
 * Answers a question with quotes of pages and attached files, without their injections.
 * @param notices why no model wrote the answer
 * @param spent usage of a strategy that was tried before
 */
export const answerByQuoting = async (
  {
    question,
    retriever,
    stores,
    encoder,
    onPoisonedPage,
    clock,
    log,
    startedAt,
    trace,
    record,
    onEvent,
    output,
  }: Answering,
  notices: readonly string[],
  spent?: Usage,
): Promise<Answer> => {
  const quarantine = createPageQuarantine({
    stores,
    log,
    question: question.text,
    keepsQuestions: true,
    record: (note) => record({ node: 'quarantine', at: clock.now() - startedAt, ...note }),
    onPoisonedPage,
  });
  const attachments = question.attachments?.flatMap((file) => {
    const text = quarantine.cleanText(file.text, `attachment:${file.name}`);
    return text === undefined ? [] : [{ ...file, text }];
  });
  const answer = await quoteAnswer({
    question: { ...question, attachments },
    retriever: quarantinedRetriever(retriever, quarantine),
    stores: quarantinedStores(stores, quarantine),
    titleOf: quarantine.titleOf,
    withheld: () =>
      quarantine
        .withheld()
        .toSorted((a, b) => b.score - a.score)
        .map(({ passage }) => passage),
    shortened: quarantine.shortened,
    encoder,
    record,
    startedAt,
    clock,
    trace,
    notices,
    spent,
    onEvent,
  });
  return output.answer(withOwnTitles(answer, quarantine));
};
