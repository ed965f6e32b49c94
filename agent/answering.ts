import type { TraceEvent } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Retriever } from '../retrieval/retriever.ts';
import type { Stores } from '../stores/index.ts';
import type { AgentEvent, AgentQuestion } from './agent.ts';
import { createInertOutput, type InertOutput } from './inert-answer.ts';
import type { OnPoisonedPage } from './page-quarantine.ts';

/** What every way of answering needs of the agent. */
export interface AnsweringParts {
  retriever: Retriever;
  stores: Stores;
  encoder?: Encoder;
  onPoisonedPage?: OnPoisonedPage;
  clock: Clock;
  log: Log;
}

/** A question while it is answered, by a strategy, by quoting, or by the one after the other. */
export interface Answering extends AnsweringParts {
  question: AgentQuestion;
  startedAt: number;
  trace: TraceEvent[];
  /** Adds an event to the trace, and shows it. */
  record(event: TraceEvent): void;
  onEvent(event: AgentEvent): void;
  /** Makes the answer inert, as all that is recorded and shown before it. */
  output: InertOutput;
}

/** Begins to answer a question. What its retriever finds may be linked to. */
export const startAnswering = (
  question: AgentQuestion,
  listener: (event: AgentEvent) => void,
  parts: AnsweringParts,
): Answering => {
  const output = createInertOutput();
  const trace: TraceEvent[] = [];
  return {
    ...parts,
    retriever: output.watched(parts.retriever),
    question,
    startedAt: parts.clock.now(),
    trace,
    output,
    record: (event) => {
      const inert = output.trace(event);
      trace.push(inert);
      listener({ type: 'trace', event: inert });
    },
    onEvent: (event) => {
      for (const inert of output.events(event)) listener(inert);
    },
  };
};
