import type { webApi } from '@slack/bolt';
import { channelScope, workspaceScope } from '../../../runtime/access/access.ts';
import type { ChannelHistory, Listed } from '../../chat/history/channel-history.ts';
import type { ChatMessage, DroppedFile } from '../../chat/history/message.ts';
import type { Calls } from '../calls.ts';
import { codeOf } from '../calls.ts';
import { messageText } from '../message-text.ts';
import { withFiles } from './attached.ts';
import { slackMarkdown } from './markdown.ts';
import { isSaid, permalink, timeOf } from './raw-message.ts';

/** Dependencies for reading the history of a workspace's channels. */
export interface HistoryWorkspace {
  team: string;
  /** `https://acme.slack.com/` */
  url: string;
  botUser: string;
  botId: string;
  client: webApi.WebClient;
  calls: Calls;
  download: ChannelHistory['download'];
}

/** A channel, from `conversations.info`. */
export interface SlackChannel {
  id: string;
  name: string;
  isPrivate: boolean;
}

type Message = NonNullable<webApi.ConversationsHistoryResponse['messages']>[number];
/** A message with a timestamp, which is its id. */
type StampedMessage = Message & { ts: string };
const isStamped = (message: Message): message is StampedMessage => Boolean(message.ts);

/** Messages requested per page; Slack limits apps from outside the Marketplace to 15. */
const PAGE = 200;

/** The history of a Slack channel. The scopes of a public channel are those of its workspace, of a private one its own. */
export const slackChannelHistory = (
  { team, url, botUser, botId, client, calls, download }: HistoryWorkspace,
  channel: SlackChannel,
): ChannelHistory => {
  const people = new Map<string, Promise<string>>();
  const nameOf = (user: string): Promise<string> => {
    const known = people.get(user);
    if (known) return known;
    const asked = calls
      .idempotent(() => client.users.info({ user }))
      .then(({ user: found }) => found?.profile?.display_name || found?.real_name || found?.name || user)
      // If Slack does not return the person, their id is used as the name.
      .catch((error: unknown) => {
        if (codeOf(error) === undefined) throw error;
        return user;
      });
    people.set(user, asked);
    return asked;
  };

  const chatMessage = async (message: StampedMessage): Promise<ChatMessage> => {
    const text = messageText(message);
    const mentioned = [...text.matchAll(/<@(\w+)/g)].map(([, id = '']) => id);
    const names = new Map(await Promise.all(mentioned.map(async (id) => [id, await nameOf(id)] as const)));
    const own = message.user === botUser || (message.bot_id !== undefined && message.bot_id === botId);
    return {
      id: message.ts,
      at: timeOf(message.ts),
      author: message.user ? await nameOf(message.user) : (message.username ?? message.bot_profile?.name ?? 'a bot'),
      text: withFiles(slackMarkdown(text, { person: (id) => names.get(id), channel: () => undefined }), message.files),
      version: message.edited?.ts ?? '',
      files: (message.files ?? []).flatMap(droppedFile),
      ...(own ? { part: 'parley' } : mentioned.includes(botUser) ? { part: 'to-parley' } : {}),
    };
  };

  async function* raw(bounds: { oldest?: string; latest?: string }): AsyncGenerator<StampedMessage> {
    let cursor: string | undefined;
    do {
      const page = await calls.idempotent(() =>
        client.conversations.history({
          channel: channel.id,
          limit: PAGE,
          inclusive: true,
          ...bounds,
          ...(cursor && { cursor }),
        }),
      );
      for (const message of page.messages ?? []) if (isStamped(message) && isSaid(message)) yield message;
      cursor = page.response_metadata?.next_cursor || undefined;
    } while (cursor);
  }

  return {
    name: channel.name,
    scopes: [channel.isPrivate ? channelScope(team, channel.id) : workspaceScope(team)],
    async *list(since): AsyncGenerator<Listed> {
      for await (const message of raw(since ? { oldest: stampOf(since) } : {})) {
        // A reply that was also sent to the channel belongs to its thread.
        if (message.thread_ts && message.thread_ts !== message.ts) continue;
        if (!message.reply_count) yield { kind: 'message', message: await chatMessage(message) };
        else
          yield {
            kind: 'thread',
            thread: {
              id: message.ts,
              startedAt: timeOf(message.ts),
              lastAt: timeOf(message.latest_reply ?? message.ts),
              mark: [message.reply_count, message.latest_reply, message.edited?.ts].join(' '),
            },
          };
      }
    },
    async thread(ts) {
      const messages: Message[] = [];
      let cursor: string | undefined;
      do {
        const page = await calls
          .idempotent(() =>
            client.conversations.replies({ channel: channel.id, ts, limit: PAGE, ...(cursor && { cursor }) }),
          )
          .catch((error: unknown) => {
            if (codeOf(error) === 'thread_not_found') return undefined;
            throw error;
          });
        if (page === undefined) return undefined;
        messages.push(...(page.messages ?? []));
        cursor = page.response_metadata?.next_cursor || undefined;
      } while (cursor);
      return Promise.all(messages.filter(isStamped).filter(isSaid).map(chatMessage));
    },
    async *between(from, to) {
      for await (const message of raw({ oldest: stampOf(from), latest: stampOf(to, 999_999) }))
        if (!message.reply_count && !(message.thread_ts && message.thread_ts !== message.ts))
          yield chatMessage(message);
    },
    download,
    linkTo: (ts) => permalink(url, channel.id, ts),
    linkToThread: (ts) => permalink(url, channel.id, ts),
  };
};

/** The file, or none if it was deleted and so has no URL. */
const droppedFile = ({
  id,
  name,
  size,
  mimetype,
  url_private_download,
  url_private,
}: NonNullable<Message['files']>[number]): DroppedFile[] => {
  const url = url_private_download ?? url_private;
  return id && url ? [{ id, name: name ?? 'file', size: size ?? 0, type: mimetype ?? '', url }] : [];
};

/** A time in Slack's timestamp format. @param micros the last six digits, which distinguish messages within a second */
const stampOf = (at: Date, micros = 0): string =>
  `${Math.floor(at.getTime() / 1000)}.${String(micros).padStart(6, '0')}`;
