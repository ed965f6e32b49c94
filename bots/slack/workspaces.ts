import { type InstallationStore, webApi } from '@slack/bolt';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Access } from '../../runtime/access/access.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { ReplyImpossible } from '../chat/platform.ts';
import type { BotSettings } from '../settings.ts';
import { type Calls, codeOf, createCalls, isRevoked, neededScope } from './calls.ts';
import { botScopes } from './manifest.ts';
import { createPeople, type People } from './people.ts';

/** One workspace in which Parley is installed. */
export interface Workspace {
  team: string;
  token: string;
  botUser: string;
  botId: string;
  client: webApi.WebClient;
  calls: Calls;
  people: People;
}

export interface Workspaces {
  /** @throws ReplyImpossible when Parley is not installed there, or its token is revoked */
  of(team: string): Promise<Workspace>;
  /** The workspace's cached people, which events update; undefined when the workspace is not connected. */
  peopleOf(team: string): Promise<People | undefined>;
  /** Called when Parley was removed from a workspace. */
  drop(team: string): void;
}

/** Options of every client: a timeout, and no retries, since calls.ts does these. */
export const clientOptions = (settings: Pick<BotSettings, 'SLACK_API_URL'>): webApi.WebClientOptions => ({
  ...(settings.SLACK_API_URL && { slackApiUrl: settings.SLACK_API_URL }),
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  timeout: 15_000,
  maxRequestConcurrency: 100,
});

export const createWorkspaces = ({
  settings,
  keyValues,
  installations,
  access,
  clock,
  log,
  logger,
  fetch: fetcher,
}: {
  settings: BotSettings;
  keyValues: KeyValueStore;
  /** Set when Parley serves several workspaces. */
  installations?: InstallationStore;
  access: Access;
  clock: Clock;
  log: Log;
  logger: webApi.WebClientOptions['logger'];
  fetch?: typeof fetch;
}): Workspaces => {
  const open = new Map<string, Promise<Workspace>>();

  const tokenOf = async (team: string): Promise<string> => {
    if (!installations) return settings.SLACK_BOT_TOKEN ?? '';
    const query = { teamId: team, enterpriseId: undefined, isEnterpriseInstall: false };
    return (await installations.fetchInstallation(query)).bot?.token ?? '';
  };

  /** Tells an admin that a scope is missing, once per scope and workspace. Later occurrences are only logged. */
  const reportScope = async ({ team, client, calls, people }: Workspace, scope: string): Promise<void> => {
    log.error(
      { team, scope },
      'a scope is missing; install the app again with the manifest that `parley slack-manifest` prints',
    );
    if (!(await keyValues.add('slack-told-scope', `${team}/${scope}`, {}))) return;
    await calls.bestEffort(async () => {
      const { members } = await client.users.list({ limit: 200 });
      const admin = members?.find(
        (member) => (member.is_owner || member.is_admin) && !member.deleted && !member.is_bot,
      );
      if (!admin?.id) return;
      const { channel } = await client.conversations.open({ users: admin.id });
      const what = botScopes[scope] ? ` to ${botScopes[scope]}` : '';
      await client.chat.postMessage({
        channel: channel?.id ?? '',
        text: `I lack the permission \`${scope}\`${what}. Please add it under *OAuth & Permissions* of the app at https://api.slack.com/apps and press *Reinstall to Workspace*. I say this once.`,
        unfurl_links: false,
      });
    });
    people.clear();
  };

  const connect = async (team: string): Promise<Workspace> => {
    const token = await tokenOf(team);
    const client = new webApi.WebClient(token, {
      ...clientOptions(settings),
      logger,
      ...(fetcher && { fetch: fetcher }),
    });
    const bare = createCalls({ clock, log });
    const watch =
      <Result>(call: () => Promise<Result>) =>
      async (): Promise<Result> => {
        try {
          return await call();
        } catch (error) {
          const scope = neededScope(error);
          if (scope) void reportScope(workspace, scope);
          throw error;
        }
      };
    const calls: Calls = {
      idempotent: (call) => bare.idempotent(watch(call)),
      once: (call, find) => bare.once(watch(call), find),
      bestEffort: (call) => bare.bestEffort(watch(call)),
    };
    const who = await bare
      .idempotent(() => client.auth.test())
      .catch((error: unknown) => {
        throw isRevoked(error) ? new ReplyImpossible(`the installation is over (${codeOf(error)})`) : error;
      });
    // Trusts the token, not the event: an event of a shared channel may name another organisation's workspace.
    const home = String(who.team_id ?? team);
    const workspace: Workspace = {
      team: home,
      token,
      client,
      calls,
      botUser: String(who.user_id),
      botId: String(who.bot_id ?? ''),
      people: createPeople({ team: home, client, calls, access, log, clock }),
    };
    // Without an access file, the first workspace that connects becomes the team's workspace.
    await access.allows(home);
    return workspace;
  };

  return {
    of(team) {
      // With one token there is one workspace, even if an event of a shared channel names another team.
      const key = installations ? team : '';
      const known = open.get(key);
      if (known) return known;
      const connecting = connect(team);
      open.set(key, connecting);
      connecting.catch(() => open.delete(key));
      return connecting;
    },
    drop(team) {
      open.delete(installations ? team : '');
    },
    peopleOf: async (team) =>
      open.get(installations ? team : '')?.then(
        ({ people }) => people,
        () => undefined,
      ),
  };
};
