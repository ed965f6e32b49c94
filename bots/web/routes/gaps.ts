import { Hono } from 'hono';
import { z } from 'zod';
import { ParleyError } from '../../../core/errors.ts';
import { TEAM_ANSWERS } from '../../../core/team-answers.ts';
import type { WebEnv } from '../asker.ts';
import type { GapList } from '../console-api.ts';
import type { WebDependencies } from '../dependencies.ts';
import { nameOf } from '../people/person.ts';
import type { Gaps } from '../quality/gaps.ts';
import { writeTeamAnswer } from '../quality/team-answers.ts';
import { readBody } from '../read-body.ts';

export const answerText = z.string().max(20_000);
/** Scopes of a published answer. */
export const answerScopes = z.array(z.string().trim().min(1).max(200)).max(20);
const gapChange = z.object({
  version: z.int(),
  owner: z.string().max(255).optional(),
  status: z.enum(['open', 'dismissed']).optional(),
});
/** `leaveOut`: wordings of the gap that ask something else, so that the answer does not apply to them. */
const gapAnswer = z.object({
  version: z.int(),
  answer: answerText,
  scopes: answerScopes,
  leaveOut: z.array(answerText).max(50).optional(),
});

/** Routes for gaps and their answers. Mounted below `quality`, which requires a reviewer. */
export const gapRoutes = ({ parley, people }: WebDependencies, gaps: Gaps) =>
  new Hono<WebEnv>()
    .get('/', async (c) => c.json<GapList>({ gaps: await gaps.list(), source: TEAM_ANSWERS }))
    .put('/:id', async (c) => {
      const { version, ...change } = await readBody(c, gapChange);
      await gaps.change(c.req.param('id'), version, change);
      await people.audit.write(c.var.person, 'gap.change', c.req.param('id'), change);
      return c.json(await gaps.get(c.req.param('id')));
    })
    .post('/:id/answer', async (c) => {
      const { version, answer, scopes: visible, leaveOut = [] } = await readBody(c, gapAnswer);
      const gap = await gaps.get(c.req.param('id'));
      const wordings = gap.wordings.filter((wording) => !leaveOut.includes(wording));
      const question = wordings.includes(gap.question) ? gap.question : wordings[0];
      if (question === undefined) {
        throw new ParleyError('BAD_USAGE', {
          message: 'No question is left that this answer is for.',
          remedy: 'Leave at least one ticked.',
        });
      }
      const [by, at] = [nameOf(c.var.person), new Date().toISOString()];
      // Marked as answered before the page is written: when two people answer at once, the second gets CASE_CHANGED here and
      // overwrites nothing.
      await gaps.change(gap.id, version, { status: 'answered', owner: gap.owner ?? by, leftOut: leaveOut });
      const page = { question, wordings, answer, by, at, scopes: visible };
      const documentId = await writeTeamAnswer(parley, page).catch(async (error: unknown) => {
        await gaps.change(gap.id, version + 1, { status: gap.status, owner: gap.owner });
        throw error;
      });
      await gaps.change(gap.id, version + 1, { answer: { documentId, by, at } });
      await people.audit.write(c.var.person, 'team-answer.write', documentId, { asked: gap.count });
      return c.json(await gaps.get(gap.id));
    });
