import type { BaseChatModel, BaseChatModelCallOptions } from '@langchain/core/language_models/chat_models';
import type { AIMessageChunk, BaseMessage } from '@langchain/core/messages';
import { ParleyError } from '../../core/errors.ts';
import { guardGoogleClient } from './google-client.ts';
import type {
  Capabilities,
  FunctionCall,
  JsonSchema,
  Message,
  Model,
  ModelCall,
  ModelReply,
  Sampling,
} from './model.ts';
import { readJsonObject } from './partial-json.ts';
import { asModelError } from './provider-errors.ts';
import { thinkingFilter, withoutThinking } from './thinking.ts';
import { estimatePrompt, estimateTokens } from './tokens.ts';

/** The differences between providers: how to create the chat model and how to pass call options. */
export interface Provider {
  capabilities: Capabilities;
  /** Creates the LangChain chat model. Imports the provider's package only when called. */
  open(options: {
    sampling: Sampling;
    maxOutputTokens?: number;
    logprobs: boolean;
  }): Promise<BaseChatModel<BaseChatModelCallOptions, AIMessageChunk>>;
  /** Call options that constrain the answer to a schema. */
  schemaOption(schema: { name: string; json: JsonSchema }): Record<string, unknown>;
  /** True if the schema is bound as a forced tool call, with LangChain's `bindTools`, instead of by `schemaOption`. */
  bindsSchema?: boolean;
  /** Further call options, such as a seed. */
  callOptions?(sampling: Sampling): Record<string, unknown>;
}

/**
 * Wraps a LangChain chat model in Parley's interface. Always streams, so that interrupted answers are noticed,
 * cancelled calls stop at once, and tokens can be shown as they come.
 */
export const langchainModel = (name: string, provider: Provider): Model => {
  const opened = new Map<string, ReturnType<Provider['open']>>();
  const open = (call: ModelCall) => {
    const { seed: _, ...sampling } = call.sampling ?? {};
    const options = { sampling, maxOutputTokens: call.maxOutputTokens, logprobs: call.logprobs ?? false };
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
    capabilities: provider.capabilities,
    async call(call) {
      try {
        const chat = await open(call);
        guardGoogleClient(chat);
        const functions = call.functions?.map((spec) => ({ type: 'function' as const, function: spec }));
        const forced = call.schema && provider.bindsSchema ? [asFunction(call.schema)] : undefined;
        const runnable = functions?.length
          ? chat.bindTools!(functions)
          : forced
            ? chat.bindTools!(forced, { tool_choice: call.schema!.name })
            : chat;
        const stream = await runnable.stream(await asLangChain(call.messages), {
          signal: call.signal,
          ...(call.schema && !forced ? provider.schemaOption(call.schema) : {}),
          ...provider.callOptions?.(call.sampling ?? {}),
        } as Record<string, unknown>);
        return await gather(stream, call);
      } catch (error) {
        throw asModelError(error, name, call.signal);
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

/** Reads the stream to its end. Throws if it ends without a finish reason and without a complete answer. */
const gather = async (stream: AsyncIterable<AIMessageChunk>, call: ModelCall): Promise<ModelReply> => {
  let text = '';
  const visible = thinkingFilter();
  let finished = '';
  let declined = false;
  let inputTokens = 0;
  let outputTokens = 0;
  const logprobs: number[] = [];
  const functions: { name: string; arguments: string }[] = [];
  for await (const chunk of stream) {
    call.signal?.throwIfAborted();
    let delta = typeof chunk.content === 'string' ? chunk.content : textOf(chunk.content);
    for (const piece of chunk.tool_call_chunks ?? wholeCalls(chunk)) {
      const at = piece.index ?? Math.max(0, functions.length - (piece.name ? 0 : 1));
      functions[at] ??= { name: '', arguments: '' };
      functions[at].name += piece.name ?? '';
      functions[at].arguments += piece.args ?? '';
      if (call.schema && functions[at].name === call.schema.name) delta += piece.args ?? '';
    }
    if (delta) {
      text += delta;
      const shown = call.onText && visible(delta);
      if (shown) call.onText?.(shown);
    }
    inputTokens += chunk.usage_metadata?.input_tokens ?? 0;
    outputTokens += chunk.usage_metadata?.output_tokens ?? 0;
    const meta = chunk.response_metadata as {
      logprobs?: { content?: { logprob: number }[] | null } | null;
      [reason: string]: unknown;
    };
    for (const token of meta.logprobs?.content ?? []) logprobs.push(token.logprob);
    const reason = meta.finish_reason ?? meta.finishReason ?? meta.stop_reason ?? meta.done_reason;
    declined ||= saysRefusal(chunk);
    const extra = chunk.additional_kwargs?.stop_reason ?? chunk.additional_kwargs?.finishReason;
    if (typeof (reason ?? extra) === 'string') finished = String(reason ?? extra);
  }
  if (!finished && !text && functions.length === 0)
    throw new Error('it sent no answer, but an empty message or something else, such as a web page');
  if (!finished && call.schema && !/\}\s*$/.test(text))
    throw new Error('the stream was cut in the middle of the answer');
  if (declined || /content_filter|safety|refusal|recitation|blocklist|prohibited_content|spii/i.test(finished)) {
    throw new ParleyError('MODEL_REFUSED', {
      message: 'The model provider declined to answer this.',
      remedy: 'Ask it in other words.',
      details: { finished },
    });
  }
  const hasUsage = inputTokens > 0 || outputTokens > 0;
  return {
    text: withoutThinking(text),
    functionCalls: call.schema
      ? []
      : functions.filter(Boolean).map(({ name, arguments: json }, at) => readCall(`call_${at}`, name, json)),
    usage: hasUsage
      ? { inputTokens, outputTokens, estimated: false }
      : { inputTokens: estimatePrompt(call.messages), outputTokens: estimateTokens(text), estimated: true },
    ...(logprobs.length > 0 ? { logprobs } : {}),
  };
};

/** The tool calls of a model that does not stream them. */
const wholeCalls = ({ tool_calls: calls = [] }: AIMessageChunk) =>
  calls.map(({ name, args }, index) => ({ name, args: JSON.stringify(args), index }));

const asFunction = ({ name, json }: { name: string; json: JsonSchema }) => ({
  type: 'function' as const,
  function: { name, description: 'Gives the answer.', parameters: json },
});

/**
 * OpenAI's models report a refusal in a separate field and finish as usual; LangChain keeps it only in the raw chunk.
 */
const saysRefusal = ({ additional_kwargs: more }: AIMessageChunk): boolean => {
  const raw = more?.__raw_response as { choices?: { delta?: { refusal?: string | null } }[] } | undefined;
  return Boolean(raw?.choices?.[0]?.delta?.refusal);
};

const textOf = (content: readonly unknown[]): string =>
  content.map((block) => (block as { type?: string; text?: string }).text ?? '').join('');

const readCall = (id: string, name: string, json: string): FunctionCall => {
  const read = json.trim() === '' ? {} : readJsonObject(json);
  return read === undefined
    ? { id, name, arguments: {}, unreadable: json }
    : { id, name, arguments: read as Record<string, unknown> };
};
