import { Events } from 'discord.js';
import { isParleyError } from '../../../core/errors.ts';
import { answerTexts, rateInChat } from '../../chat/answer-actions.ts';
import { ratingOfReaction } from '../../chat/feedback-form.ts';
import { feedbackForm } from '../forms.ts';
import { messageId } from '../target.ts';
import { guarded } from './guarded.ts';
import { askerOf, type Handlers, type ListenerParts, whisper } from './means.ts';

/** Thumbs, the form behind a thumbs down, and reactions. */
export const feedbackHandlers = (parts: ListenerParts): Handlers => {
  const { client, deliveries, log } = parts;
  client.on(
    Events.MessageReactionAdd,
    guarded(log, 'a reaction', async (reaction, user) => {
      const rating = ratingOfReaction(reaction.emoji.name ?? '');
      if (!rating || user.id === client.user.id) return;
      const delivery = await deliveries.byMessage(messageId(reaction.message.channelId, reaction.message.id));
      if (!delivery?.turnId) return;
      const { turnId } = delivery;
      await rateInChat(parts, { turnId, askerId: askerOf(user.id), rating }).catch((error: unknown) => {
        if (!isParleyError(error)) throw error;
      });
    }),
  );
  return {
    buttons: {
      async up(interaction, turnId) {
        await rateInChat(parts, { turnId, askerId: askerOf(interaction.user.id), rating: 'up' });
        await whisper(interaction, 'Thank you. Noted.');
      },
      async down(interaction, turnId) {
        // The thumb counts at once; the form, when it comes, says more about it.
        await rateInChat(parts, { turnId, askerId: askerOf(interaction.user.id), rating: 'down' });
        await interaction.showModal(feedbackForm(turnId));
      },
    },
    forms: {
      async why(interaction, turnId) {
        const { fields, user } = interaction;
        await rateInChat(parts, {
          turnId,
          askerId: askerOf(user.id),
          rating: 'down',
          reason: fields.getRadioGroup('reason') ?? undefined,
          comment: fields.getTextInputValue('comment') || undefined,
        });
        return whisper(interaction, answerTexts.noted);
      },
    },
  };
};
