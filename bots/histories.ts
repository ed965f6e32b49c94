import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../core/log.ts';
import type { SourceKind } from '../ingest/sources/connector.ts';
import type { Stores } from '../stores/index.ts';
import type { BotSettings } from './settings.ts';

/**
 * The source kinds for channels of the chat platforms, and for their exports. A platform's SDK is imported only when one of
 * its channels is used, so that other commands start fast.
 */
export const chatHistories = ({
  settings,
  stores,
  log,
}: {
  settings: BotSettings;
  stores: Stores;
  log: Log;
}): SourceKind[] => [
  whenNamed('slack', /^slack:|^https:\/\/[\w-]+\.slack\.com\/archives\//, async () =>
    (await import('./slack/history/channel-source.ts')).slackChannels({ settings, keyValues: stores.keyValues, log }),
  ),
  ...exportKinds(),
  whenNamed('discord', /^discord:|^https:\/\/discord\.com\/channels\//, async () =>
    (await import('./discord/history/channel-source.ts')).discordChannels({ settings }),
  ),
];

/** The source kinds for exports of chat platforms and boards, which need no settings. */
export const exportKinds = (): SourceKind[] => [
  whenNamed(
    'slack-export',
    (input) => existsSync(path.join(input, 'channels.json')),
    async () => (await import('./slack/export/export-source.ts')).slackExports(),
  ),
  whenNamed(
    'zulip-export',
    (input) => existsSync(path.join(input, 'realm.json')),
    async () => (await import('./exports/zulip.ts')).zulipExports(),
  ),
  whenNamed('mattermost-export', isPlace, async () => (await import('./exports/mattermost.ts')).mattermostExports()),
  whenNamed('whatsapp-export', isTexts, async () => (await import('./exports/whatsapp.ts')).whatsAppExports()),
  whenNamed('telegram-export', isPageOrPlace, async () => (await import('./exports/telegram.ts')).telegramExports()),
  whenNamed('google-chat-export', isPlace, async () => (await import('./exports/google-chat.ts')).googleChatExports()),
  whenNamed('teams-export', isPlace, async () => (await import('./exports/teams.ts')).teamsExports()),
  whenNamed('rocketchat-export', isPlace, async () => (await import('./exports/rocketchat.ts')).rocketChatExports()),
  whenNamed('trello-export', isPlace, async () => (await import('./exports/trello.ts')).trelloExports()),
  whenNamed('discord-export', isPlace, async () => (await import('./exports/discord.ts')).discordExports()),
];

/** True for a file or folder that may be an export: its bytes tell. */
const isPlace = (input: string): boolean => /\.jsonl?$/i.test(input) || isFolder(input);

const isTexts = (input: string): boolean => /\.txt$/i.test(input) || isFolder(input);

const isPageOrPlace = (input: string): boolean => /\.html?$/i.test(input) || isPlace(input);

const isFolder = (input: string): boolean => {
  try {
    return statSync(input).isDirectory();
  } catch {
    // The error is reported when the input is read.
    return false;
  }
};

const whenNamed = (
  kind: SourceKind['kind'],
  named: RegExp | ((input: string) => boolean),
  load: () => Promise<SourceKind>,
): SourceKind => ({
  kind,
  resolve: async (input) =>
    (typeof named === 'function' ? named(input) : named.test(input)) ? (await load()).resolve(input) : undefined,
  async *read(...what) {
    yield* (await load()).read(...what);
  },
});
