import { DAMAGED_ANSWER } from './checked-fetch.ts';

/** What Google's client returns for a streamed call. */
interface StreamedContent {
  stream: AsyncIterable<{ promptFeedback?: { blockReason?: string } }>;
  /** The same response as one object. LangChain reads only the stream. */
  response: Promise<unknown>;
}

type GenerateContentStream = (...request: unknown[]) => Promise<StreamedContent>;

const guarded = new WeakSet<object>();

/**
 * Guards the client of a LangChain chat model of Google's. Models of other providers stay as they are.
 *
 * - A stream that breaks or is cancelled also rejects the promise of the whole response. Nobody awaits it, and Node ends a
 *   process with an unhandled rejection, so it is handled here. The stream reports the same error to its reader.
 * - The error of a chunk that cannot be parsed quotes the chunk, which holds a piece of the answer.
 * - LangChain drops the chunk that says that the prompt was blocked, because it holds no candidate.
 */
export const guardGoogleClient = (chat: object): void => {
  const { client } = chat as { client?: { generateContentStream?: GenerateContentStream } };
  const generate = client?.generateContentStream;
  if (!client || typeof generate !== 'function' || guarded.has(client)) return;
  guarded.add(client);
  client.generateContentStream = async (...request) => {
    const content = await generate.apply(client, request);
    content.response.catch(() => {});
    return { ...content, stream: checked(content.stream) };
  };
};

async function* checked(stream: StreamedContent['stream']): StreamedContent['stream'] {
  try {
    for await (const chunk of stream) {
      const reason = chunk.promptFeedback?.blockReason;
      if (reason) throw Object.assign(new Error(`The prompt was blocked: ${reason}`), { code: 'content_filter' });
      yield chunk;
    }
  } catch (error) {
    if (error instanceof Error && /Error parsing JSON response|Failed to parse stream/.test(error.message))
      throw new Error(DAMAGED_ANSWER);
    throw error;
  }
}
