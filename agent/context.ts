import type { TraceEvent } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Scope } from '../core/document.ts';
import type { Drawing } from '../core/drawing.ts';
import type { Log } from '../core/log.ts';
import type { Encoder } from '../retrieval/encoder/encoder.ts';
import type { Stores } from '../stores/index.ts';
import type { Tools } from '../tools/index.ts';
import type { LiveTool } from '../tools/live-sources.ts';
import type { AgentEvent } from './agent.ts';
import type { Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import type { TaskContext } from './model/run-task.ts';
import type { ReferenceBoard } from './references/reference.ts';

/** What a node needs beside the state: handed in by the runtime's context, so that a test hands in its own. */
export interface ReasoningContext extends TaskContext {
  models: Models;
  meter: Meter;
  clock: Clock;
  signal: AbortSignal;
  tools: Tools;
  stores: Stores;
  encoder?: Encoder;
  scopes: readonly Scope[];
  /** ISO 8601. */
  asOf: string;
  references: ReferenceBoard;
  /** Tools of live sources that the asker's scopes allow. */
  liveTools: readonly LiveTool[];
  emit(event: AgentEvent): void;
  trace(event: TracedEvent): void;
  log: Log;
  /** The same context as one node sees it: its traces carry its name, its look-ups are collected for the state. */
  at(node: string): NodeContext;
}

/** What a node tells of itself. A `state` holds something to draw, and whatever else belongs to it. */
export type TracedEvent =
  | { kind: 'state'; name: string; ms?: number; data: Drawing & Record<string, unknown> }
  | (Pick<TraceEvent, 'name' | 'label' | 'ms' | 'data'> & { kind: Exclude<TraceEvent['kind'], 'state'> });

/** A look-up as the state records it. */
export interface ToolCallRecord {
  id: string;
  node: string;
  name: string;
  arguments: Record<string, unknown>;
  /** What came back, in short: ids and counts. */
  found: unknown;
  failed?: { code: string; message: string };
  ms: number;
}

export interface NodeContext extends ReasoningContext {
  node: string;
  toolCalls: ToolCallRecord[];
}

/** The parts of a context that one question brings. */
export type ContextParts = Omit<ReasoningContext, 'at' | 'trace' | 'show' | 'status'> & {
  /** Hears each trace event as it happens. */
  record(event: TraceEvent): void;
};

/** Makes the context of one question. */
export const createContext = ({ record, ...parts }: ContextParts): ReasoningContext => {
  const startedAt = parts.clock.now();
  let shown = false;
  let said = '';
  const show = {
    token(text: string) {
      shown = true;
      parts.emit({ type: 'token', text });
    },
    reset() {
      if (shown) parts.emit({ type: 'reset' });
      shown = false;
    },
  };
  const tracer = (node: string) => (event: TracedEvent) =>
    record({ node, at: Math.round(parts.clock.now() - startedAt), ...event });
  const context: ReasoningContext = {
    ...parts,
    show,
    status(text) {
      if (text !== said) parts.emit({ type: 'status', text });
      said = text;
    },
    trace: tracer('agent'),
    at: (node) => ({ ...context, node, toolCalls: [], trace: tracer(node) }),
  };
  return context;
};
