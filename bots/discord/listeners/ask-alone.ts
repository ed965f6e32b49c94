import {
  type ChatInputCommandInteraction,
  InteractionResponseType,
  type MessageContextMenuCommandInteraction,
  MessageFlags,
  Routes,
} from 'discord.js';
import { askForm } from '../forms.ts';
import { plainText } from '../incoming-message.ts';
import { codeOf } from '../surface.ts';
import { type DiscordTarget, keyOf } from '../target.ts';
import { askerOf, type Handlers, type ListenerParts, type Pressed, placeOf } from './means.ts';

/** Discord's codes for an interaction that was answered already, and for one that is over. */
const ACKNOWLEDGED = 40060;
const TOO_LATE = 10062;

/** Questions for the asker's eyes alone: `/ask`, and "Ask about this" with its form. */
export const askAloneHandlers = ({ client, tokens, deliveries, stores: { keyValues }, log }: ListenerParts) => {
  /**
   * Says in time that an answer will come. The question is kept by now: when this fails, the answer goes to the asker in
   * another way, and no word of failure may take its place.
   */
  const defer = async (interaction: Pressed): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
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

  const askAlone = async (interaction: Pressed, text: string, files: DiscordTarget['files'] = []): Promise<void> => {
    const key = keyOf(interaction.guildId ?? undefined, interaction.channelId ?? '', interaction.id);
    const taken = await deliveries.take({
      key,
      conversationId: key,
      askerId: askerOf(interaction.user.id),
      text,
      target: {
        ...(interaction.guildId && { guildId: interaction.guildId }),
        channelId: interaction.channelId ?? '',
        placeId: placeOf(interaction),
        userId: interaction.user.id,
        opensThread: false,
        interaction: { applicationId: interaction.applicationId, token: interaction.token, at: Date.now() },
        files,
        joinsThread: false,
      },
    });
    if (!taken) return;
    await defer(interaction);
    void deliveries.run(key);
  };

  const handlers: Handlers = {
    forms: {
      async ask(interaction, target) {
        const about = await keyValues.get<string>('discord-about', `${target}/${interaction.user.id}`);
        const asked = interaction.fields.getTextInputValue('question');
        return askAlone(
          interaction,
          !about || about === asked ? asked : `${asked}\n\n(About this message: “${about.slice(0, 2000)}”)`,
        );
      },
    },
  };
  return {
    handlers,
    async ask(interaction: ChatInputCommandInteraction): Promise<void> {
      const file = interaction.options.getAttachment('file');
      const files = file ? [{ name: file.name, size: file.size, type: file.contentType ?? '', url: file.url }] : [];
      return askAlone(interaction, interaction.options.getString('question', true), files);
    },
    async askAbout(interaction: MessageContextMenuCommandInteraction): Promise<unknown> {
      const about = plainText(interaction.targetMessage, client.user.id) || 'This message';
      await keyValues.put('discord-about', `${interaction.targetId}/${interaction.user.id}`, about, {
        personId: askerOf(interaction.user.id),
      });
      return interaction.showModal(askForm(about, interaction.targetId));
    },
  };
};
