import type { Budget, TraceEvent } from '../core/answer.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Scope } from '../core/document.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import { type Retriever, reranked } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import { createTools } from '../tools/index.ts';
import type { LiveSources } from '../tools/live-sources.ts';
import type { AgentEvent } from './agent.ts';
import { createContext, type ReasoningContext } from './context.ts';
import { createMeter, DEFAULT_BUDGET, type Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { modelReranker } from './model-reranker.ts';
import { createReferenceBoard } from './references/reference.ts';

/** What a run of a strategy's graph is opened with. */
export interface OpenContext {
  models: Models;
  retriever: Retriever;
  /** Has the fast model order what the retriever finds, within the answer's budget. */
  rerankByModel?: boolean;
  stores: Stores;
  encoder?: Encoder;
  live?: LiveSources;
  scopes: readonly Scope[];
  budget?: Partial<Budget>;
  /** Already running, when the caller counts. */
  meter?: Meter;
  clock?: Clock;
  log?: Log;
  signal?: AbortSignal;
  /** ISO 8601; now by default. */
  asOf?: string;
  emit?(event: AgentEvent): void;
  record?(event: TraceEvent): void;
}

/**
 * Opens the context that every strategy's graph runs in. One a question: it counts the budget and numbers the sources.
 *
 * @example
 * const context = await openContext({ models, retriever, stores, scopes: ['everyone'] });
 * const { written } = await auto.invoke({ question: 'How long is parental leave?' }, { context });
 */
export const openContext = async (open: OpenContext): Promise<ReasoningContext> => {
  const { models, retriever, stores, encoder, live, scopes, clock = systemClock, log = silentLog } = open;
  const asOf = open.asOf ?? new Date(clock.now()).toISOString();
  const signal = open.signal ?? new AbortController().signal;
  const startedAt = clock.now();
  const meter = open.meter ?? createMeter({ ...DEFAULT_BUDGET, ...open.budget }, clock);
  const record = open.record ?? (() => {});
  const emit = open.emit ?? (() => {});
  const ordering = {
    models,
    meter,
    clock,
    signal,
    show: { token() {}, reset() {} },
    status: (text: string) => emit({ type: 'status', text }),
    trace: (event: Pick<TraceEvent, 'kind' | 'name' | 'label' | 'ms' | 'data'>) =>
      record({ node: 'rerank', at: Math.round(clock.now() - startedAt), ...event }),
  };
  const searched = open.rerankByModel ? reranked(retriever, modelReranker(ordering), log) : retriever;
  return createContext({
    models,
    stores,
    encoder,
    scopes,
    clock,
    log,
    signal,
    asOf,
    meter,
    references: createReferenceBoard(),
    liveTools: live ? await live.tools(scopes) : [],
    tools: createTools({ retriever: searched, stores, encoder, scopes, clock, asOf, signal }),
    emit,
    record,
  });
};
