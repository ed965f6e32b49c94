import { webApi } from '@slack/bolt';
import { type Clock, systemClock } from '../../../core/clock.ts';
import { asParleyError, isParleyError, ParleyError } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { ConnectorContext, SourceKind } from '../../../ingest/sources/connector.ts';
import type { KeyValueStore } from '../../../stores/index.ts';
import { createFileDownload } from '../../chat/file-download.ts';
import { readHistory } from '../../chat/history/read-history.ts';
import type { BotSettings } from '../../settings.ts';
import { codeOf, createCalls, neededScope } from '../calls.ts';
import { isSlackHost } from '../file-host.ts';
import { createInstallationStore, installedTeams } from '../installations.ts';
import { boltLogger } from '../logger.ts';
import { botScopes } from '../manifest.ts';
import { clientOptions } from '../workspaces.ts';
import { type HistoryWorkspace, type SlackChannel, slackChannelHistory } from './slack-channel.ts';

export interface SlackHistoryOptions {
  settings: BotSettings;
  keyValues: KeyValueStore;
  log: Log;
  clock?: Clock;
}

/** `slack:C77`, `slack:T024/C77`, `slack:#general`, or the channel's link. */
const SLACK_INPUT = /^(?:slack:(?:(T\w+)\/)?#?([\w.\p{L}-]+)|https:\/\/[\w-]+\.slack\.com\/archives\/(\w+)\/?)$/u;

/**
 * The source kind for Slack channels. A channel becomes a source when somebody names it; direct messages are refused.
 *
 * @example
 * createIngest({ settings, stores, sourceKinds: [slackChannels({ settings, keyValues: stores.keyValues, log })] });
 */
export const slackChannels = (parts: SlackHistoryOptions): SourceKind => ({
  kind: 'slack',
  async resolve(input) {
    const match = input.match(SLACK_INPUT);
    if (!match) return undefined;
    try {
      const workspace = await openWorkspace(parts, match[1]);
      const channel = await findChannel(workspace, (match[2] ?? match[3])!);
      const location = `slack:${workspace.team}/${channel.id}`;
      const { scopes } = slackChannelHistory(workspace, channel);
      return { location, sourceId: `slack-${channel.name}`, exists: true, scopes };
    } catch (error) {
      throw readableError(error, input);
    }
  },
  async *read(location, _rules, context) {
    const [, team, id] = location.match(/^slack:(\w+)\/(\w+)$/) ?? [];
    try {
      const workspace = await openWorkspace(parts, team, context);
      const channel = await channelOf(workspace, id!);
      yield* readHistory(
        location,
        slackChannelHistory(workspace, channel),
        context,
        (parts.clock ?? systemClock).now(),
      );
    } catch (error) {
      const { code, message, remedy } = readableError(error, location);
      if (code === 'CANCELLED') throw error;
      yield { kind: 'failure', failure: { input: location, code, message, remedy } };
    }
  },
});

const openWorkspace = async (
  { settings, keyValues, log, clock = systemClock }: SlackHistoryOptions,
  team: string | undefined,
  { fetcher: guarded, signal }: Partial<Pick<ConnectorContext, 'fetcher' | 'signal'>> = {},
): Promise<HistoryWorkspace> => {
  const token = await tokenFor(settings, keyValues, team);
  const client = new webApi.WebClient(token, {
    ...clientOptions(settings),
    logger: boltLogger(log),
  });
  const calls = createCalls({ clock, log, signal });
  const who = await calls.idempotent(() => client.auth.test());
  if (team !== undefined && who.team_id !== team)
    throw new ParleyError('BAD_INPUT', {
      message: `The token of Parley is for the workspace ${who.team_id}, not for ${team}.`,
      remedy: 'Name a channel of that workspace.',
    });
  return {
    team: String(who.team_id),
    url: String(who.url),
    botUser: String(who.user_id),
    botId: String(who.bot_id ?? ''),
    client,
    calls,
    download: guarded
      ? createFileDownload({ isOwnHost: isSlackHost(settings), authorization: `Bearer ${token}`, guarded })
      : () => Promise.reject(new Error('Files are downloaded while a channel is read.')),
  };
};

const tokenFor = async (settings: BotSettings, keyValues: KeyValueStore, team: string | undefined): Promise<string> => {
  if (settings.SLACK_BOT_TOKEN) return settings.SLACK_BOT_TOKEN;
  if (!settings.SLACK_CLIENT_SECRET)
    throw new ParleyError('BAD_SETTING', {
      message: 'Slack channels are read with SLACK_BOT_TOKEN, which is not set.',
      remedy: 'docs/slack.md says where it comes from.',
    });
  const teams = await installedTeams(keyValues);
  const teamId = team ?? (teams.length === 1 ? teams[0] : undefined);
  if (teamId === undefined || !teams.includes(teamId))
    throw new ParleyError('BAD_INPUT', {
      message: teamId ? `Parley is not installed in ${teamId}.` : 'It is not said in which workspace the channel is.',
      remedy: `Name it as slack:TEAM/CHANNEL; installed in: ${teams.join(', ') || 'none'}.`,
    });
  const found = await createInstallationStore(keyValues, settings.SLACK_CLIENT_SECRET).fetchInstallation({
    teamId,
    enterpriseId: undefined,
    isEnterpriseInstall: false,
  });
  return found.bot?.token ?? '';
};

/** Finds a channel by its id, or by its name among the channels that Parley is in. */
const findChannel = async (workspace: HistoryWorkspace, named: string): Promise<SlackChannel> => {
  if (/^[CGD][A-Z0-9]{2,}$/.test(named)) return channelOf(workspace, named);
  const { client, calls } = workspace;
  let cursor: string | undefined;
  do {
    const page = await calls.idempotent(() =>
      client.users.conversations({
        types: 'public_channel,private_channel',
        limit: 200,
        ...(cursor && { cursor }),
      }),
    );
    const found = page.channels?.find(({ name }) => name === named.toLowerCase());
    if (found) return channelOf(workspace, found.id!);
    cursor = page.response_metadata?.next_cursor || undefined;
  } while (cursor);
  throw new ParleyError('INPUT_NOT_FOUND', {
    message: `Parley is in no channel #${named}.`,
    remedy: 'Invite it there (/invite @Parley), or give the id of the channel.',
  });
};

const channelOf = async ({ client, calls }: HistoryWorkspace, id: string): Promise<SlackChannel> => {
  const { channel } = await calls.idempotent(() => client.conversations.info({ channel: id }));
  if (channel?.is_im || channel?.is_mpim)
    throw new ParleyError('BAD_INPUT', {
      message: 'Direct messages are never read as a source.',
      remedy: 'Name a channel.',
    });
  return { id, name: channel?.name ?? id, isPrivate: channel?.is_private === true };
};

/** Explains Slack's refusals to the person who named the channel. */
const readableError = (error: unknown, input: string): ParleyError => {
  if (isParleyError(error)) return error;
  const scope = neededScope(error);
  const code = codeOf(error);
  if (scope)
    return new ParleyError('PLATFORM_REFUSED', {
      message: `Parley lacks the permission ${scope}${botScopes[scope] ? ` (to ${botScopes[scope]})` : ''}.`,
      remedy: 'Install the app again with the manifest that `parley slack-manifest` prints.',
      cause: error,
    });
  if (code === 'not_in_channel' || code === 'channel_not_found')
    return new ParleyError('BAD_INPUT', {
      message: `Parley is not in the channel ${input.split(/[:/]/).at(-1)}, or there is none.`,
      remedy: `Invite it there (/invite @Parley); \`parley forget\` removes what was read.`,
      cause: error,
    });
  if (code !== undefined)
    return new ParleyError('PLATFORM_REFUSED', {
      message: `Slack refuses: ${code}.`,
      remedy: 'Run `parley doctor`.',
      cause: error,
    });
  return asParleyError(error);
};
