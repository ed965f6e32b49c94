import { Hono } from 'hono';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { NewQuestion } from '../api.ts';
import type { WebEnv } from '../environment.ts';
import { chosenSources } from '../open-sources.ts';
import type { WebParts } from '../parts.ts';
import { readBody } from '../read-body.ts';
import { unknown } from '../unknown.ts';
import { ownTurns } from './threads.ts';

const newQuestion: z.ZodType<NewQuestion> = z.object({
  eventId: z.uuid(),
  text: z.string(),
  strategy: z.string().max(40).optional(),
  sources: z.array(z.string().max(200)).max(500).optional(),
});
const threadId = /^web:[\w-]{8,64}$/;

/** Takes a question and answers with its turn's id as soon as the question is stored. */
export const questions = ({ parley, live, scopes }: WebParts) =>
  new Hono<WebEnv>().post('/:id/questions', async (c) => {
    const { eventId, text, strategy, sources } = await readBody(c, newQuestion);
    const conversationId = c.req.param('id');
    const { askerId } = c.var;
    const mine =
      threadId.test(conversationId) && (await ownTurns(parley.stores.conversations, conversationId, askerId));
    if (!mine) throw unknown('thread');
    const first = await live.start({
      // The person is part of the event, so that nobody can claim, or learn of, another's event by its id.
      eventId: `${askerId}:${eventId}`,
      conversationId,
      front: 'web',
      askerId,
      workspace: 'web',
      text,
      strategy,
      sources: await chosenSources(parley.stores.documents, scopes, sources),
      scopes,
    });
    if (first.type === 'error' && !first.turnId) throw new ParleyError(first.code as 'INTERNAL', first);
    return c.json({ turnId: 'turnId' in first ? first.turnId : undefined }, 202);
  });
