import { systemClock } from '../core/clock.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { type Reranker, rerankerUnavailable } from '../retrieval/index.ts';
import { createMeter, DEFAULT_BUDGET } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { runTask, type TaskContext } from './model/run-task.ts';
import { orderByWindows } from './order-by-windows.ts';
import { orderPassages } from './tasks/order-passages.ts';

/** Of an answer's budget of tokens and of calls: the rest is for thinking. */
const LARGEST_SHARE = 1 / 3;
/** Characters of a passage that are read: about the 300 words that RankGPT cuts passages to. */
const CLIPPED = 2000;

/**
 * The agent's own model as a listwise reranker: it sees passages side by side, a window a call, in place of one score
 * each. A passage's score is 1 over its place. Its calls count in the context's meter and stand in its trace; once
 * they took a third of the budget, the search's own order serves.
 *
 * `score` throws ENCODER_UNAVAILABLE when the model fails, when its answer can't be read after a repair, and when its
 * share is spent; what the signal aborts with.
 */
export const modelReranker = (context: TaskContext): Reranker => {
  const name = `model (${context.models.fast.name})`;
  const { budget } = context.meter;
  const spent = { tokens: 0, calls: 0 };
  return {
    name,
    async score(question, passages, signal = context.signal) {
      const asking = { ...context, signal };
      const order = await orderByWindows(passages.length, async (places) => {
        if (spent.tokens >= LARGEST_SHARE * budget.tokens || spent.calls >= LARGEST_SHARE * budget.calls)
          throw rerankerUnavailable(name, 'its third of the budget is spent');
        const sources = places.map((place, at) => asSource(passages[place]!, at + 1));
        spent.calls += 1;
        try {
          const { output, usage } = await runTask(asking, orderPassages, { question, sources });
          spent.tokens += usage.inputTokens + usage.outputTokens;
          return output.order;
        } catch (error) {
          if (signal.aborted || !(error instanceof ParleyError) || !saysNothingOfTheSearch(error)) throw error;
          throw rerankerUnavailable(name, error.message.replace(/\.$/, ''), error);
        }
      });
      const scores = new Array<number>(passages.length);
      for (const [rank, place] of order.entries()) scores[place] = 1 / (rank + 1);
      return scores;
    },
  };
};

const saysNothingOfTheSearch = (error: ParleyError) =>
  error.code.startsWith('MODEL_') || isParleyError(error, 'BUDGET_EXHAUSTED');

const asSource = ({ title, headings, text }: Parameters<Reranker['score']>[1][number], n: number) => ({
  n,
  kind: 'passage' as const,
  documentId: '',
  title,
  headings: [...headings],
  text: text.length > CLIPPED ? `${text.slice(0, CLIPPED)} …` : text,
});

/** The same for a search by itself, outside any answer: a budget of its own each time, and what it took in the log. */
export const modelRerankerForSearch = (models: Models, log: Log): Reranker => ({
  name: `model (${models.fast.name})`,
  async score(question, passages, signal = new AbortController().signal) {
    const meter = createMeter(DEFAULT_BUDGET, systemClock);
    const show = { token() {}, reset() {} };
    const context = { models, meter, clock: systemClock, signal, show, status() {}, trace() {} };
    try {
      return await modelReranker(context).score(question, passages, signal);
    } finally {
      log.info({ usage: meter.usage() }, 'the model put what was found in order');
    }
  },
});
