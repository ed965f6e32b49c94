import { z } from 'zod';

const status = z.enum(['pending', 'running', 'done', 'failed']);

/**
 * The `data` of a `state` trace event: something that a page, or a line of text on a platform, can draw. Each event
 * shows the complete state; the last one of a `name` counts.
 */
export const drawingSchema = z.discriminatedUnion('drawing', [
  /** Steps in order; `needs` names the steps whose answers a step waits for. */
  z.object({
    drawing: z.literal('plan'),
    steps: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        status,
        answer: z.string().optional(),
        needs: z.array(z.string()).optional(),
      }),
    ),
  }),
  /** A search tree; `kind` is the action (SAY, RA…), `value` and `visits` are UCT's, `chosen` marks the answer's path. */
  z.object({
    drawing: z.literal('tree'),
    nodes: z.array(
      z.object({
        id: z.string(),
        parent: z.string().optional(),
        kind: z.string().optional(),
        label: z.string(),
        value: z.number().optional(),
        visits: z.number().optional(),
        chosen: z.boolean().optional(),
      }),
    ),
  }),
  /** A directed acyclic graph, such as CRP-RAG's reasoning graph. */
  z.object({
    drawing: z.literal('graph'),
    nodes: z.array(
      z.object({
        id: z.string(),
        label: z.string(),
        status: status.optional(),
        detail: z.string().optional(),
        chosen: z.boolean().optional(),
      }),
    ),
    edges: z.array(z.object({ from: z.string(), to: z.string(), label: z.string().optional() })),
  }),
  /** Paths over triples; `forward` is false if a step goes from object to subject. */
  z.object({
    drawing: z.literal('paths'),
    paths: z.array(
      z.object({
        nodes: z.array(z.string()),
        steps: z.array(z.object({ predicate: z.string(), forward: z.boolean() })),
        score: z.number().optional(),
        chosen: z.boolean().optional(),
      }),
    ),
  }),
]);
export type Drawing = z.infer<typeof drawingSchema>;
