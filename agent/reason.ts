import type { BaseCallbackHandler } from '@langchain/core/callbacks/base';
import type { Answer, TraceEvent } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import { asParleyError, ParleyError } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { LiveSources } from '../tools/live-sources.ts';
import type { AgentEvent, AgentQuestion } from './agent.ts';
import type { Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { openContext } from './open-context.ts';
import { checkAnswer } from './references/check-answer.ts';
import { fromAttachments } from './references/from-attachments.ts';
import { withoutForeignLinks } from './references/safe-text.ts';
import type { Reasoning } from './state.ts';
import { loadStrategy } from './strategies/index.ts';

/** Everything that one run of a strategy needs. */
export interface ReasonParts {
  question: AgentQuestion;
  /** One that `isStrategy` knows. */
  strategy: string;
  models: Models;
  meter: Meter;
  clock: Clock;
  stores: Stores;
  retriever: Retriever;
  rerankByModel?: boolean;
  encoder?: Encoder;
  live?: LiveSources;
  callbacks?: readonly BaseCallbackHandler[];
  log: Log;
  emit(event: AgentEvent): void;
  record(event: TraceEvent): void;
}

/** What a run came to: an answer, or only why there is none (the caller then quotes). */
export interface Outcome {
  answer?: Omit<Answer, 'usage' | 'trace'>;
  notices: string[];
}

/** Longest run of a graph in steps; every strategy ends long before by its own bounds. */
const RECURSION_LIMIT = 400;

/**
 * Runs a strategy's graph over one question and checks what it wrote. A budget that ends on the way ends the run, not the
 * answer: what stands in the state by then is answered, marked.
 */
export const reason = async (parts: ReasonParts): Promise<Outcome> => {
  const { question, strategy, meter } = parts;
  const deadline = startDeadline(parts);
  const { signal } = deadline;
  const { retriever, said } = heard(parts.retriever);
  const context = await openContext({ ...parts, retriever, signal, scopes: question.scopes, asOf: question.asOf });
  const { asOf, references, liveTools } = context;
  const graph = await loadStrategy(strategy);
  let state: Reasoning | undefined;
  let spent = false;
  try {
    const how = {
      context,
      streamMode: 'values' as const,
      recursionLimit: RECURSION_LIMIT,
      runName: strategy,
      ...(parts.callbacks && { callbacks: [...parts.callbacks] }),
    };
    const states = await graph.stream(
      {
        question: question.text.trim(),
        history: question.history ?? [],
        standalone: question.text.trim(),
        today: asOf.slice(0, 10),
        hasLive: liveTools.length > 0,
        references: references.add(fromAttachments(question.attachments ?? [], question.text)),
      },
      how,
    );
    for await (const next of states) state = next;
  } catch (error) {
    const failure = signal.aborted ? asParleyError(signal.reason) : asParleyError(error);
    if (failure.code !== 'BUDGET_EXHAUSTED') throw failure;
    spent = true;
  } finally {
    deadline.stop();
  }
  spent ||= state?.exhausted ?? false;
  const notices = [
    ...(spent ? [`The budget of ${budgetInWords(meter)} was spent; this is what was found by then.`] : []),
    ...(state?.failures.length ? ['Part of the search failed; the answer rests on the rest.'] : []),
    ...said,
  ];
  const written = state && (state.written ?? soFar(state));
  if (!state || !written) return { notices };

  const asked = state.standalone;
  const answer =
    strategy === 'direct'
      ? { ...written, ...uncited(written.text), dropped: [] }
      : checkAnswer({ ...written, citations: [...written.citations, ...state.claimed] }, state.references, asked);
  if (answer.dropped.length > 0) {
    parts.record({ node: 'check', kind: 'note', name: 'dropped', at: 0, data: { statements: answer.dropped } });
  }
  for (const citation of answer.citations) parts.emit({ type: 'citation', citation });
  return {
    notices,
    answer: {
      question: question.text,
      text: answer.text,
      shortAnswer: answer.verdict === 'answered' ? answer.shortAnswer : '',
      verdict: answer.verdict,
      confidence: answer.confidence,
      citations: answer.citations,
      strategy,
      mode: 'model',
      ...(notices.length > 0 ? { notices } : {}),
    },
  };
};

/** What the steps found, when the run ended before an answer was written. */
const soFar = (state: Reasoning) => {
  const found = state.steps.filter(({ answer }) => /\[\d+\]/.test(answer));
  if (found.length === 0) return undefined;
  return {
    reasoning: '',
    verdict: 'unknown' as const,
    text: `I could not finish. Found so far: ${found.map(({ answer }) => answer).join(' ')}`,
    shortAnswer: '',
    citations: [],
  };
};

const uncited = (text: string) => ({
  text: withoutForeignLinks(text.replace(/\s*\[\d+\]/g, ''), []),
  confidence: 0.3,
  citations: [],
});

const budgetInWords = ({ budget: { tokens, calls, seconds } }: Meter) =>
  `${tokens} tokens, ${calls} calls and ${seconds} seconds`;

/** Aborts everything when the asker cancels or the budget's seconds are over. */
const startDeadline = ({ question, clock, meter }: ReasonParts) => {
  const controller = new AbortController();
  const timer = new AbortController();
  const cancel = () =>
    controller.abort(
      new ParleyError('CANCELLED', { message: 'The question was cancelled.', remedy: 'Ask again to start anew.' }),
    );
  if (question.signal?.aborted) cancel();
  question.signal?.addEventListener('abort', cancel, { once: true });
  clock.sleep(meter.remainingMs(), timer.signal).then(
    () =>
      controller.abort(
        new ParleyError('BUDGET_EXHAUSTED', {
          message: `The budget of ${meter.budget.seconds} seconds is over.`,
          remedy: 'Raise it with --budget seconds=….',
        }),
      ),
    () => {},
  );
  return {
    signal: controller.signal,
    stop() {
      timer.abort();
      question.signal?.removeEventListener('abort', cancel);
    },
  };
};

/** A retriever that remembers what its searches want said to the asker, however many of them say it. */
const heard = (retriever: Retriever): { retriever: Retriever; said: Set<string> } => {
  const said = new Set<string>();
  const search: Retriever['search'] = async (query) => {
    const result = await retriever.search(query);
    if (result.notice) said.add(result.notice);
    return result;
  };
  return { retriever: { search }, said };
};
