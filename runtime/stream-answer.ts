import type { Agent, AgentQuestion } from '../agent/agent.ts';
import type { AnswerEvent } from './parley.ts';

/**
 * Streams the events of an answer, with the answer last. Leaving the loop cancels the question, so that no more model calls are
 * made.
 * @throws the errors of Agent.answer; CANCELLED if the question's signal aborts
 */
export async function* streamAnswer(
  agent: Agent,
  question: AgentQuestion,
): AsyncGenerator<AnswerEvent, void, undefined> {
  const left = new AbortController();
  const signal = question.signal ? AbortSignal.any([question.signal, left.signal]) : left.signal;
  const waiting: AnswerEvent[] = [];
  let wake = () => {};
  let ended = false;
  const answering = agent
    .answer({ ...question, signal }, (event) => {
      waiting.push(event);
      wake();
    })
    .then((answer) => waiting.push({ type: 'answer', answer }))
    .finally(() => {
      ended = true;
      wake();
    });
  // The loop awaits it at the end; a failure before that must not count as unhandled.
  answering.catch(() => {});
  try {
    for (;;) {
      const more = new Promise<void>((resolve) => {
        wake = resolve;
      });
      if (waiting.length > 0) yield* waiting.splice(0);
      else if (ended) break;
      else await more;
    }
    await answering;
  } finally {
    left.abort();
    await answering.catch(() => {});
  }
}
