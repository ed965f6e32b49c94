import type { SlashCommand, webApi } from '@slack/bolt';
import { readChannelSettings, settingsHistory } from '../../chat/channel-settings.ts';
import { ownersOf, questionLine } from '../../chat/digest/index.ts';
import { forgetMe } from '../../chat/forget.ts';
import { openQuestions } from '../../chat/open-questions.ts';
import { sourceOptions } from '../../chat/source-options.ts';
import { ownersForm } from '../digest-view.ts';
import { forgetForm, page, settingsForm, views } from '../views.ts';
import { HELP } from './help.ts';
import { askerOf, type ListenerParts, type Means, NOT_ADMIN } from './means.ts';

/** `/parley`: settings of the channel, open questions, forget me. */
export const parleyCommand = ({ app, stores, strategies, history, maySee }: ListenerParts, means: Means): void => {
  /** Who looks after which source, for admins to change. */
  const owners = async (command: SlashCommand, client: webApi.WebClient): Promise<string | undefined> => {
    const workspace = `slack:${command.team_id}`;
    const sources = await sourceOptions(stores, await means.scopesFor(command.team_id, command.user_id, undefined));
    if (sources.length === 0) return 'There are no sources yet: `parley ingest` adds some.';
    const here = (await ownersOf(stores.keyValues)).filter((owner) => owner.workspace === workspace);
    await client.views.open({ trigger_id: command.trigger_id, view: ownersForm(here, { workspace, sources }) });
    return undefined;
  };

  app.command('/parley', async ({ command, ack, client }) => {
    const what = command.text.trim().toLowerCase();
    const channel = `slack:${command.team_id}/${command.channel_id}`;
    if (/^forget( me)?$/.test(what)) {
      await ack();
      await client.views.open({ trigger_id: command.trigger_id, view: forgetForm() });
    } else if (what === 'settings' || what === 'questions' || what === 'owners') {
      if (!(await means.isAdmin(command.team_id, command.user_id)))
        return ack({ response_type: 'ephemeral', text: NOT_ADMIN });
      if (what === 'owners') {
        const said = await owners(command, client);
        return ack(said ? { response_type: 'ephemeral', text: said } : undefined);
      }
      if (what === 'settings') {
        await ack();
        const scopes = await means.scopesFor(command.team_id, command.user_id, command.channel_id);
        // Direct messages are never a source.
        const offered = /^[CG]/.test(command.channel_id) ? history : undefined;
        const [current, changes, sources, isOn] = await Promise.all([
          readChannelSettings(stores.keyValues, channel),
          settingsHistory(stores.keyValues, channel),
          sourceOptions(stores, scopes),
          offered?.isOn(channel),
        ]);
        await client.views.open({
          trigger_id: command.trigger_id,
          view: settingsForm({ ...current, history: isOn }, { channel, strategies, sources, changes }),
        });
        return;
      }
      const since = new Date(Date.now() - 14 * 86_400_000).toISOString();
      const open = await openQuestions(stores, {
        workspace: `slack:${command.team_id}`,
        since,
        maySee: (question) => maySee(`slack:${command.team_id}/${command.user_id}`, question),
      });
      const lines = open.map((open) => `• ${questionLine(open).question} (${questionLine(open).note})`);
      await ack({
        response_type: 'ephemeral',
        text:
          open.length > 0
            ? `Left open in channels in the last two weeks:\n${lines.join('\n')}`
            : 'No open questions in the last two weeks.',
      });
    } else await ack({ response_type: 'ephemeral', text: HELP });
  });

  app.view(views.forget, async ({ ack, body }) => {
    try {
      await ack({ response_action: 'update', view: page('Forgotten', await forgetMe(stores, askerOf(body))) });
    } catch (error) {
      await ack({ response_action: 'update', view: page('Forget me', means.inWords(error)) });
    }
  });
};
