import { Hono } from 'hono';
import { z } from 'zod';
import type { Scope } from '../../../core/document.ts';
import { type CaseStatus, caseStatuses, type EvalCase } from '../../../core/eval-case.ts';
import { words } from '../../../core/text/words.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import { waitsFor } from '../../../runtime/cases/telling.ts';
import { tellFixed } from '../../chat/follow-up/tell-fixed.ts';
import type { WebEnv } from '../asker.ts';
import type { CaseDetail, CaseRow, Inbox, Told, Trial } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';
import { holdsTheMachine, nameOf, type Person } from '../people/person.ts';
import type { AskWithinLimits } from '../quality/ask-within-limits.ts';
import type { Gaps } from '../quality/gaps.ts';
import { writeTeamAnswer } from '../quality/team-answers.ts';
import { readBody } from '../read-body.ts';
import { answerScopes, answerText } from './gaps.ts';

const PAGE = 50;
const caseChange = z.object({
  version: z.int(),
  answers: z.array(answerText).max(20).optional(),
  answerable: z.boolean().optional(),
  status: z.enum(caseStatuses).optional(),
  owner: z.string().max(255).nullable().optional(),
  note: z.string().max(4000).nullable().optional(),
  /** Publishes the answer as a page, for the next person who asks. */
  publish: z.object({ answer: answerText, scopes: answerScopes }).optional(),
});

/**
 * Routes for the feedback inbox and its cases. Mounted below `quality`, which requires a reviewer.
 *
 * @param scopesOf the scopes that a person holds in the console
 */
export const caseRoutes = (
  web: WebDependencies,
  scopesOf: (person: Person) => Promise<readonly Scope[]>,
  ask: AskWithinLimits,
  gaps: Gaps,
) => {
  const { parley, people } = web;
  const cases = createCases(parley.stores);
  const { documents } = parley.stores;

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
    .get('/', async (c) => {
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
    .get('/:id', async (c) => {
      const found = await cases.get(c.req.param('id'));
      if (!(await maySee(c.var.person, found, await scopesOf(c.var.person)))) throw notFound('case');
      return c.json<CaseDetail>(detailOf(found));
    })
    .put('/:id', async (c) => {
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
    .post('/:id/try', async (c) => {
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
    .post('/:id/tell', async (c) => {
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
    });
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
