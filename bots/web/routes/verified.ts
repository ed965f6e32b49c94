import { Hono } from 'hono';
import { alikeQuestion, type ShownVerified, verifiedById, verifiedFor } from '../../chat/reply/verified-answers.ts';
import type { VerifiedOffer, VerifiedView } from '../api.ts';
import type { WebEnv } from '../asker.ts';
import type { WebDependencies } from '../dependencies.ts';
import { notFound } from '../failure.ts';

/**
 * Routes for verified answers to a person's own question. The first returns the answer for the same wording, or offers a
 * similar question; the second returns that one's answer after the reader confirms that it asks the same.
 */
export const verified = (web: WebDependencies) => {
  const { stores } = web.parley;
  /** @throws UNKNOWN_ID for a question that does not exist or belongs to somebody else */
  const ownQuestion = async (id: string, askerId: string): Promise<string> => {
    const turn = await stores.conversations.turn(id);
    if (!turn || turn.askerId !== askerId) throw notFound('question');
    return turn.standalone ?? turn.question;
  };
  const viewOf = ({ question, answer }: ShownVerified): VerifiedView => ({
    question,
    text: answer.text,
    citations: answer.citations,
  });
  return new Hono<WebEnv>()
    .get('/:id/verified', async (c) => {
      const question = await ownQuestion(c.req.param('id'), c.var.askerId);
      const scopes = await web.scopes(c.var.person);
      const same = await verifiedFor(stores, question, scopes);
      const alike = same ? undefined : await alikeQuestion(stores, question, scopes);
      return c.json<VerifiedOffer>({ ...(same && { same: viewOf(same) }), ...(alike && { alike }) });
    })
    .get('/:id/verified/:same', async (c) => {
      await ownQuestion(c.req.param('id'), c.var.askerId);
      const found = await verifiedById(stores, c.req.param('same'), await web.scopes(c.var.person));
      if (!found) throw notFound('answer');
      return c.json<VerifiedView>(viewOf(found));
    });
};
