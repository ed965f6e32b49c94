import { createRoute, z } from '@hono/zod-openapi';
import { erasePerson } from '../../../ingest/forget.ts';
import { dismissPageNotice, pageNotices } from '../../chat/follow-up/notices.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { failed, forgottenSchema, json, noticeSchema } from '../schemas.ts';

const notices = createRoute({
  method: 'get',
  path: '/me/notices',
  operationId: 'listNotices',
  summary: 'Questions with a thumb down that are answered correctly now',
  middleware: may('ask'),
  responses: { 200: json(z.array(noticeSchema), 'Those that the caller has not seen.'), ...failed },
});

const seen = createRoute({
  method: 'put',
  path: '/me/notices/{turnId}/seen',
  operationId: 'markNoticeSeen',
  summary: 'Takes a notice away',
  middleware: may('ask'),
  request: { params: z.object({ turnId: z.string() }) },
  responses: { 200: json(z.object({ seen: z.boolean() }), 'Whether it was there.'), ...failed },
});

const forget = createRoute({
  method: 'post',
  path: '/me/forget',
  operationId: 'forgetMe',
  summary: "Erases the caller's conversations, answers, feedback and every other record of them",
  middleware: may('ask'),
  responses: { 200: json(forgottenSchema, 'What was erased, by kind.'), ...failed },
});

/**
 * Routes for the caller's notices, such as that a thumb down led to a fix, and for erasing everything that is stored about
 * the caller, which returns the counts.
 */
export const meRoutes = ({ parley }: WebDependencies) => {
  const { keyValues } = parley.stores;
  return createRoutes()
    .openapi(notices, async (c) => c.json(await pageNotices(keyValues, c.var.caller.id), 200))
    .openapi(seen, async (c) =>
      c.json({ seen: await dismissPageNotice(keyValues, c.var.caller.id, c.req.valid('param').turnId) }, 200),
    )
    .openapi(forget, async (c) => {
      return c.json(await erasePerson(parley.stores, c.var.caller.id), 200);
    });
};
