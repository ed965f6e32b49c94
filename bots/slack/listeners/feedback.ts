import { isParleyError } from '../../../core/errors.ts';
import { answerTexts, rateInChat } from '../../chat/answer-actions.ts';
import { ratingOfReaction } from '../../chat/feedback-form.ts';
import { actions } from '../blocks.ts';
import { messageId } from '../target.ts';
import { feedbackForm, page, views } from '../views.ts';
import { askerOf, type ListenerParts, type Means } from './means.ts';

/** Thumbs, the form behind a thumbs down, and reactions. */
export const feedbackListeners = (parts: ListenerParts, means: Means): void => {
  const { app, deliveries } = parts;
  app.action(actions.feedback, async ({ ack, body, action, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !('value' in action)) return;
    const [rating, turnId = ''] = String(action.value).split(':');
    try {
      // The thumb counts at once; the form, when it comes, says more about it.
      await rateInChat(parts, { turnId, askerId: askerOf(body), rating: rating === 'up' ? 'up' : 'down' });
      if (rating === 'down') await client.views.open({ trigger_id: body.trigger_id, view: feedbackForm({ turnId }) });
    } catch (error) {
      await means.whisper(body.response_url, means.inWords(error));
    }
  });

  app.view(views.feedback, async ({ ack, body, view }) => {
    const { turnId } = JSON.parse(view.private_metadata) as { turnId: string };
    const values = view.state.values;
    try {
      await rateInChat(parts, {
        turnId,
        askerId: askerOf(body),
        rating: 'down',
        reason: values.reason?.value?.selected_option?.value,
        comment: values.comment?.value?.value ?? undefined,
      });
      await ack({
        response_action: 'update',
        view: page('Thank you', answerTexts.noted),
      });
    } catch (error) {
      await ack({ response_action: 'errors', errors: { reason: means.inWords(error).slice(0, 1900) } });
    }
  });

  app.event('reaction_added', async ({ event, body, context }) => {
    const rating = ratingOfReaction(event.reaction);
    if (!rating || event.item.type !== 'message') return;
    const team = context.teamId ?? body.team_id;
    const delivery = await deliveries.byMessage(messageId({ team, channel: event.item.channel }, event.item.ts));
    if (!delivery?.turnId) return;
    const { turnId } = delivery;
    await rateInChat(parts, { turnId, askerId: `slack:${team}/${event.user}`, rating }).catch((error: unknown) => {
      if (!isParleyError(error)) throw error;
    });
  });
};
