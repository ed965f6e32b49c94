import { ChatOpenAI, ChatOpenAICompletions, type ChatOpenAIFields } from '@langchain/openai';

type Convert = ChatOpenAICompletions['_convertCompletionsDeltaToBaseMessageChunk'];

/**
 * LangChain's client of chat completions, for servers that differ from OpenAI's own in what a piece of a stream looks like:
 * - without a role, LangChain would drop the piece's function calls and its thinking
 * - with an array of parts as its content (Mistral's thinking models), LangChain would print a line and drop the piece
 */
class LenientCompletions extends ChatOpenAICompletions {
  protected override _convertCompletionsDeltaToBaseMessageChunk(
    delta: Parameters<Convert>[0],
    rawResponse: Parameters<Convert>[1],
    defaultRole?: Parameters<Convert>[2],
  ): ReturnType<Convert> {
    const read = Array.isArray(delta.content) ? withTextOfParts(delta) : delta;
    const role = delta.role || defaultRole || 'assistant';
    return super._convertCompletionsDeltaToBaseMessageChunk({ ...read, role }, rawResponse, defaultRole);
  }
}

/** A piece with its parts of text joined, and its parts of thinking as `reasoning_content`. */
const withTextOfParts = (delta: Parameters<Convert>[0]): Parameters<Convert>[0] => {
  const parts = delta.content as unknown[];
  const thinking = parts.map(thinkingOf).join('');
  return {
    ...delta,
    content: parts.map(textOf).join(''),
    ...(thinking ? { reasoning_content: (delta.reasoning_content ?? '') + thinking } : {}),
  };
};

const textOf = (part: unknown): string => {
  if (typeof part === 'string') return part;
  const { text } = (part ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
};

const thinkingOf = (part: unknown): string => {
  const { thinking } = (part ?? {}) as { thinking?: unknown };
  if (typeof thinking === 'string') return thinking;
  return Array.isArray(thinking) ? thinking.map(textOf).join('') : '';
};

/**
 * LangChain's client for a server that speaks OpenAI's chat completions, with the pieces of a stream read leniently.
 */
export const createChatOpenAi = (fields: ChatOpenAIFields): ChatOpenAI =>
  new ChatOpenAI({ ...fields, completions: new LenientCompletions(fields) });
