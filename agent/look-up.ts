import { asParleyError } from '../core/errors.ts';
import type { ToolName, ToolTypes } from '../tools/index.ts';
import type { NodeContext } from './context.ts';

/**
 * Calls a tool as a model would, by a tool call with an id, and records it in the node's state and in the trace.
 * @returns the tool's artifact. @throws what the tool throws (a store that is down, CANCELLED)
 */
export const lookUp = async <Name extends ToolName>(
  context: NodeContext,
  name: Name,
  args: ToolTypes[Name]['arguments'],
): Promise<ToolTypes[Name]['found']> => {
  context.signal.throwIfAborted();
  const startedAt = context.clock.now();
  const id = `${context.node}-${name}-${startedAt.toString(36)}-${context.toolCalls.length}`;
  const done = (found: unknown, failed?: { code: string; message: string }) => {
    const ms = context.clock.now() - startedAt;
    const shown = { arguments: args as Record<string, unknown>, found, ...(failed ? { failed } : {}) };
    context.toolCalls.push({ id, node: context.node, name, ms, ...shown });
    context.trace({ kind: 'tool', name, ms, data: shown });
  };
  try {
    const message = await context.tools[name].invoke({ type: 'tool_call', id, name, args }, { signal: context.signal });
    const found = (message as { artifact: ToolTypes[Name]['found'] }).artifact;
    done(summary(found));
    return found;
  } catch (error) {
    const failure = context.signal.aborted ? asParleyError(context.signal.reason) : asParleyError(error);
    done(null, { code: failure.code, message: failure.message });
    throw failure;
  }
};

/** What the trace keeps of a find: ids, titles and scores of passages, whole what is small. */
const summary = (artifact: unknown): unknown => {
  const { hits, mode } = (artifact ?? {}) as {
    hits?: { passageId: string; title: string; score: number }[];
    mode?: string;
  };
  if (!hits) return artifact;
  return {
    mode,
    hits: hits.map(({ passageId, title, score }) => ({ passageId, title, score: Math.round(score * 1e4) / 1e4 })),
  };
};
