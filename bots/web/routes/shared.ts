import { Hono } from 'hono';
import type { SharedAnswer } from '../api.ts';
import type { WebEnv } from '../environment.ts';
import type { WebParts } from '../parts.ts';
import { unknown } from '../unknown.ts';
import { withoutTrace } from './threads.ts';

/** One answer with how it came about, for whoever holds its link. */
export const shared = ({ parley, links }: WebParts) =>
  new Hono<WebEnv>().get('/:id', async (c) => {
    const id = c.req.param('id');
    const turn = links.opens(id, c.req.query('key') ?? '') ? await parley.stores.conversations.turn(id) : undefined;
    if (!turn?.answer) throw unknown('answer');
    return c.json<SharedAnswer>({
      question: turn.question,
      answer: withoutTrace(turn.answer),
      trace: turn.answer.trace,
    });
  });
