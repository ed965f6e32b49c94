import { keyOf, plainText, type SlackMessage } from '../incoming-message.ts';
import { shortcuts } from '../manifest.ts';
import { askForm, views } from '../views.ts';
import { HELP } from './help.ts';
import { askerOf, type ListenerParts, teamOf } from './means.ts';

/** Questions that come as a command, a shortcut or a form, and what becomes of those asked: edited, deleted, stopped. */
export const questionListeners = ({ app, workspaces, deliveries }: ListenerParts): void => {
  app.command('/ask', async ({ command, ack }) => {
    const { people } = await workspaces.of(command.team_id);
    const text = plainText(command.text, '');
    if (!text) return ack({ response_type: 'ephemeral', text: HELP });
    const key = `slack:${command.team_id}/${command.channel_id}/${command.trigger_id}`;
    await deliveries.take({
      key,
      conversationId: key,
      askerId: `slack:${command.team_id}/${command.user_id}`,
      text,
      target: {
        team: command.team_id,
        channel: command.channel_id,
        user: command.user_id,
        alone: true,
        files: [],
        joinsThread: false,
        channelType: (await people.place(command.channel_id)).kind === 'direct' ? 'im' : 'channel',
        responseUrl: command.response_url,
      },
    });
    // The question is kept: it is answered even if the connection went before Slack could be told.
    await ack({ response_type: 'ephemeral', text: 'Looking it up. The answer is for your eyes only.' }).finally(
      () => void deliveries.run(key),
    );
  });

  app.shortcut({ callback_id: shortcuts.askAbout, type: 'message_action' }, async ({ shortcut, ack, client }) => {
    await ack();
    if (shortcut.type !== 'message_action') return;
    const text = plainText(String(shortcut.message.text ?? ''), '');
    const threadTs = shortcut.message.thread_ts as string | undefined;
    await client.views.open({
      trigger_id: shortcut.trigger_id,
      view: askForm(text || 'This message', {
        channel: shortcut.channel.id,
        direct: shortcut.channel.id.startsWith('D'),
        ...(threadTs && { threadTs }),
      }),
    });
  });

  app.view(views.ask, async ({ ack, body, view }) => {
    const { channel, threadTs, direct, about } = JSON.parse(view.private_metadata) as {
      channel: string;
      threadTs?: string;
      direct: boolean;
      about: string;
    };
    const asked = view.state.values.question?.value?.value?.trim() ?? '';
    const key = `slack:${teamOf(body)}/${channel}/view-${view.id}`;
    await deliveries.take({
      key,
      conversationId: key,
      askerId: askerOf(body),
      text: asked === about || about === '' ? asked : `${asked}\n\n(About this message: “${about}”)`,
      target: {
        team: teamOf(body),
        channel,
        user: body.user.id,
        alone: true,
        files: [],
        joinsThread: false,
        channelType: direct ? 'im' : 'channel',
        ...(threadTs && { threadTs }),
      },
    });
    await ack().finally(() => void deliveries.run(key));
  });

  app.event('message', async ({ event, body, context }) => {
    const team = context.teamId ?? body.team_id;
    if (event.subtype === 'message_deleted') await deliveries.withdraw(keyOf(team, event.channel, event.deleted_ts));
    else if (event.subtype === 'message_changed') {
      const changed = event.message as unknown as SlackMessage;
      const before = event.previous_message as unknown as SlackMessage | undefined;
      if (changed.bot_id || changed.text === before?.text) return;
      const { botUser } = await workspaces.of(team);
      const text = plainText(changed.text ?? '', botUser);
      if (text) await deliveries.revise(keyOf(team, event.channel, changed.ts), text);
    }
  });

  app.event('agent_session_stopped', async ({ event, body, context }) => {
    const open = await deliveries.open(`slack:${context.teamId ?? body.team_id}/${event.channel}/`);
    await Promise.all(
      open.filter(({ target }) => target.threadTs === event.thread_ts).map(({ key }) => deliveries.stop(key)),
    );
  });
};
