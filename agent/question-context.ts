import type { BaseMessage } from '@langchain/core/messages';
import type { TraceEvent } from '../core/answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Drawing } from '../core/drawing.ts';
import type { Log } from '../core/log.ts';
import type { Tools } from '../tools/index.ts';
import type { LiveTool } from '../tools/live-sources.ts';
import type { OutgoingArguments } from '../tools/outgoing-arguments.ts';
import type { Quarantine } from '../tools/quarantine.ts';
import type { ToolContext } from '../tools/tool-context.ts';
import type { AgentEvent } from './agent.ts';
import type { Meter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import type { Draft } from './references/draft.ts';
import type { ReferenceBoard } from './references/reference.ts';

/**
 * Everything that one question needs, from `createAgent` to the ranking. `createQuestionContext` builds it once per
 * question, nodes get it as LangGraph's runtime context, and tools and tasks declare the part they use with
 * `Pick<QuestionContext, …>`. A type, because LangGraph accepts no interface as context.
 */
export type QuestionContext = ToolContext & {
  /** Distinguishes it from other contexts that a LangGraph server or an outer graph may pass. */
  readonly isQuestionContext: true;
  models: Models;
  /** False if answers may contain only what sources state. */
  allowsLikely: boolean;
  /** Counts the model calls against the budget. */
  meter: Meter;
  clock: Clock;
  log: Log;
  tools: Tools;
  /** Tools of live sources that the asker's scopes allow. */
  liveTools: readonly LiveTool[];
  /** Filters the arguments of calls to live sources. */
  outgoing: OutgoingArguments;
  /** Keeps injected instructions in pages away from the model. */
  quarantine: Quarantine;
  /** Numbers of the sources, fixed for the whole answer. */
  references: ReferenceBoard;
  /** Notices for the asker, for instance that the encoder was down. */
  notices: Set<string>;
  emit(event: AgentEvent): void;
  /** Streams the answer's text; a reset takes it back. */
  show: Draft;
  /** Shows a status text to the asker. */
  status(text: string): void;
  /** The node that uses this view of the context; `agent` outside any node. */
  node: string;
  /** Records an event under the node's name. */
  trace(event: NodeEvent): void;
  /** Records an event of any node, with its time since the question started. */
  record(node: string, event: NodeEvent): void;
  /** Tool calls of this node with their results. The `node` wrapper adds them to the state. */
  toolMessages: BaseMessage[];
};

/** A trace event of a node. A `state` event contains something to draw. */
export type NodeEvent =
  | { kind: 'state'; name: string; ms?: number; data: Drawing & Record<string, unknown> }
  | (Pick<TraceEvent, 'name' | 'label' | 'ms' | 'data'> & { kind: Exclude<TraceEvent['kind'], 'state'> });

/** A node's view of the context: adds the node's name to its events and collects its look-ups for the state. */
export const contextOfNode = (context: QuestionContext, node: string): QuestionContext => ({
  ...context,
  node,
  toolMessages: [],
  trace: (event) => context.record(node, event),
});

/** A draft that shows nothing, for calls whose text is not streamed to the asker. */
export const SHOW_NOTHING: QuestionContext['show'] = { token() {}, end() {}, reset() {} };

/** True for a context that `createQuestionContext` made. */
export const isQuestionContext = (value: unknown): value is QuestionContext =>
  typeof value === 'object' && value !== null && 'isQuestionContext' in value && value.isQuestionContext === true;
