import type { Budget, TraceEvent } from '../core/answer.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import type { Scope } from '../core/document.ts';
import { type Log, silentLog } from '../core/log.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import { type Retriever, reranked } from '../retrieval/index.ts';
import type { Stores } from '../stores/index.ts';
import { createTools } from '../tools/index.ts';
import type { LiveSources } from '../tools/live-sources.ts';
import { createOutgoingArguments } from '../tools/outgoing-arguments.ts';
import { quarantinedRetriever, quarantinedStores } from '../tools/quarantined.ts';
import type { AgentEvent } from './agent.ts';
import { createMeter, DEFAULT_BUDGET, type Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { modelReranker } from './model-reranker.ts';
import { createPageQuarantine, type OnPoisonedPage } from './page-quarantine.ts';
import { type QuestionContext, SHOW_NOTHING } from './question-context.ts';
import { createDraft } from './references/draft.ts';
import { createReferenceBoard } from './references/reference.ts';

/** Options of a question's context. */
export interface QuestionContextOptions {
  models: Models;
  /** False if answers may contain only what sources state. True by default. */
  allowsLikely?: boolean;
  retriever: Retriever;
  /** True if the fast model reranks search results, within the answer's budget. */
  rerankByModel?: boolean;
  stores: Stores;
  encoder?: Encoder;
  /** MCP servers; the scopes decide which of their tools may be called. */
  live?: LiveSources;
  /** The question's text, for checking the answer while it streams. */
  question?: string;
  /** Scopes of the asker. */
  scopes: readonly Scope[];
  onPoisonedPage?: OnPoisonedPage;
  /** Replaces the default budget. The seconds run from now. */
  budget?: Partial<Budget>;
  /** A running meter of the caller; by default a new one. */
  meter?: Meter;
  clock?: Clock;
  log?: Log;
  /** Aborts the run. */
  signal?: AbortSignal;
  /** Time at which the question is asked (ISO 8601); now by default. */
  asOf?: string;
  /** Called with progress and text as they come. */
  emit?(event: AgentEvent): void;
  /** Called with each event of the trace as it happens. */
  record?(event: TraceEvent): void;
}

/**
 * Creates the context in which a strategy's graph answers one question. It counts the budget and numbers the sources.
 * @example
 * const context = await createQuestionContext({ models, retriever, stores, scopes: ['everyone'] });
 * const { written } = await auto.invoke({ question: 'How long is parental leave?' }, { context });
 */
export const createQuestionContext = async ({
  models,
  allowsLikely = true,
  retriever,
  rerankByModel = false,
  stores,
  encoder,
  live,
  question = '',
  scopes,
  onPoisonedPage,
  budget,
  clock = systemClock,
  meter = createMeter({ ...DEFAULT_BUDGET, ...budget }, clock),
  log = silentLog,
  signal = new AbortController().signal,
  asOf = new Date(clock.now()).toISOString(),
  emit = () => {},
  record = () => {},
}: QuestionContextOptions): Promise<QuestionContext> => {
  const startedAt = clock.now();
  const recordOf: QuestionContext['record'] = (node, event) =>
    record({ node, at: Math.round(clock.now() - startedAt), ...event });
  const quarantine = createPageQuarantine({
    stores,
    log,
    question,
    record: (event) => recordOf('quarantine', event),
    onPoisonedPage,
  });
  const references = createReferenceBoard();
  const base = {
    isQuestionContext: true as const,
    models,
    allowsLikely,
    meter,
    clock,
    log,
    retriever,
    stores: quarantinedStores(stores, quarantine),
    quarantine,
    encoder,
    scopes,
    asOf,
    signal,
    liveTools: live ? await live.tools(scopes) : [],
    outgoing: createOutgoingArguments(question),
    references,
    notices: new Set<string>(),
    emit,
    show: createDraft({
      question,
      references: () => references.all().filter(({ documentId }) => !quarantine.isPoisoned(documentId)),
      show: (text) => emit({ type: 'token', text }),
      takeBack: () => emit({ type: 'reset' }),
    }),
    status: statusLines(emit),
    record: recordOf,
    node: 'agent',
    trace: (event: Parameters<QuestionContext['trace']>[0]) => recordOf('agent', event),
    toolMessages: [],
  };
  // Removes injected instructions first, so that no prompt contains them, not even the reranker's.
  const clean = quarantinedRetriever(retriever, quarantine);
  // The reranker's model calls count in this meter and are in this trace.
  const searched = rerankByModel
    ? reranked(clean, modelReranker({ ...base, show: SHOW_NOTHING, trace: (event) => recordOf('rerank', event) }), log)
    : clean;
  const withRetriever = { ...base, retriever: searched };
  return { ...withRetriever, tools: createTools(withRetriever) };
};

/** Emits a status line only if it changed. */
const statusLines = (emit: (event: AgentEvent) => void): QuestionContext['status'] => {
  let last = '';
  return (text) => {
    if (text !== last) emit({ type: 'status', text });
    last = text;
  };
};
