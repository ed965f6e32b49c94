import { Hono } from 'hono';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import type { WebEnv } from '../asker.ts';
import type { EvalRunComparison, EvalRunView, UsageView } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { assertRole } from '../people/person.ts';
import { createAskWithinLimits } from '../quality/ask-within-limits.ts';
import { createGaps } from '../quality/gaps.ts';
import { daysUntil, usageOf } from '../quality/usage.ts';
import { caseRoutes } from './cases.ts';
import { compareRoutes } from './compare.ts';
import { consoleScopes } from './console-scopes.ts';
import { gapRoutes } from './gaps.ts';

/** @throws BAD_USAGE */
const readUsageDays = (given = '30'): number => {
  const { success, data } = z.coerce.number().int().min(1).max(366).safeParse(given);
  if (success) return data;
  throw new ParleyError('BAD_USAGE', {
    message: `${JSON.stringify(given)} is no number of days.`,
    remedy: 'Give a whole number from 1 to 366.',
  });
};

/** Routes for reviewers: the feedback inbox, comparing strategies, usage, eval runs and gaps. */
export const quality = (web: WebDependencies) => {
  const { parley } = web;
  const gaps = createGaps(parley);

  const scopesOf = consoleScopes(web);
  const ask = createAskWithinLimits(parley);

  return new Hono<WebEnv>()
    .use('/*', async (c, next) => {
      assertRole(c.var.person, 'reviewer');
      await next();
    })
    .route('/cases', caseRoutes(web, scopesOf, ask, gaps))
    .route('/compare', compareRoutes(web, scopesOf, ask))
    .get('/usage', async (c) => {
      const days = daysUntil(Date.now(), readUsageDays(c.req.query('days')));
      const sums = await parley.stores.conversations.turnSums(`${days[0]}T00:00:00.000Z`);
      return c.json<UsageView>(usageOf(sums, days, parley.settings.PARLEY_PRICES));
    })
    .get('/runs', async (c) => c.json<EvalRunView[]>((await web.evalRuns?.list()) ?? []))
    .get('/runs/compare', async (c) => {
      // A comparison shows questions and answers from pages of any scope. The list of runs shows figures only.
      assertRole(c.var.person, 'admin');
      if (!web.evalRuns) throw notFound('page');
      return c.json<EvalRunComparison>(
        await web.evalRuns.compare(c.req.query('before') ?? '', c.req.query('after') ?? ''),
      );
    })
    .route('/gaps', gapRoutes(web, gaps));
};
