import { runTask } from '../model/run-task.ts';
import { node } from '../node.ts';
import { citedOf } from '../nodes/search.ts';
import { checkAnswer } from '../references/check-answer.ts';
import { contentStems, shareIn } from '../references/content-stems.ts';
import { confirmAnswer } from '../tasks/confirm-answer.ts';
import type { Auto } from './state.ts';

/** An answer below this confidence (weak or missing quotes, statements dropped) is looked at once more. */
const SURE = 0.75;

/** An answer whose text and sources speak of less than this of the question's words may answer another question. */
const SPEAKS_OF = 0.5;

/** Questions that want a date or a number: an answer without a digit has mostly stopped one link short. */
const WANTS_A_FIGURE =
  /^(?:when|how (?:many|much|old|far)|what (?:year|date)|(?:in|on|by) (?:which|what) (?:year|date|day))\b/i;

/** True for an answer that its sources bear out only loosely, or that hardly speaks of what was asked. */
export const isDoubtful = ({
  opened,
  references,
  standalone,
}: Pick<Auto, 'opened' | 'references' | 'standalone'>): boolean => {
  if (opened?.verdict !== 'answered') return false;
  const { confidence, dropped, text, citations } = checkAnswer(opened, references, standalone);
  if (confidence < SURE || dropped.length > 0) return true;
  if (WANTS_A_FIGURE.test(standalone) && !/\p{N}/u.test(opened.shortAnswer)) return true;
  const said = [text, ...citations.flatMap(({ title, quote }) => [title, quote])].join(' ');
  return shareIn(contentStems(standalone), contentStems(said)) < SPEAKS_OF;
};

/** Asks whether each link of a doubtful answer stands in what it cites; an answer that is not borne out is not given. */
export const confirm = node('confirm', async ({ standalone, opened, shown }: Auto, context) => {
  const answer = opened!;
  const cited = citedOf(context, answer.text, answer.citations);
  const references = cited.length > 0 ? cited : shown;
  const { output } = await runTask(context, confirmAnswer, { question: standalone, answer: answer.text, references });
  if (output.verdict === 'supported') return { refused: false };
  context.show.reset();
  context.trace({ kind: 'note', name: 'not-confirmed', data: { answer: answer.text, reasoning: output.reasoning } });
  return {
    refused: true,
    opened: { ...answer, verdict: 'unknown' as const },
    written: {
      ...answer,
      verdict: 'unknown' as const,
      text: 'The pages that I found do not bear out an answer to that.',
      shortAnswer: '',
      citations: [],
    },
  };
});
