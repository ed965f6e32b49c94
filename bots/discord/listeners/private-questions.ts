import {
  type ChatInputCommandInteraction,
  InteractionResponseType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  type ModalSubmitInteraction,
  Routes,
} from 'discord.js';
import { askForm, questionAbout } from '../../chat/forms.ts';
import { plainText } from '../incoming-message.ts';
import { contentOf, messageText } from '../message-text.ts';
import { modalOf, valuesOf } from '../modals.ts';
import { codeOf } from '../surface.ts';
import { type DiscordTarget, personId, questionKey, workspaceOf } from '../target.ts';
import { createFormData, type ListenerContext, type PersonInteraction, placeOf } from './context.ts';

/** Discord's error codes for an interaction that is already acknowledged, and for one that has expired. */
const ACKNOWLEDGED = 40060;
const TOO_LATE = 10062;
const MAX_TRIES = 3;

/** Handles questions whose answer only the asker sees: `/ask`, and the form of "Ask about this". */
export const askPrivately = ({ client, tokens, deliveries, stores, log }: ListenerContext) => {
  const formData = createFormData(stores);

  /**
   * Acknowledges the interaction with a deferred reply. The question is already stored, so a failure here is not an error: the
   * answer then reaches the asker in another way.
   */
  const defer = async (interaction: PersonInteraction): Promise<void> => {
    for (let i = 0; i < MAX_TRIES; i += 1) {
      try {
        await tokens.post(Routes.interactionCallback(interaction.id, interaction.token), {
          body: {
            type: InteractionResponseType.DeferredChannelMessageWithSource,
            data: { flags: MessageFlags.Ephemeral },
          },
          auth: false,
        });
        interaction.deferred = true;
        return;
      } catch (error) {
        const code = codeOf(error);
        log.info({ err: error }, 'an interaction could not be acknowledged');
        if (code === ACKNOWLEDGED || code === TOO_LATE) return;
      }
    }
  };

  const accept = async (
    interaction: PersonInteraction,
    text: string,
    files: DiscordTarget['files'] = [],
  ): Promise<void> => {
    const { id, token, applicationId, user, channelId } = interaction;
    const guildId = interaction.guildId ?? undefined;
    const key = questionKey(guildId, channelId ?? '', id);
    const accepted = await deliveries.accept({
      key,
      conversationId: key,
      askerId: personId(user.id),
      workspace: workspaceOf(guildId),
      text,
      target: {
        ...(guildId && { guildId }),
        channelId: channelId ?? '',
        placeId: placeOf(interaction),
        userId: user.id,
        opensThread: false,
        interaction: { applicationId, token, at: Date.now() },
        files,
        joinsThread: false,
      },
    });
    if (!accepted) return;
    await defer(interaction);
    void deliveries.run(key);
  };

  return {
    async ask(interaction: ChatInputCommandInteraction): Promise<void> {
      const file = interaction.options.getAttachment('file');
      const files = file ? [{ name: file.name, size: file.size, type: file.contentType ?? '', url: file.url }] : [];
      return accept(interaction, interaction.options.getString('question', true), files);
    },
    async askAbout(interaction: MessageContextMenuCommandInteraction): Promise<void> {
      const { targetMessage } = interaction;
      const about = plainText(targetMessage, client.user.id, messageText(contentOf(targetMessage))) || 'This message';
      const form = askForm(about, about);
      await interaction.showModal(modalOf(form, await formData.keep(interaction, form.data)));
    },
    submit: (interaction: ModalSubmitInteraction, about: string): Promise<void> =>
      accept(interaction, questionAbout(valuesOf(interaction).text('question'), about)),
  };
};
