import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { asParleyError, ParleyError } from '../../core/errors.ts';
import { knownCaller } from '../api/caller.ts';
import { API_PATH, createApi } from '../api/index.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { openAiRoutes } from '../openai/routes.ts';
import type { WidgetScript } from '../widget/bundle.ts';
import { WIDGET_PATH, widgetRoutes } from '../widget/routes.ts';
import { asker, type WebEnv } from './asker.ts';
import type { Bundle } from './bundle.ts';
import type { WebDependencies } from './dependencies.ts';
import { sendFailure, statusOf } from './failure.ts';
import { allowedHosts, headers, knownMethods, sameOrigin, smallBodies } from './guard.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { atTheMachine } from './people/at-the-machine.ts';
import { signInRequired } from './people/person.ts';
import { createReadiness } from './readiness.ts';
import { admin } from './routes/admin.ts';
import { knowledge } from './routes/knowledge.ts';
import { page } from './routes/page.ts';
import { quality } from './routes/quality.ts';
import { session, signIn } from './routes/session.ts';

/** A body that is not the JSON that it says to be. */
const unreadable = (cause: HTTPException) =>
  new ParleyError('BAD_USAGE', {
    message: 'This request cannot be read: invalid JSON.',
    remedy: 'Reload the page; it may be older than the server.',
    cause,
  });

/** What browsers load: the chat is there from the start, the rest is bundled when it is first asked for. */
export interface Bundles {
  page: Bundle;
  console(): Promise<Bundle>;
  widget(): Promise<WidgetScript>;
}

/** The web chat as one request handler. */
export const createApp = (web: WebDependencies, { page: bundle, console: openConsole, widget }: Bundles) => {
  const { settings, stores } = web.parley;
  const app = new Hono<WebEnv>();
  const knownAsker = asker({
    ...web.people,
    clientAddress: web.addressOf,
    isAtTheMachine: atTheMachine(settings),
  });
  const readiness = createReadiness(stores, web.log, web.metrics?.stores);
  const hosts = [...settings.PARLEY_ALLOWED_HOSTS];
  if (settings.PARLEY_PUBLIC_URL) hosts.push(new URL(settings.PARLEY_PUBLIC_URL).host);

  app.onError((thrown, c) => {
    const error = thrown instanceof HTTPException && thrown.status === 400 ? unreadable(thrown) : thrown;
    const id = randomUUID();
    const expected = statusOf(error) < 500;
    const { code, message } = asParleyError(error);
    if (expected) web.log.debug({ code, path: c.req.path }, message);
    else web.log.error({ err: error, id, path: c.req.path }, 'a request failed');
    return sendFailure(c, error, { view: web.view, id });
  });
  app.notFound((c) => {
    const error = new ParleyError('UNKNOWN_ID', {
      message: 'There is nothing at this address.',
      remedy: 'Check the address.',
    });
    return c.req.path.startsWith('/api/') ? sendFailure(c, error) : c.text(error.oneLine, 404);
  });

  app.use(headers());
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    const { ready, degraded } = await readiness();
    return c.json({ ready, ...(degraded.length > 0 && { degraded }) }, ready ? 200 : 503);
  });
  app.get('/metrics', async (c) => {
    if (!web.metrics) return c.notFound();
    if (!mayReadMetrics(c, settings.PARLEY_METRICS_TOKEN)) return c.text('Metrics need PARLEY_METRICS_TOKEN.', 403);
    await readiness();
    return c.body(await web.metrics.text(), 200, { 'content-type': web.metrics.contentType });
  });
  const ownHosts = allowedHosts(hosts, web.log);
  if (settings.PARLEY_WIDGET_ORIGINS.length > 0) {
    for (const path of [`${WIDGET_PATH}.js`, `${WIDGET_PATH}/*`]) app.use(path, ownHosts);
    app.route('/', widgetRoutes(web, widget));
  }
  app.use(
    ownHosts,
    knownMethods(() => app.routes),
    sameOrigin(),
    smallBodies('/v1/'),
  );

  app.get('/assets/:name', async (c) => {
    const name = c.req.param('name');
    const asset = bundle.assets.get(name) ?? (await openConsole()).assets.get(name);
    if (!asset) return c.notFound();
    c.header('cache-control', 'public, max-age=31536000, immutable');
    return c.body(asset.body, 200, { 'content-type': asset.type });
  });
  for (const path of ['/console', '/console/*']) {
    app.get(path, async (c) => {
      c.header('cache-control', 'no-cache');
      return c.html((await openConsole()).page);
    });
  }
  for (const path of ['/', '/t/:id', '/a/:id', '/s/:key']) {
    app.get(path, knownAsker, (c) => {
      const isClosed = web.signInRequired && c.var.person.by === 'none' && path !== '/a/:id';
      if (isClosed) return c.redirect(`/console/sign-in?to=${encodeURIComponent(c.req.path)}`);
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
    .route('/api/console', knowledge(web))
    .route('/api/console/admin', admin(web))
    .route('/api/console/quality', quality(web))
    .route('/api/page', page(web))
    .route(API_PATH, createApi(web));
};
