import { Hono } from 'hono';
import { dismissPageNotice, type PageNotice, pageNotices } from '../../chat/notices.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';

/**
 * What belongs to the person: notices that wait (a question whose thumb down led to a fix), and the end of it all, which
 * erases the person's threads, answers, feedback and every other record of them, and answers with the counts.
 */
export const me = ({ parley }: WebDependencies) =>
  new Hono<WebEnv>()
    .get('/notices', async (c) => c.json<PageNotice[]>(await pageNotices(parley.stores.keyValues, c.var.askerId)))
    .put('/notices/:turnId/seen', async (c) =>
      c.json({ seen: await dismissPageNotice(parley.stores.keyValues, c.var.askerId, c.req.param('turnId')) }),
    )
    .post('/forget', async (c) => {
      const { conversations, keyValues, cases } = parley.stores;
      const records = await keyValues.forgetPerson(c.var.askerId);
      const inCases = await cases.forgetPerson(c.var.askerId);
      return c.json({ ...(await conversations.forgetPerson(c.var.askerId)), cases: inCases, records });
    });
