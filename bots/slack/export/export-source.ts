import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { failure, type Item, type SkippedItem } from '../../../ingest/inputs/item.ts';
import type { SourceKind } from '../../../ingest/sources/connector.ts';
import { passedOver } from '../../../ingest/sources/passed-over.ts';
import { channelScope } from '../../../runtime/access/access.ts';
import type { ChatMessage } from '../../chat/history/message.ts';
import { channelDirectory } from '../../exports/channel-directory.ts';
import { channelItems, type ExportedThread } from '../../exports/channel-pages.ts';
import { withFiles } from '../history/attached.ts';
import { type Names, slackMarkdown } from '../history/markdown.ts';
import { isSaid, permalink, timeOf } from '../history/raw-message.ts';
import { messageText } from '../message-text.ts';
import {
  channelsOf,
  type ExportedChannel,
  type ExportedMessage,
  type ExportedUser,
  isSlackExport,
  messagesOf,
  usersOf,
} from './export-files.ts';

/**
 * The source kind for the folder of an unpacked Slack export. Its threads and talks become documents like those of a channel that
 * is read over the API. Public channels are visible to whom the source is; private ones to their members alone. Direct messages
 * are never read.
 */
export const slackExports = (): SourceKind => ({
  kind: 'slack-export',
  async resolve(input) {
    const location = path.resolve(input);
    return (await isSlackExport(location)) ? { location, sourceId: path.basename(location), exists: true } : undefined;
  },
  async *read(folder, rules, { signal }) {
    const opened = await openExport(folder).catch((error: Error) =>
      failure(undefined, folder, 'INPUT_UNREADABLE', `The export is damaged: ${error.message}.`, 'Unpack it again.'),
    );
    if ('failure' in opened) {
      yield opened;
      return;
    }
    const passOver = passedOver(rules, () => true);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      signal?.throwIfAborted();
      const input = path.join(folder, entry.name);
      const channel = opened.channels.get(entry.name);
      const skipped = (reason: string): SkippedItem => ({ kind: 'skipped', input, reason });
      if (!entry.isDirectory()) {
        if (!isList(entry.name)) yield skipped('not a channel of the Slack export');
      } else if (channel === undefined) yield skipped('not a channel of the Slack export');
      else if (channel.kind === 'direct') yield skipped('direct messages of a Slack export');
      else {
        const reason = passOver(entry.name);
        if (reason === undefined) yield* readChannel(input, channel, opened);
        else yield skipped(reason);
      }
    }
    yield* directory(folder, opened, (name) => passOver(name) === undefined);
  },
});

/** The page of the public channels that were not excluded. */
const directory = (folder: string, opened: OpenExport, isRead: (name: string) => boolean): Item[] => {
  const names = namesIn(opened);
  const listed = [...opened.channels.values()]
    .filter(({ kind, name }) => kind === 'public' && isRead(name))
    .map(({ name, about }) => ({ name, about: slackMarkdown(about, names) }));
  const page = channelDirectory(listed, {
    id: `slack-export:${opened.team ?? path.basename(folder)}/channels`,
    input: path.join(folder, 'channels.json'),
  });
  return page ? [page] : [];
};

const isList = (name: string): boolean => /^(?:channels|groups|mpims|dms|users)\.json$/.test(name);

interface OpenExport {
  channels: ReadonlyMap<string, ExportedChannel>;
  channelNames: ReadonlyMap<string, string>;
  users: ReadonlyMap<string, ExportedUser>;
  /** The id of the workspace: most users are its own, some are guests of other workspaces. */
  team?: string;
}

const openExport = async (folder: string): Promise<OpenExport> => {
  const [channels, users] = await Promise.all([channelsOf(folder), usersOf(folder)]);
  return {
    channels,
    channelNames: new Map([...channels.values()].map(({ id, name }) => [id, name])),
    users: new Map(users.map((user) => [user.id, user])),
    team: mostFrequent(users.flatMap(({ team_id }) => team_id ?? [])),
  };
};

async function* readChannel(folder: string, channel: ExportedChannel, opened: OpenExport): AsyncGenerator<Item> {
  const { team } = opened;
  const isPrivate = channel.kind === 'private';
  if (isPrivate && team === undefined) {
    // Without the workspace's id no scope says who the members are.
    yield { kind: 'skipped', input: folder, reason: 'a private channel of an unknown Slack workspace' };
    return;
  }
  const { messages, failed } = await messagesOf(folder);
  yield* failed;
  const host = hostOf(messages, channel.id);
  const said = messages.filter(isSaid).sort((a, b) => Number(a.ts) - Number(b.ts));
  const threads: ExportedThread[] = [];
  const outside: ChatMessage[] = [];
  for (const [root, thread] of Map.groupBy(said, ({ ts, thread_ts = ts }) => thread_ts)) {
    const read = thread.map((message) => chatMessage(message, opened));
    // A reply whose thread began before the export is a thread too.
    if (thread.length > 1 || thread[0]?.ts !== root) threads.push({ messages: read });
    else outside.push(...read);
  }
  yield* channelItems(
    {
      id: `slack-export:${team ?? path.basename(path.dirname(folder))}/${channel.id}`,
      name: channel.name,
      input: folder,
      workspace: host,
      threads,
      outside,
      urlOf: ({ id }) =>
        host ? permalink(host, channel.id, id) : team && `https://app.slack.com/client/${team}/${channel.id}`,
      ...(isPrivate && team !== undefined && { scopes: [channelScope(team, channel.id)] }),
    },
    folder,
  );
}

const namesIn = ({ users, channelNames }: OpenExport): Names => ({
  person: (id) => nameOf(users.get(id)),
  channel: (id) => channelNames.get(id),
});

const chatMessage = (message: ExportedMessage, opened: OpenExport): ChatMessage => {
  const { users } = opened;
  const text = messageText(message);
  const author = users.get(message.user ?? '');
  const { user_profile: profile } = message;
  const mentioned = [...text.matchAll(/<@(\w+)/g)].map(([, id = '']) => users.get(id));
  return {
    id: message.ts,
    at: timeOf(message.ts),
    author:
      nameOf(author) ||
      profile?.display_name ||
      profile?.real_name ||
      message.username ||
      message.bot_profile?.name ||
      message.user ||
      'a bot',
    text: withFiles(slackMarkdown(text, namesIn(opened)), message.files),
    version: message.edited?.ts ?? '',
    ...(isParley(author) || message.bot_profile?.name === PARLEY
      ? { part: 'parley' }
      : mentioned.some(isParley)
        ? { part: 'to-parley' }
        : {}),
  };
};

const nameOf = (user: ExportedUser | undefined): string | undefined =>
  user?.profile?.display_name || user?.profile?.real_name || user?.real_name || user?.name;

/** The name in the manifest of Parley's app. Its answers are no evidence for later ones. */
const PARLEY = 'Parley';
const isParley = (user: ExportedUser | undefined): boolean =>
  user?.is_bot === true && nameOf(user)?.toLowerCase() === PARLEY.toLowerCase();

/**
 * The workspace's address, such as `https://acme.slack.com/`. An export does not state it, but its files' permalinks and links to
 * messages of the same channel have it.
 */
const hostOf = (messages: readonly ExportedMessage[], channelId: string): string | undefined =>
  mostFrequent(
    messages.flatMap(({ text = '', files }) => [
      ...(files ?? []).flatMap(
        ({ permalink: link }) => link?.match(/^https:\/\/[\w-]+\.(?:enterprise\.)?slack\.com\//)?.[0] ?? [],
      ),
      ...[...text.matchAll(/(https:\/\/[\w-]+\.slack\.com\/)archives\/(\w+)/g)].flatMap(([, host, id]) =>
        id === channelId && host !== undefined ? host : [],
      ),
    ]),
  );

const mostFrequent = (values: readonly string[]): string | undefined => {
  const counts = Map.groupBy(values, (value) => value);
  let most: string | undefined;
  for (const [value, { length }] of counts) if (length > (counts.get(most ?? '')?.length ?? 0)) most = value;
  return most;
};
