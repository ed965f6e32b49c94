import { Hono } from 'hono';
import { z } from 'zod';
import type { Scope } from '../../../core/document.ts';
import type { WebEnv } from '../asker.ts';
import type { ComparedAnswer, CompareQuestion, CompareView } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import type { Person } from '../people/person.ts';
import type { AskWithinLimits } from '../quality/ask-within-limits.ts';
import { readBody } from '../read-body.ts';

const QUOTE = 'quote';
const compareQuestion: z.ZodType<CompareQuestion> = z.object({
  question: z.string().trim().min(1).max(4000),
  strategy: z.string().trim().min(1).max(200),
});

/**
 * Answers one question with one strategy, for the console's page that shows two answers side by side. Mounted below
 * `quality`, which requires a reviewer. Question and answer are not stored, but count towards the daily limits.
 *
 * @param scopesOf the scopes that a person holds in the console
 */
export const compareRoutes = (
  { parley, view }: WebDependencies,
  scopesOf: (person: Person) => Promise<readonly Scope[]>,
  ask: AskWithinLimits,
) =>
  new Hono<WebEnv>()
    .get('/', (c) => {
      const { PARLEY_MODEL: model } = parley.settings;
      return c.json<CompareView>({ model, strategies: model ? [...parley.agent.strategies] : [QUOTE] });
    })
    .post('/', async (c) => {
      const { question, strategy } = await readBody(c, compareQuestion);
      const scopes = await scopesOf(c.var.person);
      const answer = await ask(c.var.askerId, question, { strategy, scopes, signal: c.req.raw.signal });
      return c.json<ComparedAnswer>(view.answer(answer));
    });
