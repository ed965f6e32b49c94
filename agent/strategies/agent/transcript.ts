import { AIMessage, type BaseMessage, isAIMessage, isToolMessage } from '@langchain/core/messages';
import type { FunctionCall, Message } from '../../model/model.ts';

/** Calls that one turn may run. The model is told how many more it asked for. */
export const MAX_CALLS_AT_ONCE = 8;

/** Providers accept only these characters in a function name, and at most 64 of them. */
const plainName = (name: string): string => name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'unnamed';

/**
 * The model's turn as a message with at most `MAX_CALLS_AT_ONCE` calls. Their ids are assigned here, so that they are
 * unique whatever the provider sent.
 */
export const asTurn = (turn: number, text: string, calls: readonly FunctionCall[]): AIMessage =>
  new AIMessage({
    content: text,
    tool_calls: calls.slice(0, MAX_CALLS_AT_ONCE).map(({ name, arguments: args }, at) => ({
      type: 'tool_call' as const,
      id: `call_${turn}_${at}`,
      name: plainName(name),
      args,
    })),
  });

/**
 * LangChain's messages of a run as Parley's: answers with their calls, and the tools' replies. Others, such as the
 * question, are left out.
 */
export const asMessages = (transcript: readonly BaseMessage[]): Message[] =>
  transcript.flatMap((message): Message[] => {
    if (isToolMessage(message)) return [{ role: 'tool', content: message.text, callId: message.tool_call_id }];
    if (!isAIMessage(message)) return [];
    const calls = (message.tool_calls ?? []).map(({ id = '', name, args }) => ({ id, name, arguments: args }));
    return [{ role: 'assistant', content: message.text, ...(calls.length > 0 && { calls }) }];
  });

/**
 * The transcript for a model without tool calling: its calls as the JSON that it wrote, their results as the next user
 * message.
 */
export const asPlainMessages = (transcript: readonly BaseMessage[]): Message[] => {
  const plain: Message[] = [];
  for (const { role, content, calls = [] } of asMessages(transcript)) {
    const last = plain.at(-1);
    if (role === 'assistant') {
      const written = calls.map(({ name, arguments: args }) => ({ name, arguments: JSON.stringify(args) }));
      plain.push({ role, content: JSON.stringify({ calls: written }) });
    } else if (last?.role === 'user') last.content += `\n\n${content}`;
    else plain.push({ role: 'user', content });
  }
  return plain;
};

/** Equal for calls with the same function and arguments. Ignores argument order, letter case and outer spaces. */
export const callKey = (name: string, args: Record<string, unknown>): string =>
  `${name} ${JSON.stringify(
    Object.entries(args)
      .map(([key, value]) => [key, typeof value === 'string' ? value.trim().toLowerCase() : value])
      .sort(),
  )}`;
