import { Hono } from 'hono';
import type { WebEnv } from '../environment.ts';
import type { WebParts } from '../parts.ts';

/** Erases the person's threads, answers and opinions, and what else names them; says how many of each. */
export const me = ({ parley }: WebParts) =>
  new Hono<WebEnv>().post('/forget', async (c) => {
    const { conversations, keyValues } = parley.stores;
    const records = await keyValues.forgetPerson(c.var.askerId);
    return c.json({ ...(await conversations.forgetPerson(c.var.askerId)), records });
  });
