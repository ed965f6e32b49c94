import { type APIMessage, type Client, MessageFlags, MessageType, type REST, Routes } from 'discord.js';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Access } from '../../runtime/access/access.ts';
import type { Fetcher } from '../../runtime/guarded-fetcher.ts';
import type { Stores } from '../../stores/index.ts';
import { readAttachments } from '../chat/attachments.ts';
import { givenBySettings, readChannelSettings } from '../chat/channel-settings.ts';
import type { Delivery } from '../chat/delivery/delivery.ts';
import type { Outbox } from '../chat/delivery/outbox.ts';
import { earlierMessages, MAX_THREAD_MESSAGES } from '../chat/earlier-messages.ts';
import { createFileDownload } from '../chat/file-download.ts';
import type { ChatPlatform } from '../chat/platform.ts';
import { head } from '../chat/reply/cut.ts';
import { silenceIn } from '../chat/silence.ts';
import type { BotSettings } from '../settings.ts';
import { isDiscordHost } from './file-host.ts';
import { type Body, body, digestBody, text } from './layout.ts';
import { type MessageContent, messageText } from './message-text.ts';
import { createPermissionReport } from './missing-permission.ts';
import type { People } from './people.ts';
import { createReply } from './reply.ts';
import {
  asImpossible,
  channelSurface,
  codeOf,
  interactionSurface,
  isRefused,
  lacksPermission,
  THREAD_EXISTS,
} from './surface.ts';
import { type DiscordTarget, localId, messageId, personId, questionKey, workspaceOf } from './target.ts';

const MAX_THREAD_NAME_CHARS = 90;

export interface DiscordPlatformOptions {
  client: Client<true>;
  /** For calls with interaction tokens, which do not count towards Discord's global rate limit. */
  tokens: REST;
  people: People;
  access: Access;
  outbox: Outbox<DiscordTarget>;
  stores: Pick<Stores, 'keyValues' | 'conversations'>;
  settings: Pick<BotSettings, 'DISCORD_API_URL'>;
  /** Downloads files from other hosts than Discord's. */
  guarded: Pick<Fetcher, 'fetch'>;
  clock: Clock;
  log: Log;
  paceMs?: number;
}

/** The earlier messages of a thread in which Parley is mentioned, as an attachment to the question. */
const readThread = async (
  { client: { rest, user }, stores }: DiscordPlatformOptions,
  { guildId, channelId, messageId: question }: DiscordTarget,
) => {
  const found = (await rest.get(Routes.channelMessages(channelId), {
    query: new URLSearchParams({ limit: String(MAX_THREAD_MESSAGES) }),
  })) as APIMessage[];
  const written = found
    // The first message of a thread that was opened at a message stands for that message.
    .map((message) =>
      message.referenced_message && message.type === MessageType.ThreadStarterMessage
        ? message.referenced_message
        : message,
    )
    .filter((message) => message.id !== question && message.author.id !== user.id)
    .reverse()
    .flatMap((message) => {
      const said = messageText(message as MessageContent);
      const { id, author, timestamp } = message;
      return said
        ? [
            {
              personId: personId(author.id),
              eventId: questionKey(guildId, message.channel_id, id),
              at: Date.parse(timestamp),
              text: `${author.global_name ?? author.username}: ${said}`,
            },
          ]
        : [];
    });
  return earlierMessages(stores, written);
};

/** Opens the channel, thread or interaction that a reply's messages are posted in. */
const createSurfaces = (
  { client, tokens }: DiscordPlatformOptions,
  reportMissing: (target: DiscordTarget, permission: string) => Promise<void>,
) => {
  const { rest } = client;

  /** Opens the answer's thread; safe to repeat, since a thread has the id of the message from which it is opened. */
  const openThread = async (target: DiscordTarget, name: string): Promise<string | undefined> => {
    const { channelId, messageId: question } = target;
    try {
      const title = head(name.replace(/\s+/g, ' '), MAX_THREAD_NAME_CHARS) || 'Question';
      await rest.post(Routes.threads(channelId, question), { body: { name: title, auto_archive_duration: 1440 } });
      return question;
    } catch (error) {
      if (codeOf(error) === THREAD_EXISTS) return question;
      // Without threads, the answer is posted in the channel as a reply to the question: in the chat of a voice channel, beyond
      // the number of open threads, or where a rule of the server does not allow the title.
      if (lacksPermission(error)) void reportMissing(target, 'Create Public Threads');
      if (isRefused(error)) return undefined;
      throw error;
    }
  };

  return async (delivery: Delivery<DiscordTarget>, save: () => Promise<void>) => {
    const { target, text: question, writer } = delivery;
    // Each writer posts messages of its own: a nonce of another one would find those that were removed.
    const key = writer === undefined ? delivery.key : `${delivery.key} ${writer}`;
    if (target.interaction) {
      const { token } = target.interaction;
      return { channelId: `interaction-${token.slice(-12)}`, surface: interactionSurface(tokens, target.interaction) };
    }
    if (target.replyChannelId === undefined) {
      const thread = target.opensThread ? await openThread(target, question) : undefined;
      target.replyChannelId = thread ?? target.channelId;
      await save();
    }
    const channelId = target.replyChannelId;
    const replyTo = channelId === target.messageId ? undefined : target.messageId;
    return { channelId, surface: channelSurface(rest, { channelId, key, ...(replyTo && { replyTo }) }) };
  };
};

/**
 * The messages of Parley after the question that belong to no delivery, since the process that posted them died, oldest first.
 * `marked`: it is a reply to the question. Others answer nothing, as in a thread of the question's own or after it was deleted.
 */
const findOrphans = async (
  { client, outbox }: DiscordPlatformOptions,
  { target, messages }: Delivery<DiscordTarget>,
): Promise<{ id: string; marked: boolean }[]> => {
  const { replyChannelId, messageId: question } = target;
  if (!replyChannelId || !question) return [];
  const found = (await client.rest.get(Routes.channelMessages(replyChannelId), {
    query: new URLSearchParams({ after: question, limit: '50' }),
  })) as APIMessage[];
  const orphans: { id: string; marked: boolean }[] = [];
  for (const message of found.reverse()) {
    if (message.author.id !== client.user.id) continue;
    const answers = message.message_reference?.message_id;
    if (answers !== undefined && answers !== question) continue;
    const id = messageId(replyChannelId, message.id);
    if (messages.includes(id) || (await outbox.knowsMessage(id))) continue;
    orphans.push({ id: message.id, marked: answers === question });
  }
  return orphans;
};

/** A message of this question's that belongs to no delivery: one that replies to it, or else one that may. */
const findOrphan = async (...given: Parameters<typeof findOrphans>): Promise<string | undefined> => {
  const orphans = await findOrphans(...given);
  return (orphans.find(({ marked }) => marked) ?? orphans[0])?.id;
};

/** Those that can be no other's: they reply to this question, or stand in the thread that was opened for it. */
const findStrays = async (...given: Parameters<typeof findOrphans>): Promise<string[]> => {
  const { target } = given[1];
  const isOwnThread = target.replyChannelId === target.messageId;
  return (await findOrphans(...given)).filter(({ marked }) => marked || isOwnThread).map(({ id }) => id);
};

/** Implements `ChatPlatform` for Discord. */
export const createDiscordPlatform = (options: DiscordPlatformOptions): ChatPlatform<DiscordTarget> => {
  const { client, tokens, people, access, outbox, stores, clock, log, paceMs } = options;
  const { keyValues } = stores;
  const { rest } = client;
  const download = createFileDownload({ isOwnHost: isDiscordHost(options.settings), guarded: options.guarded });

  /** Creates something. @throws ReplyImpossible when Discord refuses it */
  const post = (route: `/${string}`, what: unknown): Promise<{ id: string }> =>
    rest.post(route, { body: what }).catch((error: unknown) => {
      throw asImpossible(error);
    }) as Promise<{ id: string }>;

  /** Writes to a person, and records that the message is no answer to what they ask in their direct messages. */
  const postDirect = async (userId: string, message: Body): Promise<void> => {
    const dm = await post(Routes.userChannels(), { recipient_id: userId });
    const made = await post(Routes.channelMessages(dm.id), message);
    await outbox.noteMessage(messageId(dm.id, made.id)).catch((error: unknown) => {
      log.warn({ err: error }, 'that a direct message was sent could not be recorded');
    });
  };
  const tellDirect = (userId: string, words: string) => postDirect(userId, body([text(words)]));
  const reportMissing = createPermissionReport({ client, keyValues, log, tell: tellDirect });
  const surfaceOf = createSurfaces(options, reportMissing);

  return {
    name: 'discord',
    reply: (delivery, { save, giveUp }) =>
      createReply({
        clock,
        log,
        delivery,
        save,
        giveUp,
        paceMs,
        reportForbidden: () => void reportMissing(delivery.target, 'Send Messages'),
        openSurface: () => surfaceOf(delivery, save),
        findOrphan: () => findOrphan(options, delivery),
        findStrays: () => findStrays(options, delivery),
        async tellAsker(messages) {
          try {
            for (const message of messages) await postDirect(delivery.target.userId, message);
            return true;
          } catch (error) {
            log.info({ err: error }, 'a person takes no direct messages');
            return false;
          }
        },
      }),
    async prepare({ target }) {
      const forAsker = target.interaction !== undefined || target.guildId === undefined;
      const [scopes, settings, attachments, thread] = await Promise.all([
        forAsker
          ? people.scopesOfPerson(target.userId)
          : people.scopesOfAudience(target.userId, target.guildId, target.placeId),
        readChannelSettings(keyValues, `${workspaceOf(target.guildId)}/${target.placeId}`),
        readAttachments(target.files, download),
        target.joinsThread ? readThread(options, target).catch(() => []) : [],
      ]);
      return {
        scopes,
        attachments: [...attachments, ...thread],
        inChannel: !forAsker,
        ...givenBySettings(settings),
      };
    },
    async silence(delivery) {
      const { target } = delivery;
      if (target.interaction !== undefined || target.guildId === undefined) return undefined;
      const channel = await people.channel(target.guildId, target.placeId);
      return silenceIn({ access, outbox, now: () => clock.now() }, channel, delivery, () =>
        people.asker(target.userId),
      );
    },
    async tellAsker({ target: { interaction, userId } }, words) {
      if (interaction) {
        const told = await tokens
          .post(Routes.webhook(interaction.applicationId, interaction.token), {
            body: { ...body([text(words)]), flags: MessageFlags.IsComponentsV2 | MessageFlags.Ephemeral },
            auth: false,
          })
          .then(
            () => true,
            () => false,
          );
        if (told) return;
      }
      await tellDirect(userId, words);
    },
    scopesOfPerson: (person) => people.scopesOfPerson(localId(person)),
    sendDigest: (digest) => postDirect(localId(digest.personId), digestBody(digest)),
    async notify(delivery, words) {
      const { target } = delivery;
      if (target.interaction || !target.replyChannelId) return tellDirect(target.userId, words);
      const mention = target.guildId ? `<@${target.userId}> ` : '';
      const made = await post(Routes.channelMessages(target.replyChannelId), {
        ...body([text(`${mention}${words}`)]),
        allowed_mentions: { users: [target.userId] },
      });
      await outbox.noteMessage(messageId(target.replyChannelId, made.id), delivery);
    },
  };
};
