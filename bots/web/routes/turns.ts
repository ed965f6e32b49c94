import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import type { Turn } from '../../../core/conversation.ts';
import type { OwnFeedback } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { readBody } from '../read-body.ts';
import { turnEvents } from '../turn-events.ts';

const ownFeedback: z.ZodType<OwnFeedback> = z.object({
  rating: z.enum(['up', 'down']),
  reason: z.enum(['wrong', 'outdated', 'not-grounded', 'missing-source', 'other']).optional(),
  comment: z.string().max(4000).optional(),
  answer: z.string().max(4000).optional(),
});

/** Proxies cut a connection that is silent for a minute. */
const PING_MS = 20_000;

/** One turn: its events as they come, its trace, the stop button and feedback. */
export const turns = (web: WebDependencies) => {
  const { parley, conversations, live, view } = web;
  const store = parley.stores.conversations;

  const ownTurn = async (id: string, askerId: string): Promise<Turn> => {
    const turn = await store.turn(id);
    if (!turn || turn.askerId !== askerId) throw notFound('answer');
    return turn;
  };

  return new Hono<WebEnv>()
    .get('/:id/events', async (c) => {
      const turn = await ownTurn(c.req.param('id'), c.var.askerId);
      const after = c.req.header('last-event-id');
      return streamSSE(c, async (stream) => {
        const left = new AbortController();
        stream.onAbort(() => left.abort());
        const ping = setInterval(() => void stream.write(': still here\n\n'), PING_MS);
        try {
          for await (const { id, event } of turnEvents(web, turn, {
            after,
            address: c.var.address,
            person: c.var.person,
            signal: left.signal,
          })) {
            await stream.writeSSE({ id, event: 'turn', data: JSON.stringify(view.event(event)) });
          }
        } finally {
          clearInterval(ping);
        }
      });
    })
    .get('/:id/trace', async (c) => {
      const turn = await ownTurn(c.req.param('id'), c.var.askerId);
      return c.json(view.trace(turn.answer?.trace ?? []));
    })
    .post('/:id/stop', async (c) => {
      const turn = await ownTurn(c.req.param('id'), c.var.askerId);
      return c.json({ stopped: live.stop(turn.id) });
    })
    .put('/:id/feedback', async (c) => {
      const turn = await ownTurn(c.req.param('id'), c.var.askerId);
      const feedback = await readBody(c, ownFeedback);
      await conversations.feedback({
        ...feedback,
        turnId: turn.id,
        askerId: c.var.askerId,
        at: new Date().toISOString(),
      });
      return c.json({ kept: true });
    });
};
