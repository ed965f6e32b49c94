import { asParleyError, isAbort, ParleyError } from '../../core/errors.ts';
import { missingPackage } from '../../core/optional-packages.ts';
import { retryAfterSeconds } from '../../core/retry-after.ts';
import { counted } from '../../core/text/counted.ts';
import { DAMAGED_ANSWER, errorIn, statusOfError } from './checked-fetch.ts';

/** Converts an error of a provider's client to a ParleyError with a remedy. Cancellations stay CANCELLED. */
export const asModelError = (error: unknown, model: string, signal?: AbortSignal): ParleyError => {
  if (error instanceof ParleyError) return error;
  if (missingPackage(error)) return asParleyError(error);
  if (signal?.aborted) {
    return signal.reason instanceof ParleyError ? signal.reason : cancelled(error);
  }
  const status = statusOf(error);
  const said = firstLine(error);
  const details = { model, ...(status === undefined ? {} : { status }) };
  if (isBlocked(error, said)) {
    return new ParleyError('MODEL_REFUSED', {
      message: 'The model provider declined to answer this.',
      remedy: 'Ask it in other words.',
      cause: error,
      details,
    });
  }
  if (status === 401 || status === 403 || NAMES_BAD_KEY.test(said)) {
    return new ParleyError('MODEL_KEY_REFUSED', {
      message: `The model provider refused the key for ${model}${status === 401 ? '' : ` (HTTP ${status})`}.`,
      remedy: 'Check PARLEY_MODEL_API_KEY, or the variable in which the provider expects its own key.',
      cause: error,
      details,
    });
  }
  const isUnsupported = status !== undefined && NAMES_UNSUPPORTED.test(said);
  if ((status === 404 && !isUnsupported) || (status === 400 && NAMES_UNKNOWN_MODEL.test(said))) {
    return new ParleyError('MODEL_NOT_FOUND', {
      message: `The provider does not know the model ${model}: ${asSentence(withoutStatus(said))}`,
      remedy: remedyForUnknown(model),
      cause: error,
      details,
    });
  }
  if (status === 402 || isQuotaSpent(status, `${codeOf(error)} ${said}`)) {
    return new ParleyError('MODEL_QUOTA_SPENT', {
      message: `The account behind ${model} has no quota left.`,
      remedy: 'Look at plan and billing with the provider, or set another key.',
      cause: error,
      details,
    });
  }
  if (status === 429) {
    const waitSeconds = retryAfter(error);
    return new ParleyError('MODEL_RATE_LIMITED', {
      message: `The provider limits the rate of ${model}.`,
      remedy: `Wait ${pauseOf(waitSeconds)}, or raise the limit with the provider.`,
      cause: error,
      details: { ...details, ...(waitSeconds === undefined ? {} : { retryAfterSeconds: waitSeconds }) },
    });
  }
  if (status !== undefined && ((status >= 400 && status < 500 && status !== 408) || isUnsupported)) {
    return new ParleyError('MODEL_REQUEST_REFUSED', {
      message: `The provider refused the request to ${model} (HTTP ${status}): ${asSentence(withoutStatus(said))}`,
      remedy: remedyFor(said),
      cause: error,
      details,
    });
  }
  if (status === undefined && isAbort(error)) return cancelled(error);
  const waitSeconds = retryAfter(error);
  return new ParleyError('MODEL_UNAVAILABLE', {
    message: `The model ${model} ${status === undefined ? "can't be reached" : 'fails'}: ${asSentence(plainReason(error) ?? said)}`,
    remedy:
      status === undefined
        ? 'Check PARLEY_MODEL_BASE_URL and that the provider is up.'
        : 'Ask again later; the status page or the log of the provider may say more.',
    cause: error,
    details: {
      ...details,
      ...(status === undefined ? { failed: failedAt(error) } : {}),
      ...(waitSeconds === undefined ? {} : { retryAfterSeconds: waitSeconds }),
    },
  });
};

/** The pause that a provider asks for, in words. */
const pauseOf = (seconds = 0): string =>
  seconds < 60
    ? 'a little'
    : `${counted(Math.ceil(seconds / (seconds < 7200 ? 60 : 3600)), seconds < 7200 ? 'minute' : 'hour')}, as it asks`;

/** What to do about a model that its provider does not know, or about an address at which it answers 404. */
const remedyForUnknown = (model: string): string => {
  const [provider, name] = [model.slice(0, model.indexOf(':')), model.slice(model.indexOf(':') + 1)];
  if (provider === 'ollama')
    return `Run \`ollama pull ${name}\` there, or check PARLEY_MODEL and PARLEY_MODEL_BASE_URL (Ollama's own address, without /v1).`;
  const path = provider === 'openai' ? ' and the path of PARLEY_MODEL_BASE_URL (it often ends in /v1)' : '';
  return `Check the name in PARLEY_MODEL${path || ', and PARLEY_MODEL_BASE_URL if it is set'}.`;
};

/** What happened, where the words of clients say it only to who knows their libraries ("terminated", "other side closed"). */
const plainReason = (error: unknown): string | undefined => {
  if (isDamaged(error)) return DAMAGED_ANSWER;
  if (statusOf(error) !== undefined || !wasClosed(error)) return undefined;
  return failedAt(error) === 'later'
    ? 'it ended the connection in the middle of its answer'
    : 'it ended the connection before it answered';
};

/** True if the other side ended a connection that had been made. */
const wasClosed = (error: unknown): boolean => codesOf(causesOf(error)).some((code) => CLOSED.has(code));

/** True if a client failed to parse an answer as JSON. Its words would name positions, and may repeat the text. */
const isDamaged = (error: unknown): boolean => causesOf(error).some(({ name }) => name === 'SyntaxError');

/**
 * How far a call came that failed without an HTTP status: `connecting`, so that no model saw it; `waiting`, when the connection
 * ended before any reply, as one does that was kept open for too long; `later`, when the model may have worked on it.
 */
type FailedAt = 'connecting' | 'waiting' | 'later';

/** System and undici codes of a connection that could not be made. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
/** System and undici codes of a connection that the other side ended. */
const CLOSED = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

const failedAt = (error: unknown): FailedAt => {
  const causes = causesOf(error);
  // `fetch` itself rejects only before the head of a response; what breaks later has another message.
  if (!causes.some(({ message }) => /\bfetch failed$/.test(message))) return 'later';
  const codes = codesOf(causes);
  if (codes.some((code) => NOT_CONNECTED.has(code))) return 'connecting';
  // Google's client passes on the message alone.
  return codes.length === 0 || codes.some((code) => CLOSED.has(code)) ? 'waiting' : 'later';
};

/** The codes of the system and of undici that errors have. */
const codesOf = (causes: readonly Error[]): string[] =>
  causes.map((cause) => String((cause as { code?: unknown }).code ?? '')).filter((code) => code !== '');

/** An error and its causes. Where a host has several addresses, the first one's error stands for all. */
const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = [];
  for (let at = error; at instanceof Error && causes.length < MAX_CAUSES; ) {
    causes.push(at);
    at = at instanceof AggregateError ? at.errors[0] : at.cause;
  }
  return causes;
};
const MAX_CAUSES = 5;

/** How Google says with status 400 that it does not know a key, and LiteLLM without a database. */
const NAMES_BAD_KEY = /API_KEY_INVALID|API key not valid|\bno connected db\b/i;

/** How gateways and providers say with status 400 that they do not know a model: LiteLLM, OpenRouter, Mistral, DeepSeek. */
const NAMES_UNKNOWN_MODEL =
  /\binvalid model(?: name|:)|\bis not a valid model\b|\bmodel not exist\b|\b(?:unknown|no such) model\b|\bmodel\b.{0,60}\b(?:does not exist|not found)\b/i;

/**
 * How servers say with another status than 400 that they do not take functions or a schema: OpenRouter with 404, llama.cpp and
 * others with 500 or 501.
 */
const NAMES_UNSUPPORTED =
  /\bno endpoints found that (?:support|can handle)\b|\b(?:tools?|tool_choice|response_format|json_schema|grammar)\b.{0,60}\b(?:requires?|support|supported|unsupported|implemented)\b|\bfailed to parse grammar\b/i;

/** True if a provider's content filter blocked the question. */
const isBlocked = (error: unknown, said: string): boolean =>
  codeOf(error) === 'content_filter' ||
  /content management policy|ResponsibleAIPolicyViolation|content_filter/i.test(said);

/** The provider's error code, or an empty string. */
const codeOf = (error: unknown): string => {
  const { code, error: body } = (error ?? {}) as { code?: unknown; error?: { code?: unknown; type?: unknown } };
  return String(code ?? body?.code ?? body?.type ?? '');
};

/** True if waiting does not help because the quota or balance is used up (Anthropic reports that with status 400). */
const isQuotaSpent = (status: number | undefined, said: string): boolean =>
  (status === 429 || status === 400) &&
  /insufficient_quota|exceeded your current quota|credit balance is too low/i.test(said);

/** Remedies for the known refusals of providers (agent/model/conformance.test.ts). */
const remedyFor = (said: string): string => {
  if (/context length|context window|too long|maximum.*tokens/i.test(said))
    return 'Set a model with a longer context, or serve it with one; a smaller --budget tokens=… sends less.';
  if (/does not support thinking|reasoning[_ ]effort|thinking/i.test(said))
    return 'This model does not think, or not as much: unset PARLEY_MODEL_EFFORT, or give another value.';
  if (/tool/i.test(said))
    return 'This model, or the server as it was started, takes no tools: set another model, or turn tool calling on.';
  return 'Check that the model takes what is asked of it; a shorter question or another model may help.';
};

const cancelled = (cause: unknown) =>
  new ParleyError('CANCELLED', { message: 'The model call was cancelled.', remedy: 'Ask again to start anew.', cause });

const statusOf = (error: unknown): number | undefined => {
  for (let at: unknown = error, depth = 0; at && typeof at === 'object' && depth < 4; depth += 1) {
    const { status, status_code: code, response, cause } = at as Record<string, unknown>;
    for (const value of [status, code, (response as { status?: unknown } | undefined)?.status]) {
      if (typeof value === 'number' && value >= 400 && value < 600) return value;
    }
    at = cause;
  }
  // An error within a stream has no HTTP status, but mostly a code or type.
  const { code, type, error: body } = (error ?? {}) as Record<string, unknown>;
  return statusOfError({ code, type, ...(typeof body === 'object' ? body : {}) });
};

/** Seconds to wait, from Google's RetryInfo, `retry-after-ms` or `retry-after` (seconds or a date). */
const retryAfter = (error: unknown): number | undefined => {
  const { headers, response, errorDetails } = (error ?? {}) as {
    headers?: unknown;
    response?: { headers?: unknown };
    errorDetails?: unknown;
  };
  const fromDetails = retryDelay(errorDetails);
  if (fromDetails !== undefined) return fromDetails;
  const bag = headers ?? response?.headers;
  const read = (name: string): string | undefined => {
    if (bag instanceof Headers) return bag.get(name) ?? undefined;
    const value = (bag as Record<string, unknown> | undefined)?.[name];
    return value === undefined ? undefined : String(value);
  };
  const ms = Number(read('retry-after-ms'));
  if (Number.isFinite(ms) && ms > 0) return ms / 1000;
  return retryAfterSeconds(read('retry-after'));
};

/** Seconds of `google.rpc.RetryInfo` (`"retryDelay": "34.4s"`). */
const retryDelay = (details: unknown): number | undefined => {
  if (!Array.isArray(details)) return undefined;
  for (const detail of details as { retryDelay?: unknown }[]) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(detail?.retryDelay ?? ''))?.[1];
    if (seconds !== undefined) return Number(seconds);
  }
  return undefined;
};

/** Enough for a provider's sentence. An error page or an echoed request is longer and says no more. */
const MAX_SAID_CHARS = 300;

const firstLine = (error: unknown): string => {
  // The innermost cause names the host and what happened to the connection.
  const [, ...causes] = causesOf(error);
  const reason = causes.findLast(({ message }) => message !== '')?.message;
  const [first = ''] = messageOf(error).split('\n');
  // LangChain makes some errors of a provider's, with the same words.
  const isSaid = reason === undefined || withoutStatus(first).includes(withoutStatus(reason.split('\n')[0] ?? ''));
  const cause = isSaid ? '' : ` (${reason})`;
  // LangChain adds lines of its own to Anthropic's errors.
  const line = messageInJson(first) ?? first;
  // A proxy's error page says no more than its status.
  const plain = line
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const said = plain.length > MAX_SAID_CHARS ? `${plain.slice(0, MAX_SAID_CHARS).trimEnd()}…` : plain;
  return cause === '' ? said : `${said.replace(/\.$/, '')}${cause}`;
};

const asSentence = (said: string): string => {
  const ended = said.slice(0, said.search(/[\s.]*$/));
  return /[!?…]$/.test(ended) ? ended : `${ended}.`;
};

/** Without the status, which the clients of OpenAI and Anthropic put in front. */
const withoutStatus = (said: string): string => said.replace(/^[45]\d\d /, '');

/** The error's message, without what the providers' clients put around it. */
const messageOf = (error: unknown): string => {
  const text = error instanceof Error ? error.message : String(error);
  const { error: body } = (error ?? {}) as { error?: { message?: unknown } | null };
  // Ollama's client makes it of whatever `error` holds in the body, which may be an object.
  if (text === '[object Object]' && typeof body === 'object' && body !== null)
    return typeof body.message === 'string' ? body.message : JSON.stringify(body);
  const withoutAddress = text.replace(/^\[GoogleGenerativeAI Error\]: (?:Error fetching from \S+: )?/, '');
  return messageInJson(withoutAddress) ?? withoutAddress;
};

/** The message in a text of a status and a JSON body, of which Anthropic's client makes its errors. */
const messageInJson = (text: string): string | undefined => {
  const [, status = '', json] = /^(\d{3} )?(\{.*\})$/s.exec(text) ?? [];
  if (json === undefined) return undefined;
  try {
    const message = errorIn(JSON.parse(json) as Record<string, unknown>)?.message;
    return typeof message === 'string' ? `${status}${message}` : undefined;
  } catch {
    return undefined;
  }
};
