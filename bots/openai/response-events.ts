import type { AnswerView } from '../web/api.ts';
import { responsesUsage, type UrlCitation } from './answers.ts';
import { MESSAGE_PREFIX } from './requests.ts';

/** The fields of a response that come from its request. */
export interface ResponseShape {
  model: string;
  /** Unix seconds. */
  created: number;
  previous: string | null;
}

const annotationsOf = (citations: readonly UrlCitation[]) =>
  citations.map((citation) => ({ type: 'url_citation' as const, ...citation }));

const outputText = (text: string, citations: readonly UrlCitation[] = []) => ({
  type: 'output_text' as const,
  text,
  annotations: annotationsOf(citations),
  logprobs: [],
});

const message = (turnId: string, status: 'in_progress' | 'completed', content: unknown[]) => ({
  type: 'message' as const,
  id: `${MESSAGE_PREFIX}${turnId}`,
  status,
  role: 'assistant' as const,
  content,
});

/** A response object in progress. */
export const startedResponse = ({ model, created, previous }: ResponseShape, turnId: string) => ({
  id: `resp_${turnId}`,
  object: 'response' as const,
  created_at: created,
  status: 'in_progress' as 'in_progress' | 'completed',
  model,
  previous_response_id: previous,
  output: [] as unknown[],
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: {},
  parallel_tool_calls: false,
  temperature: null,
  top_p: null,
  tool_choice: 'auto',
  tools: [],
  usage: null as ReturnType<typeof responsesUsage> | null,
});

/** A completed response object. */
export const finishedResponse = (
  shape: ResponseShape,
  turnId: string,
  { text, usage }: Pick<AnswerView, 'text' | 'usage'>,
  citations: readonly UrlCitation[],
) => ({
  ...startedResponse(shape, turnId),
  status: 'completed' as const,
  output: [message(turnId, 'completed', [outputText(text, citations)])],
  usage: responsesUsage(usage),
});

/** Writes the numbered events of a streamed response in the order that OpenAI's clients expect. */
export const responseEvents = (
  shape: ResponseShape,
  write: (event: { type: string; sequence_number: number }) => Promise<void>,
) => {
  let number = 0;
  let itemId = '';
  const send = (type: string, rest: object) => write({ type, sequence_number: number++, ...rest });
  const place = () => ({ item_id: itemId, output_index: 0, content_index: 0 });
  return {
    async begin(response: ReturnType<typeof startedResponse>) {
      const turnId = response.id.replace(/^resp_/, '');
      itemId = `${MESSAGE_PREFIX}${turnId}`;
      await send('response.created', { response });
      await send('response.in_progress', { response });
      await send('response.output_item.added', { output_index: 0, item: message(turnId, 'in_progress', []) });
      await send('response.content_part.added', { ...place(), part: outputText('') });
    },
    piece: (delta: string) => send('response.output_text.delta', { ...place(), delta, logprobs: [] }),
    async end(turnId: string, answer: Pick<AnswerView, 'text' | 'usage'>, citations: readonly UrlCitation[]) {
      for (const [at, annotation] of annotationsOf(citations).entries())
        await send('response.output_text.annotation.added', { ...place(), annotation_index: at, annotation });
      const part = outputText(answer.text, citations);
      await send('response.output_text.done', { ...place(), text: answer.text, logprobs: [] });
      await send('response.content_part.done', { ...place(), part });
      await send('response.output_item.done', { output_index: 0, item: message(turnId, 'completed', [part]) });
      await send('response.completed', { response: finishedResponse(shape, turnId, answer, citations) });
    },
  };
};
