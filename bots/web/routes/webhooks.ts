import { Hono } from 'hono';
import { z } from 'zod';
import { isParleyError, type ParleyError } from '../../../core/errors.ts';
import type { Endpoint } from '../../../runtime/webhooks/endpoints.ts';
import { EVENT_TYPES } from '../../../runtime/webhooks/events.ts';
import type { WebEnv } from '../asker.ts';
import type { NewWebhook, WebhookRow, WebhooksView, WebhookTrial } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { readBody } from '../read-body.ts';

const newWebhook: z.ZodType<NewWebhook> = z.object({
  url: z.string().trim().min(1).max(2000),
  events: z.array(z.enum(EVENT_TYPES)).min(1).max(EVENT_TYPES.length),
});

const rowOf = ({ secret: _, ...endpoint }: Endpoint): WebhookRow => endpoint;

/** Details for the audit trail: the host only, since a webhook's path and query often hold its secret. */
const hostOf = ({ url }: Pick<Endpoint, 'url'>): { host: string } => ({ host: new URL(url).host });

/** Routes for webhooks. Mounted below `admin`, which requires an admin. */
export const webhookRoutes = ({ webhooks, people: { audit } }: WebDependencies) =>
  new Hono<WebEnv>()
    .get('/', async (c) => {
      const [endpoints, failed] = await Promise.all([webhooks.endpoints.list(), webhooks.failed()]);
      return c.json<WebhooksView>({ endpoints: endpoints.map(rowOf), failed });
    })
    .post('/', async (c) => {
      const { url, events } = await readBody(c, newWebhook);
      const added = await webhooks.endpoints.add(url, [...new Set(events)]);
      await audit.write(c.var.person, 'webhook.add', added.id, { ...hostOf(added), events: added.events });
      return c.json<Endpoint>(added, 201);
    })
    .post('/retry', async (c) => {
      const again = await webhooks.failed({ retry: true });
      await audit.write(c.var.person, 'webhook.retry', 'failed events', { events: again.length });
      return c.json({ events: again.length });
    })
    .post('/:id/test', async (c) => {
      const id = c.req.param('id');
      const outcome = await trialOf(() => webhooks.test(id));
      await audit.write(c.var.person, 'webhook.test', id, { taken: outcome.taken });
      return c.json<WebhookTrial>(outcome);
    })
    .post('/:id/remove', async (c) => {
      const removed = await webhooks.endpoints.remove(c.req.param('id'));
      await audit.write(c.var.person, 'webhook.remove', removed.id, hostOf(removed));
      return c.json(rowOf(removed));
    });

/** Sends a test event. A receiver that refuses it is a result of the test, not an error of Parley. */
const trialOf = async (send: () => Promise<void>): Promise<WebhookTrial> => {
  try {
    await send();
    return { taken: true };
  } catch (error) {
    if (!isParleyError(error, 'FETCH_FAILED') && !isParleyError(error, 'FETCH_REFUSED')) throw error;
    return { taken: false, message: error.message, remedy: remedyOf(error) };
  }
};

/** Replaces the fetcher's remedies, which are about reading pages. */
const remedyOf = ({ code, details: { status } }: ParleyError): string => {
  if (code === 'FETCH_REFUSED') return 'If it is a program of yours, name its host in PARLEY_FETCH_ALLOW.';
  if (typeof status === 'number')
    return 'It must take a POST and answer with a status from 200 to 299; its own log says why it did not.';
  return 'Check the address, and that the receiver is running.';
};
