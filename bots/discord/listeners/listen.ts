import { Events } from 'discord.js';
import { rateByReaction } from '../../chat/actions/answers.ts';
import { messageId, personId } from '../target.ts';
import { type ListenerContext, logFailure } from './context.ts';
import { greetServers } from './greet-server.ts';
import { listenToInteractions } from './interactions.ts';
import { listenToMessages } from './messages.ts';

/** Registers all listeners for Discord's events. */
export const listen = (context: ListenerContext): ReturnType<typeof listenToMessages> => {
  listenToInteractions(context);
  greetServers(context);
  const { client, ratings, log } = context;
  client.on(
    Events.MessageReactionAdd,
    logFailure(log, 'a reaction', async (reaction, user) => {
      if (user.id === client.user.id) return;
      await rateByReaction(ratings, {
        messageId: messageId(reaction.message.channelId, reaction.message.id),
        askerId: personId(user.id),
        emoji: reaction.emoji.name ?? '',
      });
    }),
  );
  return listenToMessages(context);
};
