import { z } from 'zod';

/**
 * How a question was answered. `likely`: the best-supported answer where one link is implied and not stated; `unknown`: the
 * evidence does not hold it; `declined`: Parley would not (budget, policy); `smalltalk`: a reply without claims or citations
 * to what is no question.
 */
const verdictSchema = z.enum(['answered', 'likely', 'unknown', 'invalid-premise', 'declined', 'smalltalk']);
export type Verdict = z.infer<typeof verdictSchema>;

/** What a citation points to: a passage's text, a table's row, a walk over triples, or what a live source said. */
const citationSchema = z.object({
  /** The number that stands in the answer's text as [n]. */
  n: z.number().int().positive(),
  documentId: z.string(),
  passageId: z.string().optional(),
  title: z.string(),
  url: z.string().optional(),
  /** Words of the source that bear the claim, as they stand there. */
  quote: z.string(),
  kind: z.enum(['passage', 'table', 'path', 'live']),
  /** When the cited page was last changed, if it says; ISO 8601. */
  updatedAt: z.string().optional(),
  /** The page says something else than the answer, which does not rest on it: it is shown beside it. */
  otherwise: z.literal(true).optional(),
});
export type Citation = z.infer<typeof citationSchema>;

/** A file that came with the question: it is its asker's, and never stored. */
export const isAttachment = (documentId: string): boolean => documentId.startsWith('attachment:');

/** A page of the stores: no attached file, and nothing that a live source said. */
export const isStoredPage = (documentId: string): boolean =>
  !isAttachment(documentId) && !documentId.startsWith('live:');

/** The pages of the stores that are cited. */
export const citedPages = (citations: readonly Citation[]): string[] =>
  citations.flatMap(({ kind, documentId }) => (kind !== 'live' && isStoredPage(documentId) ? [documentId] : []));

/** A page that comes closest to a question that nothing answers. */
const nearestPageSchema = z.object({
  documentId: z.string(),
  passageId: z.string(),
  title: z.string(),
  url: z.string().optional(),
  /** The passage that comes closest, where it is worth a look. */
  quote: z.string().optional(),
});
export type NearestPage = z.infer<typeof nearestPageSchema>;

/** What an answer cost. Tokens are the provider's own count, or an estimate where it gives none (`estimated`). */
const usageSchema = z.object({
  calls: z.number().int(),
  inputTokens: z.number(),
  outputTokens: z.number(),
  /** Wall time of the whole answer. */
  seconds: z.number(),
  estimated: z.boolean().optional(),
  /** Longest chain of model calls that had to wait for one another. */
  rounds: z.number().int().optional(),
});
export type Usage = z.infer<typeof usageSchema>;

/** One thing that happened on the way to an answer, in order; `data` is plain JSON that a page can draw. */
export const traceEventSchema = z.object({
  /** The node of the state machine, such as `search` or `review`. */
  node: z.string(),
  /** `task`: a model call; `tool`: a look-up; `state`: a plan, graph, tree or path as it stands; `note`: a decision. */
  kind: z.enum(['task', 'tool', 'state', 'note']),
  name: z.string(),
  /** What was done, in plain words. */
  label: z.string().optional(),
  /** When it was over, in milliseconds since the question came; it began `ms` before. */
  at: z.number(),
  ms: z.number().optional(),
  /** For kind `state` a Drawing (drawing.ts). */
  data: z.unknown().optional(),
});
export type TraceEvent = z.infer<typeof traceEventSchema>;

/** One answer, as `ask --json` prints it (contracts.md). */
export const answerSchema = z.object({
  id: z.string().optional(),
  question: z.string(),
  /** Markdown with [n] after each claim. */
  text: z.string(),
  /** The bare answer: a name, a number, yes or no; empty when unknown. */
  shortAnswer: z.string(),
  verdict: verdictSchema,
  /** For `likely`: what no source states, such as "where the founder lived". */
  unconfirmed: z.array(z.string()).optional(),
  /** 0 to 1. */
  confidence: z.number(),
  citations: z.array(citationSchema),
  /** For `unknown`: the pages that come closest, best first. */
  nearest: z.array(nearestPageSchema).optional(),
  strategy: z.string(),
  usage: usageSchema,
  mode: z.enum(['model', 'quote']),
  /** Said to the reader beside the answer: quoting only, budget spent, provider down, source out of date. */
  notices: z.array(z.string()).optional(),
  trace: z.array(traceEventSchema),
});
export type Answer = z.infer<typeof answerSchema>;

/** A bound on what one answer may cost; checked before every model call, never after. */
export interface Budget {
  /** Input and output tokens together. */
  tokens: number;
  calls: number;
  /** Wall seconds. */
  seconds: number;
}
