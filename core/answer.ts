import { z } from 'zod';

/**
 * How a question was answered. `likely`: the best-supported answer, with one link only implied; `unknown`: the sources
 * do not contain it; `declined`: Parley refused (budget, policy); `smalltalk`: a reply to a message without a question.
 */
const verdictSchema = z.enum(['answered', 'likely', 'unknown', 'invalid-premise', 'declined', 'smalltalk']);
export type Verdict = z.infer<typeof verdictSchema>;

/** A citation of a passage's text, a table's row, a path of triples or a live source's answer. */
const citationSchema = z.object({
  /** The number in the answer's text, as [n]. */
  n: z.number().int().positive(),
  documentId: z.string(),
  passageId: z.string().optional(),
  title: z.string(),
  url: z.string().optional(),
  /** Verbatim words of the source that support the claim. */
  quote: z.string(),
  kind: z.enum(['passage', 'table', 'path', 'live']),
  /** When the cited page was last changed (ISO 8601), if it says so. */
  updatedAt: z.string().optional(),
  /** True for a page that contradicts the answer and is shown beside it. */
  otherwise: z.literal(true).optional(),
});
export type Citation = z.infer<typeof citationSchema>;

/** True for a file attached to a question, which is never stored. */
export const isAttachment = (documentId: string): boolean => documentId.startsWith('attachment:');

/** True for a stored page: neither an attached file nor a live source. */
export const isStoredPage = (documentId: string): boolean =>
  !isAttachment(documentId) && !documentId.startsWith('live:');

/** Ids of the stored pages that are cited. */
export const citedPages = (citations: readonly Citation[]): string[] =>
  citations.flatMap(({ kind, documentId }) => (kind !== 'live' && isStoredPage(documentId) ? [documentId] : []));

/** A page close to a question that nothing answers. */
const nearestPageSchema = z.object({
  documentId: z.string(),
  passageId: z.string(),
  title: z.string(),
  /** The heading that the closest place of the page stands below; absent below the title alone. */
  section: z.string().optional(),
  url: z.string().optional(),
  /** The closest passage, if it is relevant enough to show. */
  quote: z.string().optional(),
  /** The page's words that come nearest to the question, shortened, shown beside its name where nothing is quoted. */
  excerpt: z.string().optional(),
});
export type NearestPage = z.infer<typeof nearestPageSchema>;

/** Cost of an answer. Tokens are the provider's count, or an estimate if it gives none (`estimated`). */
const usageSchema = z.object({
  calls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Wall-clock seconds of the whole answer. */
  seconds: z.number(),
  estimated: z.boolean().optional(),
  /** Length of the longest chain of model calls that depend on each other. */
  rounds: z.number().int().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** One event on the way to an answer, in order. `data` is plain JSON that a page can draw. */
export const traceEventSchema = z.object({
  /** The node of the state machine, such as `search` or `review`. */
  node: z.string(),
  /** `task`: a model call; `tool`: a look-up; `state`: the current plan, graph, tree or paths; `note`: a decision. */
  kind: z.enum(['task', 'tool', 'state', 'note']),
  name: z.string(),
  /** Description in plain words. */
  label: z.string().optional(),
  /** End of the event in milliseconds since the question; it started `ms` earlier. */
  at: z.number(),
  ms: z.number().optional(),
  /** For kind `state` a Drawing (drawing.ts). */
  data: z.unknown().optional(),
});
export type TraceEvent = z.infer<typeof traceEventSchema>;

/** One answer, in the format of `ask --json`. */
export const answerSchema = z.object({
  id: z.string().optional(),
  question: z.string(),
  /** Markdown with [n] after each claim. */
  text: z.string(),
  /** The short answer: a name, a number, yes or no; empty if unknown. */
  shortAnswer: z.string(),
  verdict: verdictSchema,
  /** For `likely`: what no source states, such as "where the founder lived". */
  unconfirmed: z.array(z.string()).optional(),
  /** 0 to 1. */
  confidence: z.number(),
  citations: z.array(citationSchema),
  /** For `unknown`: the closest pages, best first. */
  nearest: z.array(nearestPageSchema).optional(),
  strategy: z.string(),
  usage: usageSchema,
  mode: z.enum(['model', 'quote']),
  /** Notices for the reader: quoting only, budget spent, provider down, source out of date. */
  notices: z.array(z.string()).optional(),
  trace: z.array(traceEventSchema),
});
export type Answer = z.infer<typeof answerSchema>;

/** Limits on the cost of one answer, checked before every model call. */
export interface Budget {
  /** Input and output tokens together. */
  tokens: number;
  calls: number;
  /** Wall-clock seconds. */
  seconds: number;
}
