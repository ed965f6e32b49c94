import { ComponentType, MessageFlags, type ModalSubmitInteraction, Routes } from 'discord.js';
import {
  type ChannelSettings,
  changeChannelSettings,
  channelSettingsSchema,
  describeChange,
  readChannelSettings,
  settingsHistory,
} from '../../chat/channel-settings.ts';
import { chosenSources, sourceOptions } from '../../chat/source-options.ts';
import { settingsForm } from '../forms.ts';
import {
  askerOf,
  confirm,
  type Handlers,
  type ListenerParts,
  NOT_MANAGER,
  type Pressed,
  placeOf,
  scopesFor,
  whisper,
} from './means.ts';

/** A change of settings that waits for "Apply". */
interface Review {
  channel: string;
  before: ChannelSettings;
  after: ChannelSettings;
}

/** The settings of a channel: form, review, and what is done with it. */
export const settingsHandlers = ({ client, people, stores, strategies, history }: ListenerParts): Handlers => {
  const { keyValues } = stores;
  /** The sources that this person may choose from: what they may see by themselves, and here. */
  const options = async (interaction: Pressed) => sourceOptions(stores, await scopesFor(people, interaction));
  return {
    choices: {
      async settings(interaction) {
        const channelId = placeOf(interaction);
        const channel = `discord:${interaction.guildId}/${channelId}`;
        const current = { ...(await readChannelSettings(keyValues, channel)), history: await history?.isOn(channel) };
        return interaction.showModal(
          settingsForm(current, { channelId, strategies, sources: await options(interaction) }),
        );
      },
    },
    forms: {
      async settings(interaction, channelId) {
        if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
          return whisper(interaction, NOT_MANAGER);
        const channel = `discord:${interaction.guildId}/${channelId}`;
        const isOn = await history?.isOn(channel);
        const before = {
          ...(await readChannelSettings(keyValues, channel)),
          ...(isOn !== undefined && { history: isOn }),
        };
        const { fields } = interaction;
        const strategy = fields.getStringSelectValues('strategy')[0];
        const seconds = fields.getTextInputValue('seconds').trim();
        const { sources, unknown } = chosenSources(await options(interaction), given(interaction));
        if (unknown.length > 0)
          return whisper(interaction, `There is no source ${unknown.join(', ')}. Nothing was changed.`);
        const after = channelSettingsSchema.safeParse({
          mode: fields.getRadioGroup('mode'),
          ...(strategy && strategy !== 'auto' && { strategy }),
          ...(seconds && { seconds: Number(seconds) }),
          ...(sources && { sources }),
          ...(isOn !== undefined && { history: fields.getCheckboxGroup('history').includes('on') }),
        });
        if (!after.success)
          return whisper(interaction, 'The seconds are a whole number from 5 to 600. Nothing was changed.');
        const lines = describeChange(before, after.data);
        if (lines.length === 0) return whisper(interaction, 'Nothing would change.');
        await keyValues.put('discord-review', interaction.id, { channel, before, after: after.data } satisfies Review);
        const changes = (await settingsHistory(keyValues, channel, 3)).map(
          ({ by, at }) => `-# Changed by <@${by.split(':')[1]}> on ${at.slice(0, 10)}`,
        );
        return interaction.reply({
          flags: MessageFlags.Ephemeral,
          allowedMentions: { parse: [] },
          content: ['**Review the change**', ...lines.map((line) => `• ${line}`), ...changes].join('\n'),
          components: confirm(`apply:${interaction.id}`, 'Apply', 'Drop'),
        });
      },
    },
    buttons: {
      async apply(interaction, id) {
        if (!(await people.manages(interaction.guildId ?? undefined, interaction.user.id)))
          return whisper(interaction, NOT_MANAGER);
        const review = await keyValues.get<Review>('discord-review', id);
        if (!review) return whisper(interaction, 'This change was applied or dropped already.');
        const by = askerOf(interaction.user.id);
        await changeChannelSettings(keyValues, { ...review, by, at: new Date().toISOString() });
        await keyValues.delete('discord-review', id);
        await interaction.update({ content: 'Applied.', components: [] });
        const { channel, after } = review;
        const news = after.history === undefined ? undefined : await history?.turn(channel, after.history);
        if (news !== undefined)
          await client.rest.post(Routes.channelMessages(channel.split('/')[1]!), { body: { content: news } });
        return undefined;
      },
      async drop(interaction, id) {
        await keyValues.delete('discord-review', id);
        return interaction.update({ content: 'Nothing was changed.', components: [] });
      },
    },
  };
};

/** The sources as the form gives them: chosen from a list, typed with commas, or not asked for where there are none. */
const given = ({ fields }: ModalSubmitInteraction): readonly string[] => {
  const field = fields.fields.get('sources');
  if (field?.type === ComponentType.StringSelect) return field.values;
  return field?.type === ComponentType.TextInput ? field.value.split(',') : [];
};
