import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { knownCaller } from '../api/caller.ts';
import { API_PATH, createApi } from '../api/create-api.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { openAiRoutes } from '../openai/routes.ts';
import { operationRoutes } from '../operations/routes.ts';
import type { WidgetScript } from '../widget/bundle.ts';
import { WIDGET_PATH, widgetRoutes } from '../widget/routes.ts';
import { identifyAsker, type WebEnv } from './asker.ts';
import type { Bundle } from './bundle.ts';
import { compressed } from './compressed.ts';
import type { WebDependencies } from './dependencies.ts';
import { sendFailure, statusOf } from './failure.ts';
import {
  allowedHosts,
  CROSS_SITE_PATHS,
  checkMethod,
  crossSite,
  limitBodySize,
  sameOrigin,
  securityHeaders,
} from './guard.ts';
import { atTheMachine } from './people/at-the-machine.ts';
import { signInRequired } from './people/person.ts';
import { admin } from './routes/admin.ts';
import { documents } from './routes/documents.ts';
import { names } from './routes/names.ts';
import { page } from './routes/page.ts';
import { quality } from './routes/quality.ts';
import { session, signIn } from './routes/session.ts';
import { sources } from './routes/sources.ts';
import { closeIfTooLarge } from './too-large.ts';

/** The error for a request whose body is declared as JSON and cannot be parsed. */
const unreadable = (cause: HTTPException) =>
  new ParleyError('BAD_USAGE', {
    message: 'This request cannot be read: invalid JSON.',
    remedy: 'Check the JSON that was sent. In a browser, reload the page: it may be older than the server.',
    cause,
  });

/** What browsers load. The chat's bundle is ready at the start; the others are built on their first request. */
export interface Bundles {
  page: Bundle;
  console(): Promise<Bundle>;
  widget(): Promise<WidgetScript>;
}

/** Builds the Hono app that serves the chat, the console, the widget, the REST API, MCP and the OpenAI-compatible API. */
export const createApp = (web: WebDependencies, { page: bundle, console: openConsole, widget }: Bundles) => {
  const { settings, stores } = web.parley;
  const app = new Hono<WebEnv>();
  const knownAsker = identifyAsker({
    ...web.people,
    clientAddress: web.addressOf,
    isAtTheMachine: atTheMachine(settings),
  });
  const hosts = [...settings.PARLEY_ALLOWED_HOSTS];
  if (settings.PARLEY_PUBLIC_URL) hosts.push(new URL(settings.PARLEY_PUBLIC_URL).host);

  app.onError((thrown, c) => {
    const error = thrown instanceof HTTPException && thrown.status === 400 ? unreadable(thrown) : thrown;
    const id = randomUUID();
    const expected = statusOf(error) < 500;
    const { code, message } = asParleyError(error);
    if (expected) web.log.debug({ code, path: c.req.path }, message);
    else web.log.error({ err: error, id, path: c.req.path }, 'a request failed');
    // An admin may change settings, so the console shows them messages with the names of settings and hosts.
    const forAdmin = c.req.path.startsWith('/api/console/') && c.var.person?.role === 'admin';
    return sendFailure(c, error, { view: forAdmin ? undefined : web.view, id });
  });
  app.notFound((c) => {
    const error = new ParleyError('UNKNOWN_ID', {
      message: 'There is nothing at this address.',
      remedy: 'Check the address.',
    });
    return c.req.path.startsWith('/api/') ? sendFailure(c, error) : c.text(error.oneLine, 404);
  });

  app.use(securityHeaders(), closeIfTooLarge());
  app.route('/', operationRoutes({ stores, settings, log: web.log, metrics: web.metrics, away: web.away }));
  const ownHosts = allowedHosts(hosts, web.log);
  if (settings.PARLEY_WIDGET_ORIGINS.length > 0) {
    for (const path of [`${WIDGET_PATH}.js`, `${WIDGET_PATH}/*`]) app.use(path, ownHosts);
    app.route('/', widgetRoutes(web, widget));
  }
  const invited = settings.PARLEY_ALLOWED_ORIGINS;
  if (invited.length > 0) for (const path of CROSS_SITE_PATHS) app.use(path, ownHosts, crossSite(invited));
  app.use(
    ownHosts,
    checkMethod(() => app.routes),
    sameOrigin(invited),
    limitBodySize('/v1/'),
  );

  app.get('/assets/:name', async (c) => {
    const name = c.req.param('name');
    const asset = bundle.assets.get(name) ?? (await openConsole()).assets.get(name);
    if (!asset) return c.notFound();
    c.header('cache-control', 'public, max-age=31536000, immutable');
    c.header('vary', 'accept-encoding');
    const { body, coding } = await compressed(asset, c.req.header('accept-encoding') ?? '');
    if (coding) c.header('content-encoding', coding);
    return c.body(body, 200, { 'content-type': asset.type });
  });
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (c) => {
      c.header('cache-control', 'no-cache');
      return c.html((await openConsole()).page);
    });
  }
  for (const path of ['/', '/t/:id', '/a/:id', '/s/:key', '/d']) {
    app.get(path, knownAsker, (c) => {
      const isClosed = web.signInRequired && c.var.person.by === 'none' && path !== '/a/:id';
      if (isClosed) {
        const { pathname, search } = new URL(c.req.url);
        return c.redirect(`/console/sign-in?to=${encodeURIComponent(`${pathname}${search}`)}`);
      }
      c.header('cache-control', 'no-cache');
      return c.html(bundle.page);
    });
  }

  app.route('/', mcpRoutes(web));
  app.route('/v1', openAiRoutes(web));

  return app
    .use('/api/*', knownCaller(web, knownAsker), async (c, next) => {
      await next();
      c.res.headers.set('cache-control', 'no-store');
    })
    .route('/api/session', session(web))
    .route('/sign-in', signIn(web))
    .use('/api/*', async (c, next) => {
      const isOpen = !web.signInRequired || c.var.person.by !== 'none' || c.req.path.startsWith(`${API_PATH}/shared/`);
      if (!isOpen) throw signInRequired();
      await next();
    })
    .route('/api/console', sources(web))
    .route('/api/console', documents(web))
    .route('/api/console/names', names(web))
    .route('/api/console/admin', admin(web))
    .route('/api/console/quality', quality(web))
    .route('/api/page', page(web))
    .route(API_PATH, createApi(web));
};
