import type { TraceEvent, Usage } from '../../../core/answer.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Passage } from '../../../core/document.ts';
import type { AgentEvent, AgentQuestion } from '../../agent.ts';
import type { QuoteSources } from '../search/quote-request.ts';

/** What an answer without a model is made from. */
export interface QuoteOptions extends QuoteSources {
  question: AgentQuestion;
  clock: Clock;
  startedAt: number;
  trace: TraceEvent[];
  record(event: TraceEvent): void;
  /** The title of a page as its author wrote it, if the stores show another one (tools/quarantine.ts). */
  titleOf(documentId: string): string | undefined;
  /** Statements of pages with an injection that it does not reach, best first (tools/quarantine.ts). */
  withheld(): readonly Passage[];
  /** Passages of which something is left out, as they stand in their pages (tools/quarantine.ts). */
  shortened(): readonly Passage[];
  /** Why no model wrote the answer. */
  notices: readonly string[];
  /** Usage of a model call that failed before. */
  spent?: Usage;
  onEvent(event: AgentEvent): void;
}

/** Records an event of quoting in the trace, at the present moment of the answer. */
export const recordQuote = (
  { clock, startedAt, record }: Pick<QuoteOptions, 'clock' | 'startedAt' | 'record'>,
  event: Pick<TraceEvent, 'kind' | 'name' | 'data' | 'ms'>,
): void => record({ node: 'quote', at: clock.now() - startedAt, ...event });
