import { welcome } from '../../chat/reply/welcome.ts';
import { homeView } from '../blocks.ts';
import type { SlackUser } from '../persons.ts';
import type { ListenerContext } from './context.ts';

/** Listeners for the home tab, first DMs, changes of channel members, and workspaces that uninstall Parley. */
export const arrivalListeners = ({
  app,
  workspaces,
  stores,
  settings,
  suggest,
  installations,
  log,
}: ListenerContext): void => {
  app.event('app_home_opened', async ({ event, client }) => {
    const shown = await welcome(stores, settings, suggest);
    if (event.tab === 'home') await client.views.publish({ user_id: event.user, view: homeView(shown) });
    else {
      const prompts = shown.prompts.slice(0, 4) as [
        { title: string; message: string },
        ...{ title: string; message: string }[],
      ];
      await client.assistant.threads.setSuggestedPrompts({
        channel_id: event.channel,
        title: shown.next ?? shown.promptsAre,
        prompts,
      });
    }
  });

  // In a channel that workspaces share, `team_id` may be the other workspace; the context has the installation's.
  const peopleOf = (body: { team_id: string }, teamId?: string) => workspaces.peopleOf(teamId ?? body.team_id);
  app.event('user_change', async ({ event, body, context: { teamId } }) =>
    (await peopleOf(body, teamId))?.updatePerson(event.user as SlackUser),
  );
  for (const name of ['member_joined_channel', 'member_left_channel'] as const)
    app.event(name, async ({ event, body, context: { teamId } }) =>
      (await peopleOf(body, teamId))?.updateMembership(event.channel, event.user),
    );
  for (const name of ['channel_shared', 'channel_unshared'] as const)
    app.event(name, async ({ event, body, context: { teamId } }) =>
      (await peopleOf(body, teamId))?.updateChannel(event.channel),
    );

  const leave = async (team: string) => {
    workspaces.drop(team);
    await installations?.deleteInstallation?.({ teamId: team, enterpriseId: undefined, isEnterpriseInstall: false });
    log.info({ team }, 'Parley was removed from a workspace');
  };
  app.event('app_uninstalled', async ({ body }) => leave(body.team_id));
  app.event('tokens_revoked', async ({ event, body }) => {
    if (event.tokens.bot && event.tokens.bot.length > 0) await leave(body.team_id);
  });
};
