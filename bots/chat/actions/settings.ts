import {
  type ChannelSettings,
  changeChannelSettings,
  channelSettingsSchema,
  describeChange,
  readChannelSettings,
  settingsHistory,
} from '../channel-settings.ts';
import { settingsForm } from '../forms.ts';
import { texts } from '../reply/texts.ts';
import { chosenSources, sourceOptions } from '../source-options.ts';
import type { ActionOptions, Actions, Interaction } from './interaction.ts';

/** A change of settings that an admin has to confirm; travels with the confirmation as JSON. */
interface Review {
  channel: string;
  before: ChannelSettings;
  after: ChannelSettings;
}

/** The command, form and confirmation that change a channel's settings. */
export const settingsActions = <Target>({
  stores,
  keyValues,
  strategies,
  history,
  maxOptions,
  mention,
  notAdmin,
}: ActionOptions<Target>): Pick<Actions, 'forms'> & {
  commands: Pick<Actions['commands'], 'settings'>;
  confirmations: Pick<Actions['confirmations'], 'apply'>;
} => {
  /** The current settings; `history` is undefined when the channel cannot be a source. */
  const settingsOf = async (channel: string): Promise<ChannelSettings> => {
    const [current, isSource] = await Promise.all([readChannelSettings(keyValues, channel), history?.isOn(channel)]);
    return { ...current, history: isSource };
  };
  const sourcesFor = async (interaction: Interaction, channel: string) =>
    sourceOptions(stores, await interaction.scopes(channel));

  return {
    commands: {
      async settings(interaction) {
        const { channel = '' } = interaction;
        const [current, sources] = await Promise.all([settingsOf(channel), sourcesFor(interaction, channel)]);
        await interaction.openForm(settingsForm(current, { channel, strategies, sources, maxOptions }));
      },
    },
    forms: {
      async settings(interaction, channel, values) {
        if (!(await interaction.isAdmin())) return { kind: 'message', title: 'Settings', text: notAdmin };
        const before = await settingsOf(channel);
        const typed = values.list('sources').flatMap((value) => value.split(','));
        const { sources, unknown } = chosenSources(await sourcesFor(interaction, channel), typed);
        if (unknown.length > 0)
          return { kind: 'invalid', field: 'sources', text: `There is no source ${unknown.join(', ')}.` };
        const [strategy, seconds] = [values.text('strategy'), values.text('seconds').trim()];
        const after = channelSettingsSchema.safeParse({
          mode: values.text('mode'),
          ...(strategy && strategy !== 'auto' && { strategy }),
          ...(seconds && { seconds: Number(seconds) }),
          ...(sources && { sources }),
          ...(before.history !== undefined && { history: values.list('history').includes('on') }),
        });
        if (!after.success)
          return { kind: 'invalid', field: 'seconds', text: 'Enter a whole number of seconds from 5 to 600.' };
        const changes = describeChange(before, after.data);
        if (changes.length === 0) return { kind: 'message', title: 'Settings', text: texts.nothingChanged };
        const earlier = (await settingsHistory(keyValues, channel, 3)).map(
          ({ by, at }) => `_Last changed by ${mention(by)} on ${at.slice(0, 10)}_`,
        );
        return {
          kind: 'confirm',
          confirmation: {
            name: 'apply',
            data: JSON.stringify({ channel, before, after: after.data } satisfies Review),
            title: 'Review the change',
            text: [...changes.map((line) => `• ${line}`), ...earlier].join('\n'),
            confirm: 'Apply',
            cancel: 'Cancel',
          },
        };
      },
    },
    confirmations: {
      async apply(interaction, data) {
        if (!(await interaction.isAdmin())) return { kind: 'message', title: 'Settings', text: notAdmin };
        const review = JSON.parse(data) as Review;
        const { channel, after } = review;
        const at = new Date().toISOString();
        await changeChannelSettings(keyValues, { ...review, by: interaction.person, at });
        return {
          kind: 'done',
          text: texts.applied,
          async after() {
            const news = after.history === undefined ? undefined : await history?.turn(channel, after.history);
            if (news !== undefined) await interaction.announce(channel, news);
          },
        };
      },
    },
  };
};
