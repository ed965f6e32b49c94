import { parseJson } from '../../core/text/parse-json.ts';

/** What is said of an answer that cannot be parsed. */
export const DAMAGED_ANSWER = 'it sent a damaged answer, or something else, such as a web page';
/** A JSON body above this size is no error message and no answer. */
const MAX_JSON_BYTES = 4_000_000;
/** HTTP status of an error that a server reports under status 200 without one: of a server that failed. */
const UNNAMED_STATUS = 502;

/** HTTP status by the names that OpenAI, Anthropic and their gateways give to errors. */
const STATUS_OF_NAME: [RegExp, number][] = [
  [/invalid_api_key|authentication|unauthorized/i, 401],
  [/permission|forbidden/i, 403],
  [/insufficient_quota|billing|payment/i, 402],
  [/rate_?limit|too_many_requests/i, 429],
  [/model_not_found|not_found/i, 404],
  [/overloaded/i, 529],
  [/invalid_request|bad_request|context_length/i, 400],
];

/** The error in a JSON body: `{"error": {…}}`, `{"error": "…"}`, or `{"object": "error", "message": …}` of vLLM. */
export const errorIn = (body: Record<string, unknown>): Record<string, unknown> | undefined => {
  const { error } = body;
  if (typeof error === 'string' && error !== '') return { message: error };
  if (typeof error === 'object' && error !== null) return error as Record<string, unknown>;
  return body.object === 'error' && typeof body.message === 'string' ? body : undefined;
};

/** The HTTP status of an error by its own status or code, as a number or by its name. */
export const statusOfError = ({ status, code, type }: Record<string, unknown>): number | undefined => {
  for (const value of [status, code]) {
    const number = Number(value);
    if (Number.isInteger(number) && number >= 400 && number < 600) return number;
  }
  const names = [code, type].filter((name) => typeof name === 'string').join(' ');
  return STATUS_OF_NAME.find(([name]) => name.test(names))?.[1];
};

/**
 * `fetch` for the clients of OpenAI and Anthropic. Some gateways answer a request for a stream with one JSON object under status
 * 200, which the client takes for an empty stream:
 * - an error becomes a response with its own status, so that the client throws it with its message
 * - a complete chat completion (the gateway ignores `stream`) becomes a stream of one chunk
 */
export const checkedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok || !response.body) return response;
  const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  const first = await readToContent(reader);
  const isJson = /^\s*\{/.test(new TextDecoder().decode(first));
  if (!isJson) return replaced(response, restOf(reader, first));
  const whole = await readWhole(reader, first);
  const body = objectIn(whole);
  const error = body && errorIn(body);
  if (error) {
    const status = statusOfError(error) ?? UNNAMED_STATUS;
    return new Response(JSON.stringify({ error }), { status, headers: headersOf(response, 'application/json') });
  }
  const chunk = body && wantsStream(init) ? asChunk(body) : undefined;
  if (chunk) {
    return new Response(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`, {
      headers: headersOf(response, 'text/event-stream'),
    });
  }
  return replaced(response, whole);
};

/**
 * `fetch` for the client of Ollama, which prints each line of a stream that is not JSON, with its text, and goes on without it.
 * Here such a line ends the stream with an error.
 */
export const fetchLines: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (!response.ok || !response.body) return response;
  const lines = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(jsonLines());
  return replaced(response, lines.pipeThrough(new TextEncoderStream()) as ReadableStream<Uint8Array<ArrayBuffer>>);
};

/** Passes on whole lines of JSON, and fails at any other. */
const jsonLines = (): TransformStream<string, string> => {
  let pieces: string[] = [];
  const pass = (text: string, controller: TransformStreamDefaultController<string>) => {
    for (const line of text.split('\n').filter((one) => one.trim() !== '')) {
      if (parseJson(line) === undefined) return controller.error(new Error(DAMAGED_ANSWER));
      controller.enqueue(`${line}\n`);
    }
  };
  return new TransformStream({
    transform(piece, controller) {
      const end = piece.lastIndexOf('\n');
      if (end < 0) {
        pieces.push(piece);
        return;
      }
      pass([...pieces, piece.slice(0, end)].join(''), controller);
      pieces = [piece.slice(end + 1)];
    },
    flush: (controller) => pass(pieces.join(''), controller),
  });
};

/** The clients write their body without white space; quotes within a text are escaped in it. */
const wantsStream = (init: RequestInit | undefined): boolean =>
  typeof init?.body === 'string' && init.body.includes('"stream":true');

const replaced = (response: Response, body: BodyInit): Response =>
  new Response(body, { status: response.status, headers: headersOf(response) });

/** Headers without those that describe the body as it was sent. */
const headersOf = ({ headers }: Response, type?: string): Headers => {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  if (type) kept.set('content-type', type);
  return kept;
};

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;

/** Reads until the first byte that is no white space. */
const readToContent = async (reader: Reader): Promise<Uint8Array<ArrayBuffer>> => {
  let read = new Uint8Array(0);
  while (read.every((byte) => byte <= 0x20)) {
    const { done, value } = await reader.read();
    if (done) break;
    // White space before the content says nothing; the events of a stream are separated by it.
    read = value;
  }
  return read;
};

const restOf = (reader: Reader, first: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    start: (controller) => controller.enqueue(first),
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });

/** Reads a body to its end, at most `MAX_JSON_BYTES`. */
const readWhole = async (reader: Reader, first: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> => {
  const pieces = [first];
  let size = first.length;
  while (size <= MAX_JSON_BYTES) {
    const { done, value } = await reader.read();
    if (done) return Buffer.concat(pieces);
    pieces.push(value);
    size += value.length;
  }
  await reader.cancel();
  return Buffer.concat(pieces);
};

const objectIn = (bytes: Uint8Array): Record<string, unknown> | undefined => {
  const value = parseJson(new TextDecoder().decode(bytes));
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
};

/** A chat completion as the one chunk of a stream; undefined for any other object. */
const asChunk = (body: Record<string, unknown>): Record<string, unknown> | undefined => {
  const [choice] = (Array.isArray(body.choices) ? body.choices : []) as Record<string, unknown>[];
  const message = choice?.message as { tool_calls?: object[] | null } | undefined;
  if (!message) return undefined;
  const calls = message.tool_calls?.map((call, index) => ({ index, ...call }));
  const delta = { ...message, role: 'assistant', ...(calls && { tool_calls: calls }) };
  return { ...body, object: 'chat.completion.chunk', choices: [{ ...choice, index: 0, delta, message: undefined }] };
};
