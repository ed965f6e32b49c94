import {
  type ChannelSettings,
  changeChannelSettings,
  channelSettingsSchema,
  describeChange,
} from '../../chat/channel-settings.ts';
import { chosenSources, sourceOptions } from '../../chat/source-options.ts';
import { page, reviewForm, views } from '../views.ts';
import { askerOf, type ListenerParts, type Means, NOT_ADMIN, teamOf } from './means.ts';

/** The form of a channel's settings, and its review. */
export const settingsListeners = ({ app, stores, workspaces, history, log }: ListenerParts, means: Means): void => {
  app.view(views.settings, async ({ ack, body, view }) => {
    const { channel, before } = JSON.parse(view.private_metadata) as { channel: string; before: ChannelSettings };
    const values = view.state.values;
    const strategy = values.strategy?.value?.selected_option?.value;
    const listed = values.sources?.value?.selected_options?.map((option) => option.value);
    const scopes = await means.scopesFor(teamOf(body), body.user.id, channel.slice(channel.indexOf('/') + 1));
    const { sources, unknown } = chosenSources(
      await sourceOptions(stores, scopes),
      listed ?? values.sources?.value?.value?.split(',') ?? [],
    );
    if (unknown.length > 0)
      return ack({ response_action: 'errors', errors: { sources: `There is no source ${unknown.join(', ')}.` } });
    const after = channelSettingsSchema.safeParse({
      mode: values.mode?.value?.selected_option?.value,
      ...(strategy && strategy !== 'auto' && { strategy }),
      ...(values.seconds?.value?.value && { seconds: Number(values.seconds.value.value) }),
      ...(sources && { sources }),
      ...(before.history !== undefined && {
        history: (values.history?.value?.selected_options ?? []).some((option) => option.value === 'on'),
      }),
    });
    if (!after.success) return ack({ response_action: 'errors', errors: { seconds: 'A whole number from 5 to 600.' } });
    await ack({
      response_action: 'push',
      view: reviewForm(describeChange(before, after.data), { channel, before, after: after.data }),
    });
    log.debug({ channel, by: askerOf(body) }, 'a change of settings is under review');
  });

  app.view(views.review, async ({ ack, body, view }) => {
    const { channel, before, after } = JSON.parse(view.private_metadata) as {
      channel: string;
      before: ChannelSettings;
      after: ChannelSettings;
    };
    try {
      if (!(await means.isAdmin(teamOf(body), body.user.id)))
        return await ack({ response_action: 'update', view: page('Settings', NOT_ADMIN) });
      if (describeChange(before, after).length > 0)
        await changeChannelSettings(stores.keyValues, {
          channel,
          by: askerOf(body),
          at: new Date().toISOString(),
          before,
          after,
        });
      await ack({ response_action: 'clear' });
      const news = after.history === undefined ? undefined : await history?.turn(channel, after.history);
      if (news === undefined) return;
      const { client, calls } = await workspaces.of(teamOf(body));
      await calls.looks(() =>
        client.chat.postMessage({ channel: channel.slice(channel.indexOf('/') + 1), text: news }),
      );
    } catch (error) {
      await ack({ response_action: 'update', view: page('Settings', means.inWords(error)) });
    }
  });
};
