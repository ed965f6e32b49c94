import { Hono } from 'hono';
import { z } from 'zod';
import type { Scope } from '../../../core/document.ts';
import { ParleyError } from '../../../core/errors.ts';
import { type CaseStatus, caseStatuses, type EvalCase } from '../../../core/eval-case.ts';
import { words } from '../../../core/text/words.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import { waitsFor } from '../../../runtime/cases/telling.ts';
import { tellFixed } from '../../chat/follow-up/tell-fixed.ts';
import type { WebEnv } from '../asker.ts';
import type {
  CaseDetail,
  CaseRow,
  EvalRunComparison,
  EvalRunView,
  Inbox,
  Told,
  Trial,
  UsageView,
} from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { assertRole, holdsTheMachine, nameOf, type Person } from '../people/person.ts';
import { createAskWithinLimits } from '../quality/ask-within-limits.ts';
import { createGaps } from '../quality/gaps.ts';
import { writeTeamAnswer } from '../quality/team-answers.ts';
import { daysUntil, usageOf } from '../quality/usage.ts';
import { readBody } from '../read-body.ts';
import { compareRoutes } from './compare.ts';
import { consoleScopes } from './console-scopes.ts';
import { gapRoutes } from './gaps.ts';

const PAGE = 50;
const text = z.string().max(20_000);
/** Scopes of a published answer. */
const scopes = z.array(z.string().trim().min(1).max(200)).max(20);
const caseChange = z.object({
  version: z.int(),
  answers: z.array(text).max(20).optional(),
  answerable: z.boolean().optional(),
  status: z.enum(caseStatuses).optional(),
  owner: z.string().max(255).nullable().optional(),
  note: z.string().max(4000).nullable().optional(),
  /** Publishes the answer as a page, for the next person who asks. */
  publish: z.object({ answer: text, scopes }).optional(),
});
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
  const { parley, people } = web;
  const cases = createCases(parley.stores);
  const gaps = createGaps(parley);
  const { documents } = parley.stores;

  const scopesOf = consoleScopes(web);
  const ask = createAskWithinLimits(parley);

  /**
   * A case shows the answer's text, so a reviewer may see it only if they may see every page that it cites. The scopes of a
   * deleted page are unknown, so such a case requires all scopes that the asker held.
   */
  const maySee = async (person: Person, { origins, scopes }: EvalCase, held: readonly Scope[]): Promise<boolean> => {
    if (holdsTheMachine(person)) return true;
    const cited = [...new Set(origins.flatMap((origin) => origin.cited.map(({ documentId }) => documentId)))];
    const [stamps, seen] = await Promise.all([documents.stampsOf(cited), documents.visible(cited, held)]);
    const asAsker = scopes.every((scope) => held.includes(scope));
    return cited.every((id) => (stamps.has(id) ? seen.has(id) : asAsker));
  };

  return new Hono<WebEnv>()
    .use('/*', async (c, next) => {
      assertRole(c.var.person, 'reviewer');
      await next();
    })
    .get('/cases', async (c) => {
      const status = c.req.query('status') as CaseStatus | undefined;
      const [updatedAt, id] = (c.req.query('before') ?? '').split('|');
      const found = await cases.list({
        ...(status && caseStatuses.includes(status) && { status }),
        ...(updatedAt && id && { before: { updatedAt, id } }),
        limit: PAGE,
      });
      const held = await scopesOf(c.var.person);
      const seen = await Promise.all(found.map((one) => maySee(c.var.person, one, held)));
      const last = found.length === PAGE ? found.at(-1) : undefined;
      return c.json<Inbox>({
        counts: await cases.counts(),
        cases: found.filter((_, index) => seen[index]).map(rowOf),
        hidden: seen.filter((one) => !one).length,
        ...(last && { next: `${last.updatedAt}|${last.id}` }),
      });
    })
    .get('/cases/:id', async (c) => {
      const found = await cases.get(c.req.param('id'));
      if (!(await maySee(c.var.person, found, await scopesOf(c.var.person)))) throw notFound('case');
      return c.json<CaseDetail>(detailOf(found));
    })
    .put('/cases/:id', async (c) => {
      const { version, publish, ...changes } = await readBody(c, caseChange);
      const id = c.req.param('id');
      const before = await cases.get(id);
      if (!(await maySee(c.var.person, before, await scopesOf(c.var.person)))) throw notFound('case');
      const by = nameOf(c.var.person);
      const next = await cases.edit(id, changes, { version, by: c.var.person.email ?? by });
      await people.audit.write(c.var.person, 'case.edit', id, { fields: Object.keys(changes), status: next.status });
      const at = new Date().toISOString();
      const documentId = publish
        ? await writeTeamAnswer(parley, { ...publish, question: next.question, by, at })
        : undefined;
      if (documentId) {
        await people.audit.write(c.var.person, 'team-answer.write', documentId);
        await gaps.close(
          next.origins.flatMap(({ turnId }) => turnId ?? []),
          { documentId, by, at },
        );
      }
      return c.json<CaseDetail>({ ...detailOf(next), ...(documentId && { documentId }) });
    })
    .post('/cases/:id/try', async (c) => {
      const found = await cases.get(c.req.param('id'));
      if (!(await maySee(c.var.person, found, await scopesOf(c.var.person)))) throw notFound('case');
      const {
        text: said,
        shortAnswer,
        verdict,
        citations,
        notices,
      } = await ask(c.var.askerId, found.question, {
        scopes: found.scopes,
        history: found.thread,
        signal: c.req.raw.signal,
      });
      return c.json<Trial>({
        text: said,
        verdict,
        citations: citations.map(({ documentId, title }) => ({ documentId, title })),
        ...(notices && { notices: notices.map(web.view.text).filter((notice) => notice !== '') }),
        passes: isRight(found, `${shortAnswer} ${said}`, verdict),
      });
    })
    .post('/cases/:id/tell', async (c) => {
      const found = await cases.get(c.req.param('id'));
      if (!(await maySee(c.var.person, found, await scopesOf(c.var.person)))) throw notFound('case');
      // Skips askers whom an eval or a reviewer has already told.
      const origins = found.origins.filter(({ rating, toldAt }) => rating === 'down' && toldAt === undefined);
      const told = await tellFixed(
        parley.stores,
        cases,
        origins.map((origin) => ({ caseId: found.id, origin })),
      );
      await people.audit.write(c.var.person, 'case.tell', found.id, { told });
      return c.json<Told>({ told, unreachable: origins.length - told });
    })
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

const rowOf = (one: EvalCase): CaseRow => {
  const last = one.origins.at(-1);
  return {
    id: one.id,
    version: one.version,
    status: one.status,
    question: one.question,
    owner: one.owner,
    waitsFor: waitsFor(one),
    count: one.count,
    rating: last?.rating,
    reason: last?.reason,
    updatedAt: one.updatedAt,
  };
};

const detailOf = (one: EvalCase): CaseDetail => ({
  ...rowOf(one),
  answers: one.answers,
  answerable: one.answerable,
  note: one.note,
  rejected: one.rejected,
  scopes: one.scopes,
  thread: one.thread.map(({ question, answer }) => ({ question, answer })),
  // Reviewers do not see who gave a thumb.
  origins: one.origins.map(({ askerId: _, turnId: __, ...origin }) => origin),
  results: one.results,
  toTell: one.origins.filter(({ rating, toldAt }) => rating === 'down' && toldAt === undefined).length,
  edits: one.edits.map(({ at, by, what }) => ({ at, by, what })),
});

/**
 * True when an answer contains a gold answer word for word, or when it refuses a question that cannot be answered. Undefined
 * when the case has no gold answer.
 */
const isRight = ({ answers, answerable }: EvalCase, said: string, verdict: string): boolean | undefined => {
  if (answerable === false) return verdict === 'unknown' || verdict === 'invalid-premise';
  if (answers.length === 0) return undefined;
  const spoken = ` ${words(said).join(' ')} `;
  return answers.some((answer) => spoken.includes(` ${words(answer).join(' ')} `));
};
