import { asParleyError } from '../../core/errors.ts';
import type { LiveTool } from '../../tools/live-sources.ts';
import { runFunctions } from '../model/run-functions.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Reference } from '../references/reference.ts';
import { settleBranches } from '../settle-branches.ts';
import type { Reasoning } from '../state.ts';
import { chooseFunctions } from '../tasks/choose-functions.ts';

/** Calls of one question at most. */
const MOST_CALLS = 3;

/**
 * Lets the model choose among the live tools that the asker's scopes allow, from the question alone, and takes what they
 * say as references. A tool that fails leaves the others alone.
 */
export const askLive = node('ask-live', async ({ standalone }: Reasoning, context) => {
  const tools = context.liveTools;
  const specs = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  context.status('Asking live sources');
  const calls = await runFunctions(context, chooseFunctions, specs, (functions) => ({
    question: standalone,
    functions,
  }));
  const { results, failures } = await settleBranches(
    context,
    calls.slice(0, MOST_CALLS).map(async (call) => {
      const tool = tools.find(({ name }) => name === call.name)!;
      return callTool(context, tool, (call.arguments ?? {}) as Record<string, unknown>);
    }),
  );
  const live = context.references.add(results);
  return { live, references: live, askedLive: true, failures };
});

const callTool = async (
  context: QuestionContext,
  tool: LiveTool,
  args: Record<string, unknown>,
): Promise<Reference> => {
  const startedAt = context.clock.now();
  const note = (found: unknown, failed?: { code: string; message: string }) => {
    const ms = context.clock.now() - startedAt;
    const shown = { arguments: args, found, ...(failed ? { failed } : {}) };
    context.toolCalls.push({
      id: `live-${context.toolCalls.length}`,
      node: context.node,
      name: tool.name,
      ms,
      ...shown,
    });
    context.trace({ kind: 'tool', name: tool.name, label: `Asking ${tool.title}`, ms, data: shown });
  };
  try {
    const text = await tool.call(args, context.signal);
    note(text.slice(0, 300));
    const asked = Object.values(args).map(String).join(', ');
    return {
      kind: 'live',
      documentId: `live:${tool.title}`,
      title: tool.title,
      headings: asked ? [asked] : [],
      text,
      updatedAt: new Date(context.clock.now()).toISOString(),
    };
  } catch (error) {
    const { code, message } = asParleyError(context.signal.aborted ? context.signal.reason : error);
    note(null, { code, message });
    throw error;
  }
};
