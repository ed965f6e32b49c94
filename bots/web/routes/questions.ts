import { Hono } from 'hono';
import { z } from 'zod';
import { type ErrorCode, ParleyError } from '../../../core/errors.ts';
import type { NewQuestion } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound, sendFailure } from '../failure.ts';
import { chosenSources } from '../open-sources.ts';
import { readBody } from '../read-body.ts';
import { ownTurns } from './threads.ts';

const newQuestion: z.ZodType<NewQuestion> = z.object({
  eventId: z.uuid(),
  text: z.string(),
  strategy: z.string().max(40).optional(),
  sources: z.array(z.string().max(200)).max(500).optional(),
});
const threadId = /^web:[\w-]{8,64}$/;

/** Accepts a question, and answers with its turn's id as soon as the question is stored. */
export const questions = ({ parley, live, scopes: visibleScopes }: WebDependencies) =>
  new Hono<WebEnv>().post('/:id/questions', async (c) => {
    const { eventId, text, strategy, sources } = await readBody(c, newQuestion);
    const conversationId = c.req.param('id');
    const { askerId, address } = c.var;
    const mine =
      threadId.test(conversationId) && (await ownTurns(parley.stores.conversations, conversationId, askerId));
    if (!mine) throw notFound('thread');
    const scopes = await visibleScopes(c.var.person);
    const first = await live.start({
      // The asker is part of the event's id, so that nobody can claim, or learn of, another person's event.
      eventId: `${askerId}:${eventId}`,
      conversationId,
      platform: 'web',
      askerId,
      workspace: 'web',
      address,
      text,
      strategy,
      sources: await chosenSources(parley.stores.documents, scopes, sources),
      scopes,
    });
    if (first.type === 'error' && !first.turnId) {
      const { code, retryAfterSeconds, ...words } = first;
      throw new ParleyError(code as ErrorCode, { ...words, details: { retryAfterSeconds } });
    }
    const { turnId } = first as { turnId?: string };
    // The same event is being stored at this moment, or was refused a moment ago.
    if (!turnId) return sendFailure(c, alreadySent, { status: 409 });
    return c.json({ turnId }, 202);
  });

const alreadySent = new ParleyError('BAD_USAGE', {
  message: 'This question was sent a moment ago.',
  remedy: 'Send it again in about 15 seconds.',
  details: { retryAfterSeconds: 15 },
});
