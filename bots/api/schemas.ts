import { type RouteConfig, z } from '@hono/zod-openapi';
import { answerSchema, traceEventSchema } from '../../core/answer.ts';

/**
 * The schemas of version 1 of the API, from which the OpenAPI document and the typed client (bots/api/client) are
 * generated.
 */

const failureSchema = z
  .object({
    code: z.string().openapi({ description: 'Never changes its meaning.', example: 'UNKNOWN_ID' }),
    message: z.string().openapi({ description: 'What happened.' }),
    remedy: z.string().openapi({ description: 'What to do.' }),
  })
  .openapi('Failure');

/** An answer without its trace, which is many times as large; `GET /turns/{id}/trace` returns that. */
const answerViewSchema = z
  .object(answerSchema.omit({ trace: true }).shape)
  .openapi('Answer', { description: 'Markdown with [n] after each claim; citations say what each n is.' });

export const ownFeedbackSchema = z
  .object({
    rating: z.enum(['up', 'down']),
    reason: z.enum(['wrong', 'outdated', 'not-grounded', 'missing-source', 'other']).optional(),
    comment: z.string().max(4000).optional(),
    answer: z.string().max(4000).optional().openapi({ description: 'What would have been right.' }),
  })
  .openapi('OwnFeedback');

const turnViewSchema = z
  .object({
    id: z.string(),
    question: z.string(),
    standalone: z.string().optional().openapi({ description: 'The question as it stands without its conversation.' }),
    status: z.enum(['running', 'done', 'failed', 'cancelled']),
    answer: answerViewSchema.optional(),
    error: failureSchema.optional(),
    feedback: ownFeedbackSchema.optional(),
  })
  .openapi('Turn');

export const conversationSchema = z
  .object({ id: z.string(), title: z.string(), updatedAt: z.string() })
  .openapi('Conversation');

export const conversationViewSchema = z
  .object({ ...conversationSchema.shape, turns: z.array(turnViewSchema) })
  .openapi('ConversationWithTurns');

/** The data of a server-sent event with the name `turn`. */
const turnEventSchema = z
  .looseObject({
    type: z.enum([
      'accepted',
      'queued',
      'status',
      'step',
      'trace',
      'token',
      'reset',
      'citation',
      'answer',
      'error',
      'duplicate',
    ]),
  })
  .openapi('TurnEvent', { description: 'The last one is `answer`, `error` or `duplicate`.' });

export const newQuestionSchema = z
  .object({
    eventId: z.uuid().openapi({ description: 'The same one sent twice is one question.' }),
    text: z.string(),
    strategy: z.string().max(40).optional(),
    sources: z.array(z.string().max(200)).max(500).optional(),
  })
  .openapi('NewQuestion');

export const askSchema = z
  .object({
    question: z.string().trim().min(1).openapi({ example: 'How many weeks of parental leave do I get?' }),
    conversationId: z
      .string()
      .regex(/^api:[\w-]{8,64}$/, 'must be api: and 8 to 64 letters, digits, _ or -')
      .optional()
      .openapi({ description: 'Continues this conversation, or begins it; a new one by default.' }),
    strategy: z.string().max(40).optional().openapi({ description: 'One of `GET /about`; chosen for you by default.' }),
    sources: z.array(z.string().max(200)).max(500).optional().openapi({ description: 'Looks only in these.' }),
    budget: z
      .object({ tokens: z.number().positive(), calls: z.number().positive(), seconds: z.number().positive() })
      .partial()
      .optional()
      .openapi({ description: 'What the answer may cost at most.' }),
  })
  .openapi('Ask');

export const answeredSchema = z
  .object({ turnId: z.string(), conversationId: z.string(), answer: answerViewSchema })
  .openapi('Answered');

export const traceSchema = z.array(z.object(traceEventSchema.shape).openapi('TraceEvent'));

export const sharedAnswerSchema = z
  .object({ question: z.string(), answer: answerViewSchema, trace: traceSchema })
  .openapi('SharedAnswer');

const hitSchema = z
  .object({
    documentId: z.string(),
    passageId: z.string(),
    title: z.string(),
    text: z.string(),
    url: z.string().optional(),
    score: z.number().openapi({ description: 'Comparable within one search only.' }),
    via: z.array(z.looseObject({ kind: z.string() })).openapi({ description: 'Why it was found.' }),
  })
  .openapi('Hit');

export const searchResultSchema = z
  .object({ hits: z.array(hitSchema), mode: z.enum(['fused', 'lexical']), notice: z.string().optional() })
  .openapi('SearchResult');

export const passageSchema = z
  .object({
    id: z.string(),
    documentId: z.string(),
    title: z.string(),
    headings: z.array(z.string()),
    text: z.string(),
    kind: z.enum(['text', 'table']),
    url: z.string().optional(),
    updatedAt: z.string().optional(),
  })
  .openapi('Passage');

export const documentViewSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    url: z.string().optional(),
    updatedAt: z.string().optional(),
    text: z
      .string()
      .openapi({ description: 'Markdown: the whole page, or the part around the passage if it is long.' }),
    partial: z.boolean(),
    passage: z
      .object({ start: z.number(), end: z.number(), kind: z.enum(['text', 'table']) })
      .optional()
      .openapi({ description: "The passage's position in the text, in UTF-16 units." }),
    links: z.record(z.string(), z.string()).openapi({ description: 'Links to other pages here: href -> document id.' }),
  })
  .openapi('Document');

export const aboutSchema = z
  .object({
    model: z.string().optional().openapi({ description: 'Absent in quote mode.' }),
    documents: z.number(),
    suggestions: z.array(z.string()),
    sample: z.boolean().openapi({ description: 'The sample handbook is all there is so far.' }),
    strategies: z.array(z.string()),
    sources: z.array(z.string()),
  })
  .openapi('About');

export const sourceSchema = z.object({ id: z.string() }).openapi('Source');

export const forgottenSchema = z.record(z.string(), z.number()).openapi('Forgotten');

/** A JSON body in the form that `createRoute` expects. */
export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

/** The part of a route that requires a JSON body of this schema. */
export const jsonBody = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true, content: { 'application/json': { schema } } },
});

export const eventStream = {
  'text/event-stream': { schema: turnEventSchema },
};

/** The error response of every route. */
export const failed = {
  default: json(failureSchema, 'A refusal or a failure; `Retry-After` says when to come back, where that is known.'),
} satisfies RouteConfig['responses'];

export const idParam = z.object({ id: z.string() });

export const noticeSchema = z
  .object({ turnId: z.string(), threadId: z.string(), question: z.string(), at: z.string() })
  .openapi('Notice');
