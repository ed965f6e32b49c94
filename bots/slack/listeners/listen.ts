import { webApi } from '@slack/bolt';
import { rateByReaction } from '../../chat/actions/answers.ts';
import { messageId, personId } from '../target.ts';
import { arrivalListeners } from './arrivals.ts';
import type { ListenerContext } from './context.ts';
import { interactionListeners } from './interactions.ts';
import { questionListeners } from './questions.ts';

/** Registers all listeners for Slack's events. Every listener acknowledges its event first. */
export const listen = (context: ListenerContext): void => {
  questionListeners(context);
  interactionListeners(context);
  arrivalListeners(context);
  context.app.event('reaction_added', async ({ event, body, context: { teamId } }) => {
    if (event.item.type !== 'message') return;
    const team = teamId ?? body.team_id;
    await rateByReaction(context.ratings, {
      messageId: messageId({ team, channel: event.item.channel }, event.item.ts),
      askerId: personId(team, event.user),
      emoji: event.reaction,
    });
  });
  context.app.error(async (error) => {
    const code = error.original instanceof webApi.WebAPIPlatformError ? error.original.data.error : undefined;
    context.log.error({ err: error, code }, 'an event could not be handled');
  });
};
