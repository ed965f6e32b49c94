import { answeredFor, answerTexts, mayShare, verifyTurn } from '../../chat/answer-actions.ts';
import { reasoningOf } from '../../chat/reasoning.ts';
import { renderAnswer } from '../../chat/render.ts';
import { scopesOf } from '../../chat/scopes.ts';
import { actions, footer, withText } from '../blocks.ts';
import { page } from '../views.ts';
import { askerOf, type Body, type ListenerParts, type Means, NOT_ADMIN, teamOf } from './means.ts';

/** What can be pressed under an answer: show reasoning, mark as verified, share with everyone here. */
export const answerListeners = ({ app, workspaces, stores, linkTo }: ListenerParts, means: Means): void => {
  const turnFor = (body: Body, turnId: string, channel: string | undefined) =>
    answeredFor(stores, {
      turnId,
      askerId: askerOf(body),
      scopes: () => means.scopesFor(teamOf(body), body.user.id, channel),
    });

  app.action(actions.reasoning, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const found = await turnFor(body, String(action.value), body.channel?.id);
    const text = found
      ? reasoningOf(found.answer, 10_000) + (linkTo ? `\n\n[The whole reasoning](${linkTo(found.id)})` : '')
      : answerTexts.hidden;
    await client.views.open({ trigger_id: body.trigger_id, view: page('How I got there', text) });
  });

  app.action(actions.verify, async ({ ack, body, action }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const say = (text: string) => means.whisper(body.response_url, text);
    try {
      if (!(await means.isAdmin(teamOf(body), body.user.id))) return await say(NOT_ADMIN);
      const found = await turnFor(body, String(action.value), body.channel?.id);
      if (!found) return await say(answerTexts.gone);
      await verifyTurn(stores, found, askerOf(body));
      await say(answerTexts.verified);
    } catch (error) {
      await say(means.inWords(error));
    }
  });

  app.action(actions.share, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action) || !body.channel) return;
    const turn = await stores.conversations.turn(String(action.value));
    if (!turn?.answer || turn.askerId !== askerOf(body)) return means.whisper(body.response_url, answerTexts.gone);
    const { people } = await workspaces.of(teamOf(body));
    const everybodys = scopesOf(await people.asker(body.user.id), await people.place(body.channel.id), {
      alone: false,
    });
    if (!(await mayShare(stores, turn.answer, everybodys)))
      return means.whisper(body.response_url, answerTexts.notForAll);
    const rendered = renderAnswer(turn.answer, { inChannel: true });
    const text = `**<@${body.user.id}> asked:** ${turn.question}\n\n${rendered.text}`;
    await client.chat.postMessage({
      channel: body.channel.id,
      text,
      unfurl_links: false,
      unfurl_media: false,
      blocks: withText(text, footer({ kind: 'answer', turnId: turn.id, rendered })),
    });
  });
};
