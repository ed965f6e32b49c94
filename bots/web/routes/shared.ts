import { Hono } from 'hono';
import type { SharedAnswer } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';

/** One answer with its trace, for whoever holds its link. */
export const shared = ({ parley, links, view }: WebDependencies) =>
  new Hono<WebEnv>().get('/:id', async (c) => {
    const id = c.req.param('id');
    const turn = links.opens(id, c.req.query('key') ?? '') ? await parley.stores.conversations.turn(id) : undefined;
    if (!turn?.answer) throw notFound('answer');
    return c.json<SharedAnswer>({
      question: turn.question,
      answer: view.answer(turn.answer),
      trace: view.trace(turn.answer.trace),
    });
  });
