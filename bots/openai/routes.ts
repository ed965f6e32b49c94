import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { ParleyError } from '../../core/errors.ts';
import { assertOrigin, callerAtDoor } from '../api/door.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { chatCompletions } from './chat-completions.ts';
import { createOpenAiDoor, failureIn, type OpenAiEnv } from './openai-door.ts';
import { responses } from './responses.ts';

/** Larger than for other routes, since clients send the whole conversation with each question. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;

/** Routes for chat completions, responses and models that are compatible with OpenAI's API. Strategies are listed as models. */
export const openAiRoutes = (web: WebDependencies) => {
  const app = new Hono<OpenAiEnv>();
  const door = createOpenAiDoor(web);
  const started = Math.floor(Date.now() / 1000);
  const modelOf = (id: string) => ({ id, object: 'model' as const, created: started, owned_by: 'parley' });

  app.onError((error, c) => {
    const { body, status, retryAfter } = failureIn(error, web);
    if (retryAfter !== undefined) c.header('retry-after', String(retryAfter));
    if (status === 401) c.header('www-authenticate', 'Bearer');
    return c.json(body, status);
  });
  app.use(bodyLimit({ maxSize: MAX_BODY_BYTES, onError: tooLarge }), async (c, next) => {
    assertOrigin(c, web.parley.settings.PARLEY_ALLOWED_ORIGINS);
    c.set('caller', await callerAtDoor(c, web));
    await next();
  });

  app.get('/models', (c) => c.json({ object: 'list', data: door.models().map(modelOf) }));
  app.get('/models/:id', (c) => {
    door.strategyOf(c.req.param('id'));
    return c.json(modelOf(c.req.param('id')));
  });

  app.post('/chat/completions', chatCompletions(web, door));
  app.post('/responses', responses(web, door));
  // The message tells users of clients that need other routes, such as embeddings, what is supported.
  app.all('*', () => {
    throw new ParleyError('UNKNOWN_ID', {
      message: 'Parley has no such route.',
      remedy: 'It serves chat completions, responses and models.',
    });
  });
  return app;
};

const tooLarge = () => {
  throw new ParleyError('INPUT_TOO_LARGE', {
    message: `A request may hold ${MAX_BODY_BYTES / 1024 / 1024} MB.`,
    remedy: 'Send fewer of the earlier messages.',
  });
};
