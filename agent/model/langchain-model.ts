import type { BaseChatModel, BaseChatModelCallOptions } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { guardGoogleClient } from './google-client.ts';
import type { Capabilities, JsonSchema, Message, Model, ModelCall, Sampling } from './model.ts';
import { asModelError } from './provider-errors.ts';
import { readStream } from './read-stream.ts';
import { withRetryAfter } from './retry-after-header.ts';

/** The differences between providers: how to create the chat model and how to pass call options. */
export interface Provider {
  capabilities: Capabilities;
  /** Creates the LangChain chat model. Imports the provider's package only when called. */
  open(options: {
    sampling: Sampling;
    maxOutputTokens?: number;
    logprobs: boolean;
    /** Aborts when the call ends early; for clients that do not end their request by themselves. */
    signal?: AbortSignal;
  }): Promise<BaseChatModel<BaseChatModelCallOptions, AIMessageChunk>>;
  /** Call options that constrain the answer to a schema. */
  schemaOption(schema: { name: string; json: JsonSchema }): Record<string, unknown>;
  /** True if the schema is bound as a forced tool call, with LangChain's `bindTools`, instead of by `schemaOption`. */
  bindsSchema?: boolean;
  /** True if each answer has a finish reason, so that a stream without one was cut. Servers of an API by others leave it out. */
  alwaysFinishes?: boolean;
  /** True if a chat model serves one call only, because it uses the signal of `open`. */
  opensPerCall?: boolean;
  /** Further call options, such as a seed. */
  callOptions?(sampling: Sampling): Record<string, unknown>;
}

/**
 * Output tokens reserved for the thinking of a model whose name does not tell that it thinks, once its thinking had an
 * answer cut: as many as for the others without an effort setting.
 */
const UNDECLARED_THINKING_TOKENS = 2_048;

/**
 * Wraps a LangChain chat model in Parley's interface. Always streams, so that interrupted answers are noticed,
 * cancelled calls stop at once, and tokens can be shown as they come.
 * @param silenceMs time without a piece after which a started answer counts as interrupted
 */
export const langchainModel = (name: string, provider: Provider, silenceMs?: number): Model => {
  let hiddenTokens = provider.capabilities.hiddenTokens;
  const opened = new Map<string, ReturnType<Provider['open']>>();
  const open = (call: ModelCall, signal: AbortSignal) => {
    const { seed: _, ...sampling } = call.sampling ?? {};
    const options = { sampling, maxOutputTokens: call.maxOutputTokens, logprobs: call.logprobs ?? false };
    if (provider.opensPerCall) return provider.open({ ...options, signal });
    const key = JSON.stringify(options);
    let chat = opened.get(key);
    if (!chat) {
      chat = provider.open(options);
      // `maxOutputTokens` depends on the remaining budget, so there are many keys; a small cache suffices.
      if (opened.size >= 32) opened.delete(opened.keys().next().value as string);
      opened.set(key, chat);
      chat.catch(() => opened.delete(key));
    }
    return chat;
  };
  return {
    name,
    get capabilities() {
      return { ...provider.capabilities, hiddenTokens };
    },
    async call(call) {
      const stop = new AbortController();
      const signal = call.signal ? AbortSignal.any([call.signal, stop.signal]) : stop.signal;
      try {
        const chat = await open(call, signal);
        guardGoogleClient(chat);
        const functions = call.functions?.map((spec) => ({ type: 'function' as const, function: spec }));
        const forced = call.schema && provider.bindsSchema ? [asFunction(call.schema)] : undefined;
        const runnable = functions?.length
          ? chat.bindTools!(functions)
          : forced
            ? chat.bindTools!(forced, { tool_choice: call.schema!.name })
            : chat;
        const messages = await asLangChain(call.messages);
        const options = {
          signal,
          ...(call.schema && !forced ? provider.schemaOption(call.schema) : {}),
          ...provider.callOptions?.(call.sampling ?? {}),
        } as Record<string, unknown>;
        const reply = await withRetryAfter(async () =>
          readStream(await runnable.stream(messages, options), call, (reason) => stop.abort(reason), {
            silenceMs,
            alwaysFinishes: provider.alwaysFinishes,
          }),
        );
        if (reply.cut && reply.thought) hiddenTokens = Math.max(hiddenTokens, UNDECLARED_THINKING_TOKENS);
        return reply;
      } catch (error) {
        const stopped = stop.signal.aborted && !call.signal?.aborted;
        throw asModelError(stopped ? stop.signal.reason : error, name, call.signal);
      }
    },
  };
};

/** Converts messages to LangChain's: plain ones by role, those of tool calls with their calls and results. */
const asLangChain = async (
  messages: readonly Message[],
): Promise<(BaseMessage | { role: string; content: string })[]> => {
  const { AIMessage, ToolMessage } = await import('@langchain/core/messages');
  return messages.map(({ role, content, calls = [], callId }) => {
    if (role === 'tool') return new ToolMessage({ content, tool_call_id: callId ?? '' });
    if (calls.length === 0) return { role, content };
    const toolCalls = calls.map(({ id, name, arguments: args }) => ({ type: 'tool_call' as const, id, name, args }));
    return new AIMessage({ content, tool_calls: toolCalls });
  });
};

const asFunction = ({ name, json }: { name: string; json: JsonSchema }) => ({
  type: 'function' as const,
  function: { name, description: 'Gives the answer.', parameters: json },
});
