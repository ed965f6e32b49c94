import { Hono } from 'hono';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';

/** Erases the person's threads, answers and feedback and every other record of them; answers with the counts. */
export const me = ({ parley }: WebDependencies) =>
  new Hono<WebEnv>().post('/forget', async (c) => {
    const { conversations, keyValues, cases } = parley.stores;
    const records = await keyValues.forgetPerson(c.var.askerId);
    const inCases = await cases.forgetPerson(c.var.askerId);
    return c.json({ ...(await conversations.forgetPerson(c.var.askerId)), cases: inCases, records });
  });
