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
 * Everything that one question carries, from `createAgent` to the ranking. It is built once a question
 * (`createQuestionContext`), reaches the nodes as LangGraph's runtime context, and is what tools and tasks take their part
 * of: `Pick<QuestionContext, …>` says which. A type, because LangGraph takes no interface as a context.
 */
export type QuestionContext = ToolContext & {
  /** Tells a question's context from whatever else a LangGraph server or an outer graph passes as its context. */
  readonly isQuestionContext: true;
  models: Models;
  /** False: an answer may only be what the sources state, never what they make likely. */
  allowsLikely: boolean;
  /** Counts the model calls against the budget. */
  meter: Meter;
  clock: Clock;
  log: Log;
  tools: Tools;
  /** Tools of live sources that the asker's scopes allow. */
  liveTools: readonly LiveTool[];
  /** What calls to live sources may carry. */
  outgoing: OutgoingArguments;
  /** Keeps pages that speak to the model away from it. */
  quarantine: Quarantine;
  /** The numbers that sources keep through the whole answer. */
  references: ReferenceBoard;
  /** What searches want the asker to know, each once: that the encoder was down, for instance. */
  notices: Set<string>;
  emit(event: AgentEvent): void;
  /** Text of the answer while it is written: pieces as they come, and their end; a reset takes them back. */
  show: Draft;
  /** Tells the asker what is being done, in plain words. */
  status(text: string): void;
  /** The node that works with this view of the context; `agent` outside any node. */
  node: string;
  /** Records an event under the node's name. */
  trace(event: NodeEvent): void;
  /** Records an event of any node, with its time since the question came. */
  record(node: string, event: NodeEvent): void;
  /** The calls of tools that this node made, each with its answer; the wrapper of nodes hands them to the state. */
  toolMessages: BaseMessage[];
};

/** An event of the trace as a node gives it. A `state` holds something to draw, and whatever else belongs to it. */
export type NodeEvent =
  | { kind: 'state'; name: string; ms?: number; data: Drawing & Record<string, unknown> }
  | (Pick<TraceEvent, 'name' | 'label' | 'ms' | 'data'> & { kind: Exclude<TraceEvent['kind'], 'state'> });

/** The context as one node sees it: its events carry the node's name, and its look-ups are collected for the state. */
export const contextOfNode = (context: QuestionContext, node: string): QuestionContext => ({
  ...context,
  node,
  toolMessages: [],
  trace: (event) => context.record(node, event),
});

/** Shows nothing: for a call whose text the asker does not see while it is written. */
export const SHOW_NOTHING: QuestionContext['show'] = { token() {}, end() {}, reset() {} };

/** True for a context that `createQuestionContext` made. */
export const isQuestionContext = (value: unknown): value is QuestionContext =>
  typeof value === 'object' && value !== null && 'isQuestionContext' in value && value.isQuestionContext === true;
