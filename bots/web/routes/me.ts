import { Hono } from 'hono';
import type { WebEnv } from '../environment.ts';
import type { WebParts } from '../parts.ts';

/** Erases the person's threads, answers and opinions; says how many of each. */
export const me = ({ parley }: WebParts) =>
  new Hono<WebEnv>().post('/forget', async (c) =>
    c.json(await parley.stores.conversations.forgetPerson(c.var.askerId)),
  );
