import { convertToOpenAIFunction } from '@langchain/core/utils/function_calling';
import { isParleyError } from '../../core/errors.ts';
import type { LiveTool } from '../../tools/live-sources.ts';
import { askLiveTool } from '../look-up.ts';
import { runFunctions } from '../model/run-functions.ts';
import { node } from '../node.ts';
import type { QuestionContext } from '../question-context.ts';
import type { Reference } from '../references/reference.ts';
import type { Reasoning } from '../state.ts';
import { chooseFunctions } from '../tasks/choose-functions.ts';
import { offeredTools } from './offered-tools.ts';

/** Maximum calls per question. */
const MAX_CALLS = 3;

/**
 * Lets the model choose live tools for the question, among those that the asker's scopes allow, and adds their answers
 * as references. A failed tool is skipped, with a notice to the asker.
 */
export const askLive = node('ask-live', async ({ standalone }: Reasoning, context) => {
  const liveTools = offeredTools(context, standalone);
  context.status('Asking live sources');
  const specs = liveTools.map(({ tool }) => {
    const { name, description = '', parameters = {} } = convertToOpenAIFunction(tool);
    return { name, description, parameters };
  });
  const calls = await runFunctions(context, chooseFunctions, specs, (functions) => ({
    question: standalone,
    functions,
  }));
  const answers = await Promise.all(
    calls.slice(0, MAX_CALLS).flatMap((call) => {
      const live = liveTools.find(({ tool }) => tool.name === call.name);
      return live ? [askOrLeaveOut(context, live, (call.arguments ?? {}) as Record<string, unknown>)] : [];
    }),
  );
  const live = context.references.add(answers.flat().filter(({ text }) => text.trim() !== ''));
  return { live, references: live, askedLive: true };
});

const askOrLeaveOut = async (...asked: Parameters<typeof ask>): Promise<Reference[]> => {
  const [context] = asked;
  try {
    return [await ask(...asked)];
  } catch (error) {
    if (!isParleyError(error, 'LIVE_SOURCE_FAILED')) throw error;
    context.log.warn({ code: error.code }, error.messageForOperators);
    context.notices.add(error.message);
    return [];
  }
};

const ask = async (context: QuestionContext, live: LiveTool, args: Record<string, unknown>): Promise<Reference> => {
  const text = await askLiveTool(context, live, args);
  const argumentText = Object.values(args).map(asWords).join(', ');
  return {
    kind: 'live',
    documentId: `live:${live.title}`,
    title: live.title,
    headings: argumentText ? [argumentText] : [],
    text,
    updatedAt: new Date(context.clock.now()).toISOString(),
  };
};

/** A value of an argument, as a heading shows it. */
const asWords = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
