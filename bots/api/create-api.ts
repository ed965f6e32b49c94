import { OpenAPIHono } from '@hono/zod-openapi';
import type { WebEnv } from '../web/asker.ts';
import type { WebDependencies } from '../web/dependencies.ts';
import { aboutRoutes } from './routes/about.ts';
import { conversationRoutes } from './routes/conversations.ts';
import { documentRoutes } from './routes/documents.ts';
import { meRoutes } from './routes/me.ts';
import { questionRoutes } from './routes/questions.ts';
import { sharedRoutes } from './routes/shared.ts';
import { turnRoutes } from './routes/turns.ts';

/** Path of version 1. Within a version, fields and routes are only added, never changed or removed. */
export const API_PATH = '/api/v1';

/** Creates version 1 of the API, which the chat page uses, too. Its OpenAPI document is at `openapi.json`. */
export const createApi = (web: WebDependencies) => {
  const api = new OpenAPIHono<WebEnv>()
    .route('/', aboutRoutes(web))
    .route('/', questionRoutes(web))
    .route('/', conversationRoutes(web))
    .route('/', turnRoutes(web))
    .route('/', documentRoutes(web))
    .route('/', meRoutes(web))
    .route('/', sharedRoutes(web));
  api.openAPIRegistry.registerComponent('securitySchemes', 'token', {
    type: 'http',
    scheme: 'bearer',
    description: 'Made by `parley tokens create`. Without one, a caller sees public pages.',
  });
  let document: unknown;
  return api.get('/openapi.json', (c) => {
    document ??= openApiOf(api);
    return c.json(document as object);
  });
};

const openApiOf = (api: Pick<OpenAPIHono<WebEnv>, 'getOpenAPI31Document'>) => {
  const document = api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: '1.0.0',
      description: "Asks and searches a team's own pages. Each caller sees what their token may see.",
      license: { name: 'Apache-2.0' },
    },
    servers: [{ url: API_PATH }],
    security: [{ token: [] }, {}],
  });
  // Every operation fails alike: the response to that stands once, and they refer to it.
  const failures: NonNullable<NonNullable<typeof document.components>['responses']> = {};
  for (const path of Object.values(document.paths ?? {}))
    for (const { responses } of Object.values(path) as { responses: { default: (typeof failures)[string] } }[]) {
      failures.Failure ??= responses.default;
      responses.default = { $ref: '#/components/responses/Failure' };
    }
  document.components = { ...document.components, responses: failures };
  return document;
};
