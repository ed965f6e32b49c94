import type { Agent, AgentEvent, AgentQuestion } from '../../agent/agent.ts';
import type { Answer } from '../../core/answer.ts';

/** What a script says and does for one question; what it leaves out of the answer is filled in. */
export type Script = (question: AgentQuestion, say: (event: AgentEvent) => void) => Promise<Partial<Answer>>;

/** An answer with everything a platform may look at, for a test that cares about a part of it. */
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
 * An agent that follows a script, for tests of the platforms: they check what a platform does with events and answers, not
 * how answers are found. It keeps what it was asked.
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

/** Never resolves; rejects as the signal aborts, like a model call that is cut. */
export const untilAborted = (signal?: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
