import { Hono } from 'hono';
import { suggestions } from '../../suggestions.ts';
import type { About } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { openSources } from '../open-sources.ts';

/** What the empty page shows: how many pages there are, which model answers, and suggested questions. */
export const about = ({ parley, scopes: visibleScopes }: WebDependencies) =>
  new Hono<WebEnv>().get('/', async (c) => {
    const scopes = await visibleScopes(c.var.person);
    const [{ documents }, ideas, sources] = await Promise.all([
      parley.stores.documents.count(),
      suggestions(parley, scopes),
      openSources(parley.stores.documents, scopes),
    ]);
    const { PARLEY_MODEL: model } = parley.settings;
    const strategies = model ? [...parley.agent.strategies] : [];
    return c.json<About>({
      model,
      documents,
      suggestions: [...ideas.questions],
      sample: ideas.sample,
      strategies,
      sources,
    });
  });
