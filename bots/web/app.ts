import { Hono } from 'hono';
import { asker } from './asker.ts';
import type { Bundle } from './bundle.ts';
import type { WebEnv } from './environment.ts';
import { failure } from './failure.ts';
import { headers, ownName, sameOrigin, smallBodies } from './guard.ts';
import type { WebParts } from './parts.ts';
import { about } from './routes/about.ts';
import { documents } from './routes/documents.ts';
import { me } from './routes/me.ts';
import { questions } from './routes/questions.ts';
import { shared } from './routes/shared.ts';
import { threads } from './routes/threads.ts';
import { turns } from './routes/turns.ts';

/** The web chat as one request handler. `names` are the host names that it answers to; any, if not given. */
export const createApp = (parts: WebParts, bundle: Bundle, names?: readonly string[]) => {
  const app = new Hono<WebEnv>();
  app.onError((error, c) => {
    parts.log.warn({ err: error, path: c.req.path }, 'a request failed');
    return failure(c, error);
  });
  app.use(headers());
  app.get('/healthz', (c) => c.json({ ok: true }));
  if (names) app.use(ownName(names));
  app.use(sameOrigin(), smallBodies());

  app.get('/assets/:name', (c) => {
    const asset = bundle.assets.get(c.req.param('name'));
    if (!asset) return c.notFound();
    c.header('cache-control', 'public, max-age=31536000, immutable');
    return c.body(asset.body, 200, { 'content-type': asset.type });
  });
  for (const path of ['/', '/t/:id', '/a/:id']) {
    app.get(path, asker(), (c) => {
      c.header('cache-control', 'no-cache');
      return c.html(bundle.page);
    });
  }

  return app
    .use('/api/*', asker(), async (c, next) => {
      await next();
      c.res.headers.set('cache-control', 'no-store');
    })
    .route('/api/about', about(parts))
    .route('/api/documents', documents(parts))
    .route('/api/me', me(parts))
    .route('/api/shared', shared(parts))
    .route('/api/threads', threads(parts))
    .route('/api/threads', questions(parts))
    .route('/api/turns', turns(parts));
};
