import { createRoute, z } from '@hono/zod-openapi';
import { suggestions, withoutQuestions } from '../../suggestions.ts';
import type { WebDependencies } from '../../web/dependencies.ts';
import { visibleSources } from '../../web/visible-sources.ts';
import { may } from '../caller.ts';
import { createRoutes } from '../create-routes.ts';
import { aboutSchema, failed, json, sourceSchema } from '../schemas.ts';

const about = createRoute({
  method: 'get',
  path: '/about',
  operationId: 'getAbout',
  summary: 'What there is to ask: pages, strategies, sources, suggested questions',
  request: {
    query: z.object({
      suggestions: z.enum(['yes', 'no']).optional().openapi({
        description: 'no: answers at once, without suggestions. Finding those takes a search for each.',
      }),
    }),
  },
  responses: { 200: json(aboutSchema, 'What the caller may see of it.'), ...failed },
});

const sources = createRoute({
  method: 'get',
  path: '/sources',
  operationId: 'listSources',
  summary: 'The sources that the caller may know of',
  middleware: may('search'),
  responses: { 200: json(z.array(sourceSchema), 'By name.'), ...failed },
});

/** Routes for what the welcome page shows: the number of pages, the model, and suggested questions. */
export const aboutRoutes = ({ parley }: WebDependencies) =>
  createRoutes()
    .openapi(about, async (c) => {
      const { scopes } = c.var.caller;
      const withQuestions = c.req.valid('query').suggestions !== 'no';
      const [seen, ideas] = await Promise.all([
        parley.stores.documents.sources(scopes),
        withQuestions ? suggestions(parley, scopes) : withoutQuestions(parley.stores),
      ]);
      const documents = seen.reduce((sum, source) => sum + source.documents, 0);
      const { PARLEY_MODEL: model } = parley.settings;
      const strategies = model ? [...parley.agent.strategies] : [];
      return c.json(
        {
          model,
          documents,
          suggestions: [...ideas.questions],
          sample: ideas.sample,
          strategies,
          sources: seen.map(({ id }) => id),
        },
        200,
      );
    })
    .openapi(sources, async (c) => {
      const named = await visibleSources(parley.stores.documents, c.var.caller.scopes);
      return c.json(
        named.map((id) => ({ id })),
        200,
      );
    });
