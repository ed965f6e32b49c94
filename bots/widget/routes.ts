import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { z } from 'zod';
import { ParleyError } from '../../core/errors.ts';
import type { Caller } from '../../runtime/access/caller.ts';
import { streamTurn } from '../api/answer-stream.ts';
import { ownTurn, ownTurns } from '../api/own-turns.ts';
import { startTurn } from '../api/start-turn.ts';
import { suggestions } from '../suggestions.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { notFound, sendFailure } from '../web/failure.ts';
import { readBody } from '../web/read-body.ts';
import { chosenSources } from '../web/visible-sources.ts';
import type { WidgetAbout, WidgetFeedback, WidgetQuestion } from './api.ts';
import type { WidgetScript } from './bundle.ts';

/** Where the widget's script and its requests live. */
export const WIDGET_PATH = '/widget';

const MAX_BODY_BYTES = 16 * 1024;
/** The script's address stays the same, so browsers ask again whether it has changed. */
const SCRIPT_SECONDS = 300;
const PREFLIGHT_SECONDS = 600;
/** 32 random bytes that the visitor's browser made. */
const visitorKey = z.string().regex(/^[\w-]{43}$/);

const question: z.ZodType<WidgetQuestion> = z.object({
  conversation: z.uuid(),
  eventId: z.uuid(),
  text: z.string(),
  sources: z.array(z.string().max(200)).max(50).optional(),
});

const feedback: z.ZodType<WidgetFeedback> = z.object({
  rating: z.enum(['up', 'down']),
  answer: z.string().max(4000).optional(),
});

/**
 * The chat that other sites embed: one script, and what it asks here. A visitor is whoever holds the random key that their
 * browser made; they see public pages alone, whatever cookies the browser has, and nothing here reads a cookie. Only sites
 * in PARLEY_WIDGET_ORIGINS may ask.
 */
export const widgetRoutes = (web: WebDependencies, script: () => Promise<WidgetScript>) => {
  const { parley, callers } = web;
  const origins = parley.settings.PARLEY_WIDGET_ORIGINS;
  const app = new Hono();

  app.onError((error, c) => {
    const response = sendFailure(c, error, { view: web.view });
    if (response.status >= 500) web.log.error({ err: error, path: c.req.path }, 'a widget request failed');
    return response;
  });

  app.get(`${WIDGET_PATH}.js`, async (c) => {
    const { body, etag } = await script();
    c.header('etag', etag);
    c.header('cache-control', `public, max-age=${SCRIPT_SECONDS}`);
    if (c.req.header('if-none-match') === etag) return c.body(null, 304);
    return c.body(body, 200, { 'content-type': 'text/javascript; charset=utf-8' });
  });

  app.use(
    `${WIDGET_PATH}/*`,
    cors({
      origin: (origin) => (origins.includes(origin) ? origin : null),
      allowMethods: ['GET', 'POST', 'PUT'],
      allowHeaders: ['content-type', 'last-event-id', 'x-parley-visitor'],
      maxAge: PREFLIGHT_SECONDS,
    }),
    async (c, next) => {
      assertEmbedded(c, origins);
      c.header('cache-control', 'no-store');
      await next();
    },
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new ParleyError('INPUT_TOO_LARGE', {
          message: `A request may hold ${MAX_BODY_BYTES / 1024} kB.`,
          remedy: 'Ask in fewer words.',
        });
      },
    }),
  );

  const visitor = async (c: Context): Promise<Caller> => {
    const key = visitorKey.safeParse(c.req.header('x-parley-visitor'));
    if (!key.success)
      throw new ParleyError('BAD_USAGE', {
        message: 'This request names no visitor.',
        remedy: 'Reload the page; its widget may be older than the server.',
      });
    const id = createHash('sha256').update(key.data).digest('hex').slice(0, 32);
    return { id: `widget:${id}`, permissions: ['ask'], scopes: await callers.publicScopes() };
  };

  app.get(`${WIDGET_PATH}/about`, async (c) => {
    const ideas = await suggestions(parley, await callers.publicScopes());
    return c.json<WidgetAbout>({ suggestions: ideas.questions.slice(0, 3), sample: ideas.sample });
  });

  app.post(`${WIDGET_PATH}/questions`, async (c) => {
    const asked = await readBody(c, question);
    const caller = await visitor(c);
    const conversationId = `widget:${asked.conversation}`;
    if (!(await ownTurns(parley.stores.conversations, conversationId, caller))) throw notFound('thread');
    const turn = await startTurn(web, {
      eventId: `${caller.id}:${asked.eventId}`,
      conversationId,
      platform: 'widget',
      askerId: caller.id,
      workspace: 'web',
      address: web.addressOf(c),
      text: asked.text,
      sources: await chosenSources(parley.stores.documents, caller.scopes, asked.sources),
      scopes: caller.scopes,
    });
    return streamTurn(c, web, turn, caller);
  });

  app.get(`${WIDGET_PATH}/turns/:id/events`, async (c) => {
    const caller = await visitor(c);
    return streamTurn(c, web, await ownTurn(parley.stores.conversations, c.req.param('id'), caller), caller);
  });

  app.post(`${WIDGET_PATH}/turns/:id/stop`, async (c) => {
    const turn = await ownTurn(parley.stores.conversations, c.req.param('id'), await visitor(c));
    const stopped = turn.status === 'running';
    if (stopped) await web.live.stopAnywhere(turn.id);
    return c.json({ stopped });
  });

  app.put(`${WIDGET_PATH}/turns/:id/feedback`, async (c) => {
    const given = await readBody(c, feedback);
    const caller = await visitor(c);
    const turn = await ownTurn(parley.stores.conversations, c.req.param('id'), caller);
    const at = new Date().toISOString();
    await web.conversations.feedback({ ...given, turnId: turn.id, askerId: caller.id, at });
    return c.json({ kept: true });
  });

  return app;
};

/**
 * A browser names the site of every page that asks here from elsewhere.
 * @throws ORIGIN_REFUSED for another site, and for a request that names none
 */
const assertEmbedded = (c: Context, origins: readonly string[]): void => {
  const origin = c.req.header('origin')?.toLowerCase();
  if (origin !== undefined && origins.includes(origin)) return;
  throw new ParleyError('ORIGIN_REFUSED', {
    message: origin === undefined ? 'Only pages that show the widget ask here.' : 'This site may not show the widget.',
    remedy: 'Whoever runs Parley can allow the site among the origins of the widget.',
  });
};
