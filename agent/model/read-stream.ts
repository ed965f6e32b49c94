import type { AIMessageChunk } from '@langchain/core/messages';
import { ParleyError } from '../../core/errors.ts';
import type { FunctionCall, ModelCall, ModelReply } from './model.ts';
import { readJsonObject } from './partial-json.ts';
import { thinkingFilter, withoutThinking } from './thinking.ts';
import { estimatePrompt, estimateTokens } from './tokens.ts';

/**
 * Milliseconds without a piece after which a started answer counts as interrupted. Models may stop to think, slow ones stream
 * every few seconds, and some providers hold back the arguments of a function until a value of them is complete.
 */
export const MAX_SILENCE_MS = 45_000;
/** Share of it after which a text that came quickly counts as interrupted: 15 seconds. */
const QUICK_SHARE = 1 / 3;
/** Pieces of text in a row after which its pace is known. */
const MIN_PACED_PIECES = 20;
/**
 * Mean gaps between pieces that a silence may last. A provider's 20 ms give the shortest silence; a local model's 200 ms give
 * 30 seconds, so that it may read another question's prompt meanwhile; at 300 ms and more it is the longest.
 */
const PACED_GAPS = 150;
/** Characters per token at which a stream is far beyond its limit; the longest tokens of code and blanks have about 16. */
const MAX_CHARS_PER_TOKEN = 16;
/** No stream is taken for endless below this length, because a given LangChain model has an output limit of its own. */
const MIN_ENDLESS_CHARS = 64_000;

/** Finish reasons of a cut answer: of OpenAI and Ollama, Anthropic (two), and Gemini. */
const CUT = /^(?:length|max_tokens|model_context_window_exceeded|max_output_tokens)$/i;
const DECLINED = /content_filter|safety|refusal|recitation|blocklist|prohibited_content|spii/i;

/** A function call that streams in. */
interface StreamingCall {
  id?: string;
  name: string;
  arguments: string;
}

/**
 * Reads a model's stream to its end. A stream that goes far beyond the output limit is ended there and counts as cut.
 * @param stop ends the request to the provider
 * @param options.silenceMs time without a piece after which a started answer counts as interrupted
 * @param options.alwaysFinishes true for a provider that gives each answer a finish reason, so that one without was cut
 * @throws Error if the stream falls silent, or ends without a finish reason and without a complete answer; MODEL_REFUSED
 */
export const readStream = async (
  stream: AsyncIterable<AIMessageChunk>,
  call: ModelCall,
  stop: (reason: Error) => void,
  { silenceMs = MAX_SILENCE_MS, alwaysFinishes = false }: { silenceMs?: number; alwaysFinishes?: boolean } = {},
): Promise<ModelReply> => {
  let text = '';
  const visible = thinkingFilter();
  let finished = '';
  let declined = false;
  let thought = false;
  let inputTokens = 0;
  let outputTokens = 0;
  let totalTokens = 0;
  let chars = 0;
  const maxChars = Math.max(MIN_ENDLESS_CHARS, (call.maxOutputTokens ?? 0) * MAX_CHARS_PER_TOKEN);
  const logprobs: number[] = [];
  const calls = callReader();
  const silence = startSilence(silenceMs, stop);
  try {
    for await (const chunk of stream) {
      call.signal?.throwIfAborted();
      let delta = typeof chunk.content === 'string' ? chunk.content : textOf(chunk.content);
      const pieces = chunk.tool_call_chunks ?? wholeCalls(chunk);
      for (const piece of pieces) {
        const { name } = calls.add(piece);
        if (call.schema && name === call.schema.name) delta += piece.args ?? '';
      }
      if (delta) {
        text += delta;
        const shown = call.onText && visible(delta);
        if (shown) call.onText?.(shown);
      }
      const thinking = thinkingOf(chunk);
      thought ||= thinking > 0 || (chunk.usage_metadata?.output_token_details?.reasoning ?? 0) > 0;
      if (delta || thinking || pieces.length > 0) silence.restart(!thinking && pieces.length === 0);
      // A piece that holds nothing counts, too, so that a stream of such pieces ends.
      chars += 1 + delta.length + thinking;
      for (const { name, args } of pieces) chars += sizeOf(name) + sizeOf(args);
      inputTokens += chunk.usage_metadata?.input_tokens ?? 0;
      outputTokens += chunk.usage_metadata?.output_tokens ?? 0;
      totalTokens += chunk.usage_metadata?.total_tokens ?? 0;
      const meta = chunk.response_metadata as {
        logprobs?: { content?: { logprob: number }[] | null } | null;
        [reason: string]: unknown;
      };
      for (const token of meta.logprobs?.content ?? []) logprobs.push(token.logprob);
      const reason = meta.finish_reason ?? meta.finishReason ?? meta.stop_reason ?? meta.done_reason;
      declined ||= saysRefusal(chunk);
      const extra = chunk.additional_kwargs?.stop_reason ?? chunk.additional_kwargs?.finishReason;
      if (typeof (reason ?? extra) === 'string') finished = String(reason ?? extra);
      if (chars > maxChars) {
        finished = 'length';
        break;
      }
    }
  } finally {
    silence.end();
  }
  if (chars > maxChars) stop(new Error('its answer did not end'));
  if (!finished && !text && calls.list.length === 0)
    throw new Error('it sent no answer, but an empty message or something else, such as a web page');
  const functionCalls = call.schema
    ? []
    : calls.list.map(({ name, arguments: json }, at) => readCall(`call_${at}`, name, json));
  const isWhole = call.schema ? /\}\s*$/.test(text) : functionCalls.every(({ unreadable }) => unreadable === undefined);
  if (!finished && (alwaysFinishes || !isWhole)) throw new Error('the stream was cut in the middle of the answer');
  if (declined || DECLINED.test(finished)) {
    throw new ParleyError('MODEL_REFUSED', {
      message: 'The model provider declined to answer this.',
      remedy: 'Ask it in other words.',
      details: { finished },
    });
  }
  const answer = withoutThinking(text);
  // Gemini counts its thinking in the total alone; it is paid for as output.
  const uncounted = Math.max(0, totalTokens - inputTokens - outputTokens);
  outputTokens += uncounted;
  const hasUsage = inputTokens > 0 || outputTokens > 0;
  return {
    text: answer,
    functionCalls,
    usage: hasUsage
      ? { inputTokens, outputTokens, estimated: false }
      : { inputTokens: estimatePrompt(call.messages), outputTokens: estimateTokens(text), estimated: true },
    ...(logprobs.length > 0 ? { logprobs } : {}),
    ...(CUT.test(finished) ? { cut: true } : {}),
    ...(thought || uncounted > 0 || answer !== text ? { thought: true } : {}),
  };
};

/**
 * Stops the request if a started answer falls silent. Before its first piece a model may think or load for long. How long the
 * silence may be follows the pace of the text before it.
 */
const startSilence = (silenceMs: number, stop: (reason: Error) => void) => {
  let timer: NodeJS.Timeout | undefined;
  let pieces = 0;
  let since = 0;
  return {
    /** @param isText false for thinking and for function calls, after which the pace says nothing */
    restart(isText: boolean) {
      clearTimeout(timer);
      const now = performance.now();
      if (!isText) pieces = 0;
      else if (pieces++ === 0) since = now;
      const gap = pieces < MIN_PACED_PIECES ? Number.POSITIVE_INFINITY : (now - since) / (pieces - 1);
      const ms = Math.min(silenceMs, Math.max(silenceMs * QUICK_SHARE, gap * PACED_GAPS));
      timer = setTimeout(
        () =>
          stop(new Error(`it sent nothing more for ${Math.round(ms / 100) / 10} seconds in the middle of its answer`)),
        ms,
      );
    },
    end: () => clearTimeout(timer),
  };
};

type CallPiece = { index?: number; id?: string; name?: string; args?: string };

/**
 * Joins the pieces of function calls. A piece belongs to the call of its index, or to the last call if it has neither
 * index nor name. Some servers give every call the same index, so another id begins another call.
 */
const callReader = () => {
  const list: StreamingCall[] = [];
  const byIndex = new Map<number, StreamingCall>();
  return {
    list,
    add(piece: CallPiece): StreamingCall {
      const known = piece.index === undefined ? (piece.name ? undefined : list.at(-1)) : byIndex.get(piece.index);
      const isOther = known?.id !== undefined && piece.id !== undefined && piece.id !== '' && piece.id !== known.id;
      const streaming: StreamingCall = known && !isOther ? known : { name: '', arguments: '' };
      if (streaming !== known) list.push(streaming);
      if (piece.index !== undefined) byIndex.set(piece.index, streaming);
      streaming.id ??= piece.id;
      streaming.name += piece.name ?? '';
      streaming.arguments += piece.args ?? '';
      return streaming;
    },
  };
};

/** The tool calls of a model that does not stream them. */
const wholeCalls = ({ tool_calls: calls = [] }: AIMessageChunk): CallPiece[] =>
  calls.map(({ name, args }, index) => ({ name, args: JSON.stringify(args), index }));

/**
 * OpenAI's models report a refusal in a separate field and finish as usual; LangChain keeps it only in the raw chunk.
 */
const saysRefusal = (chunk: AIMessageChunk): boolean => Boolean(rawDelta(chunk)?.refusal);

/**
 * Characters of thinking in a chunk: in blocks of their own (Anthropic, Gemini), as `reasoning_content` (vLLM, Ollama by
 * LangChain) or as `reasoning` (OpenRouter, vLLM from 0.12), which LangChain keeps only in the raw chunk.
 */
const thinkingOf = (chunk: AIMessageChunk): number => {
  const blocks = typeof chunk.content === 'string' ? [] : (chunk.content as readonly { thinking?: unknown }[]);
  const { reasoning_content: content } = chunk.additional_kwargs ?? {};
  return (
    blocks.reduce((sum, { thinking }) => sum + sizeOf(thinking), 0) +
    sizeOf(content) +
    (sizeOf(content) > 0 ? 0 : sizeOf(rawDelta(chunk)?.reasoning))
  );
};

const rawDelta = ({ additional_kwargs: more }: AIMessageChunk) => {
  const raw = more?.__raw_response as
    | { choices?: { delta?: { refusal?: unknown; reasoning?: unknown } }[] }
    | undefined;
  return raw?.choices?.[0]?.delta;
};

const sizeOf = (text: unknown): number => (typeof text === 'string' ? text.length : 0);

const textOf = (content: readonly unknown[]): string =>
  content.map((block) => (block as { type?: string; text?: string }).text ?? '').join('');

const readCall = (id: string, name: string, json: string): FunctionCall => {
  const read = json.trim() === '' ? {} : readJsonObject(json);
  return read === undefined
    ? { id, name, arguments: {}, unreadable: json }
    : { id, name, arguments: read as Record<string, unknown> };
};
