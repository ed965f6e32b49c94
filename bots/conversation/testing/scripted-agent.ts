import type { Agent, AgentEvent, AgentQuestion } from '../../../agent/agent.ts';
import type { Answer } from '../../../core/answer.ts';

/** Answers one question of a test. `answerOf` fills in the parts of the answer that it leaves out. */
export type Script = (question: AgentQuestion, say: (event: AgentEvent) => void) => Promise<Partial<Answer>>;

/** A complete answer for tests. @param part the fields that matter to the test */
export const answerOf = (question: string, part: Partial<Answer> = {}): Answer => ({
  question,
  text: `About “${question}”.`,
  shortAnswer: '',
  verdict: 'answered',
  confidence: 0.9,
  citations: [],
  strategy: 'scripted',
  usage: { calls: 1, inputTokens: 10, outputTokens: 5, seconds: 0.01 },
  mode: 'model',
  trace: [],
  ...part,
});

/**
 * An agent that follows a script, for tests of what a platform does with events and answers. `asked` holds the questions that
 * it got.
 */
export const scriptedAgent = (script: Script): Agent & { asked: AgentQuestion[] } => {
  const asked: AgentQuestion[] = [];
  return {
    asked,
    strategies: ['scripted'],
    async answer(question, onEvent = () => {}) {
      asked.push(question);
      return answerOf(question.text, await script(question, onEvent));
    },
  };
};

/** Never resolves; rejects when the signal aborts, like a cancelled model call. */
export const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
