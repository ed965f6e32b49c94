import { convertToOpenAIFunction } from '@langchain/core/utils/function_calling';
import { contentStems } from '../../core/text/content-stems.ts';
import type { LiveTool } from '../../tools/live-sources.ts';
import { estimateTokens } from '../model/tokens.ts';
import type { QuestionContext } from '../question-context.ts';

/** Maximum number of live tools that a model chooses among. OpenAI refuses more than 128 tools of any kind. */
const MAX_OFFERED = 40;
/** Maximum tokens of their descriptions and schemas, an eighth of the default budget. */
const MAX_OFFERED_TOKENS = 6_000;

/**
 * The live tools that a model is offered for a question: all if they are few, otherwise those whose names and descriptions
 * share the most with the question, rare words first. They stay in the order of their servers.
 */
export const offeredTools = (context: Pick<QuestionContext, 'liveTools' | 'trace'>, question: string): LiveTool[] => {
  const tools = context.liveTools.map((live, at) => ({ live, at, tokens: tokensOf(live) }));
  const offered = withinLimits(tools);
  if (offered.length === tools.length) return [...context.liveTools];
  const scores = scoresFor(question, context.liveTools);
  const ranked = tools.toSorted((a, b) => (scores[b.at] ?? 0) - (scores[a.at] ?? 0) || a.at - b.at);
  const best = withinLimits(ranked).toSorted((a, b) => a.at - b.at);
  context.trace({ kind: 'note', name: 'live-tools-left-out', data: { offered: best.length, of: tools.length } });
  return best.map(({ live }) => live);
};

/** As many as the limits allow, in their order; passes over one that is too large. */
const withinLimits = <Sized extends { tokens: number }>(tools: readonly Sized[]): Sized[] => {
  let left = MAX_OFFERED_TOKENS;
  const fitting: Sized[] = [];
  for (const one of tools) {
    if (fitting.length === MAX_OFFERED) break;
    if (one.tokens > left) continue;
    left -= one.tokens;
    fitting.push(one);
  }
  return fitting;
};

const tokensOf = ({ tool }: LiveTool): number => estimateTokens(JSON.stringify(convertToOpenAIFunction(tool)));

/** For each tool, the sum of the inverse document frequencies of the words that it shares with the question. */
const scoresFor = (question: string, tools: readonly LiveTool[]): number[] => {
  const asked = contentStems(question);
  const shared = tools.map(({ title, tool }) =>
    [...contentStems(asWords(`${title} ${tool.description}`))].filter((stem) => asked.has(stem)),
  );
  const frequency = new Map<string, number>();
  for (const stem of shared.flat()) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
  return shared.map((stems) =>
    stems.reduce((sum, stem) => sum + Math.log(1 + tools.length / (frequency.get(stem) ?? 1)), 0),
  );
};

/** Separates the words of names such as `share_price` and `sharePrice`. */
const asWords = (text: string): string => text.replaceAll('_', ' ').replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ');
