import { systemClock } from '../core/clock.ts';
import { isParleyError, ParleyError } from '../core/errors.ts';
import { passageText, type RerankCost, type Reranker, rerankerUnavailable } from '../retrieval/index.ts';
import { createMeter, DEFAULT_BUDGET } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { runTask } from './model/run-task.ts';
import type { TaskContext } from './model/task-context.ts';
import { orderByWindows } from './order-by-windows.ts';
import { SHOW_NOTHING } from './question-context.ts';
import { orderPassages } from './tasks/order-passages.ts';

/** Share of an answer's tokens and calls that reranking may use. */
const MAX_BUDGET_SHARE = 1 / 3;
/** Characters of a passage in the prompt: about the 300 words to which RankGPT truncates passages. */
const MAX_PASSAGE_CHARS = 2000;

/**
 * The agent's model as a listwise reranker: each call sees a window of passages side by side. A passage's score is 1 /
 * its rank. Calls count in the context's meter and are in its trace. After a third of the budget, search results keep
 * their order.
 * `score` throws RERANKER_UNAVAILABLE if the model fails, its answer is unreadable after a repair, or its share is
 * spent; otherwise the signal's reason. Results are cached, because two tools may search for the same query.
 */
export const modelReranker = (context: TaskContext): Reranker => {
  const name = `model (${context.models.fast.name})`;
  const { budget } = context.meter;
  const ownCost = { tokens: 0, calls: 0 };
  const orders = new Map<string, Promise<Ordered>>();

  const order = async (question: string, passages: readonly RerankPassage[], signal: AbortSignal): Promise<Ordered> => {
    const cost = { calls: 0, tokens: 0 };
    const unavailable = (why: string, cause?: unknown) => rerankerUnavailable(name, why, { cause, details: cost });
    const places = await orderByWindows(passages.length, async (window) => {
      if (ownCost.tokens >= MAX_BUDGET_SHARE * budget.tokens || ownCost.calls >= MAX_BUDGET_SHARE * budget.calls)
        throw unavailable('its third of the budget is spent');
      const sources = window.map((place, at) => asSource(passages[place]!, at + 1));
      ownCost.calls += 1;
      cost.calls += 1;
      try {
        const { output, usage } = await runTask({ ...context, signal }, orderPassages, { question, sources });
        const tokens = usage.inputTokens + usage.outputTokens;
        ownCost.tokens += tokens;
        cost.tokens += tokens;
        return output.order;
      } catch (error) {
        if (signal.aborted || !(error instanceof ParleyError) || !isModelFailure(error)) throw error;
        throw unavailable(error.message.replace(/\.$/, ''), error);
      }
    });
    return { places, cost };
  };

  return {
    name,
    async score(question, passages, signal = context.signal) {
      const key = JSON.stringify([question, passages.map(passageText)]);
      const before = orders.get(key);
      const ordering = before ?? order(question, passages, signal);
      if (!before) {
        orders.set(key, ordering);
        ordering.catch(() => orders.delete(key));
      }
      const { places, cost } = await ordering;
      const scores = new Array<number>(passages.length);
      for (const [rank, place] of places.entries()) scores[place] = 1 / (rank + 1);
      return { scores, cost: before ? { calls: 0, tokens: 0 } : cost };
    },
  };
};

type RerankPassage = Parameters<Reranker['score']>[1][number];
interface Ordered {
  places: readonly number[];
  cost: RerankCost;
}

const isModelFailure = (error: ParleyError) =>
  error.code.startsWith('MODEL_') || isParleyError(error, 'BUDGET_EXHAUSTED');

const asSource = ({ title, headings, text }: RerankPassage, n: number) => ({
  n,
  kind: 'passage' as const,
  documentId: '',
  title,
  headings: [...headings],
  text: text.length > MAX_PASSAGE_CHARS ? `${text.slice(0, MAX_PASSAGE_CHARS)} …` : text,
});

/** The model reranker for a search outside any answer, with a new budget for each call. */
export const modelRerankerForSearch = (models: Models): Reranker => ({
  name: `model (${models.fast.name})`,
  async score(question, passages, signal = new AbortController().signal) {
    const meter = createMeter(DEFAULT_BUDGET, systemClock);
    const context = { models, meter, clock: systemClock, signal, show: SHOW_NOTHING, status() {}, trace() {} };
    return modelReranker(context).score(question, passages, signal);
  },
});
