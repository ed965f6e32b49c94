import { convertToOpenAIFunction } from '@langchain/core/utils/function_calling';
import type { LiveTool } from '../../tools/live-sources.ts';
import { askLiveTool } from '../look-up.ts';
import { runFunctions } from '../model/run-functions.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Reference } from '../references/reference.ts';
import { settleBranches } from '../settle-branches.ts';
import type { Reasoning } from '../state.ts';
import { chooseFunctions } from '../tasks/choose-functions.ts';

/** Calls of one question at most. */
const MAX_CALLS = 3;

/**
 * Lets the model choose among the live tools that the asker's scopes allow, from the question alone, and takes what they
 * say as references. A tool that fails leaves the others alone.
 */
export const askLive = node('ask-live', async ({ standalone }: Reasoning, context) => {
  const { liveTools } = context;
  context.status('Asking live sources');
  const specs = liveTools.map(({ tool }) => {
    const { name, description = '', parameters = {} } = convertToOpenAIFunction(tool);
    return { name, description, parameters };
  });
  const calls = await runFunctions(context, chooseFunctions, specs, (functions) => ({
    question: standalone,
    functions,
  }));
  const { results, failures } = await settleBranches(
    context,
    calls.slice(0, MAX_CALLS).flatMap((call) => {
      const live = liveTools.find(({ tool }) => tool.name === call.name);
      return live ? [ask(context, live, (call.arguments ?? {}) as Record<string, unknown>)] : [];
    }),
  );
  const live = context.references.add(results.filter(({ text }) => text.trim() !== ''));
  return { live, references: live, askedLive: true, failures };
});

const ask = async (context: QuestionContext, live: LiveTool, args: Record<string, unknown>): Promise<Reference> => {
  const text = await askLiveTool(context, live, args);
  const asked = Object.values(args).map(String).join(', ');
  return {
    kind: 'live',
    documentId: `live:${live.title}`,
    title: live.title,
    headings: asked ? [asked] : [],
    text,
    updatedAt: new Date(context.clock.now()).toISOString(),
  };
};
