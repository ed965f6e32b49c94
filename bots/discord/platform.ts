import { type APIMessage, type Client, MessageFlags, type REST, Routes } from 'discord.js';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { type FileOfQuestion, readAttachments } from '../chat/attachments.ts';
import { givenBySettings, readChannelSettings } from '../chat/channel-settings.ts';
import type { ChatPlatform, Delivery } from '../chat/platform.ts';
import { scopesOf } from '../chat/scopes.ts';
import { digestBody } from './digest-message.ts';
import { body, text } from './layout.ts';
import { createPermissionReport } from './missing-permission.ts';
import type { People } from './people.ts';
import { createReply } from './reply.ts';
import { channelSurface, codeOf, interactionSurface, isClosed, lacksPermission, THREAD_EXISTS } from './surface.ts';
import { type DiscordTarget, messageId } from './target.ts';

const THREAD_MESSAGES = 30;

export interface DiscordPlatformOptions {
  client: Client<true>;
  /** For interactions' tokens, which Discord's global limit does not count. */
  tokens: REST;
  people: People;
  keyValues: KeyValueStore;
  clock: Clock;
  log: Log;
  paceMs?: number;
}

/** Discord, as the answering of questions needs it. */
export const createDiscordPlatform = ({
  client,
  tokens,
  people,
  keyValues,
  clock,
  log,
  paceMs,
}: DiscordPlatformOptions): ChatPlatform<DiscordTarget> => {
  const { rest } = client;

  const download = async ({ url }: FileOfQuestion): Promise<Uint8Array> => {
    const response = await fetch(url, { signal: AbortSignal.timeout(15_000) });
    if (!response.ok) throw new Error(`the file was answered with ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };

  /** The answer's thread: made once, since a thread takes the id of the message that it is made at. */
  const openThread = async (target: DiscordTarget, name: string): Promise<string | undefined> => {
    const { channelId, messageId: question } = target;
    try {
      await rest.post(Routes.threads(channelId, question), {
        body: { name: name.replace(/\s+/g, ' ').slice(0, 90) || 'Question', auto_archive_duration: 1440 },
      });
      return question;
    } catch (error) {
      if (codeOf(error) === THREAD_EXISTS) return question;
      // Threads are not allowed here: the answer stands in the channel, as a reply to the question.
      if (lacksPermission(error)) void reportMissing(target, 'Create Public Threads');
      if (isClosed(error)) return undefined;
      throw error;
    }
  };

  const surfaceOf = async (delivery: Delivery<DiscordTarget>, save: () => Promise<void>) => {
    const { target, key } = delivery;
    if (target.interaction) {
      const { applicationId, token } = target.interaction;
      return {
        channelId: `interaction-${token.slice(-12)}`,
        surface: interactionSurface(tokens, { applicationId, token }),
      };
    }
    if (target.replyChannelId === undefined) {
      const thread = target.opensThread ? await openThread(target, delivery.text) : undefined;
      target.replyChannelId = thread ?? target.channelId;
      await save();
    }
    const channelId = target.replyChannelId;
    const inThread = channelId === target.messageId;
    return {
      channelId,
      surface: channelSurface(rest, {
        channelId,
        key,
        ...(!inThread && target.messageId && { replyTo: target.messageId }),
      }),
    };
  };

  /** A message of Parley's after the question that no delivery knows. */
  const orphan = async (delivery: Delivery<DiscordTarget>): Promise<string | undefined> => {
    const { replyChannelId, messageId: question } = delivery.target;
    if (!replyChannelId || !question) return undefined;
    const found = (await rest.get(Routes.channelMessages(replyChannelId), {
      query: new URLSearchParams({ after: question, limit: '50' }),
    })) as APIMessage[];
    for (const message of found.reverse()) {
      if (message.author.id !== client.user.id) continue;
      if (message.message_reference?.message_id && message.message_reference.message_id !== question) continue;
      const id = messageId(replyChannelId, message.id);
      const known =
        delivery.messages.includes(id) ||
        (await keyValues.get('discord-message', id)) !== undefined ||
        (await keyValues.get('discord-notice', id)) !== undefined;
      if (!known) return message.id;
    }
    return undefined;
  };

  const threadSoFar = async ({ channelId, messageId: question }: DiscordTarget) => {
    const found = (await rest.get(Routes.channelMessages(channelId), {
      query: new URLSearchParams({ limit: String(THREAD_MESSAGES) }),
    })) as APIMessage[];
    const said = found
      .filter((message) => message.id !== question && message.content && message.author.id !== client.user.id)
      .reverse()
      .map((message) => `${message.author.global_name ?? message.author.username}: ${message.content}`)
      .join('\n\n');
    return said ? [{ name: 'what was said in this thread before', text: said.slice(0, 12_000) }] : [];
  };

  const directTo = async (userId: string, words: string): Promise<void> => {
    const dm = (await rest.post(Routes.userChannels(), { body: { recipient_id: userId } })) as { id: string };
    await rest.post(Routes.channelMessages(dm.id), { body: body([text(words)]) });
  };
  const direct = ({ target }: Delivery<DiscordTarget>, words: string) => directTo(target.userId, words);
  const reportMissing = createPermissionReport({ client, keyValues, log, tell: directTo });

  return {
    name: 'discord',
    reply: (delivery, { save, giveUp }) =>
      createReply({
        clock,
        log,
        delivery,
        save,
        giveUp,
        mayNotWrite: () => void reportMissing(delivery.target, 'Send Messages'),
        paceMs,
        surface: () => surfaceOf(delivery, save),
        orphan: () => orphan(delivery),
        tellAsker: (words) =>
          direct(delivery, words).then(
            () => true,
            (error: unknown) => {
              log.info({ err: error }, 'a person takes no direct messages');
              return false;
            },
          ),
      }),
    async prepare({ target }) {
      const alone = target.interaction !== undefined || target.guildId === undefined;
      const [place, settings, attachments, earlier] = await Promise.all([
        people.place(target.guildId, target.placeId),
        readChannelSettings(keyValues, `discord:${target.guildId ?? 'dm'}/${target.placeId}`),
        readAttachments(target.files, download),
        target.joinsThread ? threadSoFar(target).catch(() => []) : [],
      ]);
      const asker = alone
        ? await people.asker(target.userId)
        : { id: `discord:${target.userId}`, guest: false, memberships: [] };
      return {
        scopes: scopesOf(asker, place, { alone }),
        attachments: [...attachments, ...earlier],
        inChannel: !alone,
        ...givenBySettings(settings),
      };
    },
    async tell(delivery, words) {
      const { interaction } = delivery.target;
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
      await direct(delivery, words);
    },
    async sees(person, { target }) {
      const [asker, place] = await Promise.all([
        people.asker(person.slice('discord:'.length)),
        people.place(target.guildId, target.placeId),
      ]);
      return scopesOf(asker, place, { alone: true });
    },
    async digest(digest) {
      const dm = (await rest.post(Routes.userChannels(), {
        body: { recipient_id: digest.owner.person.slice('discord:'.length) },
      })) as { id: string };
      await rest.post(Routes.channelMessages(dm.id), { body: digestBody(digest) });
    },
    async notify(delivery, words) {
      const { target } = delivery;
      if (target.interaction || !target.replyChannelId) return direct(delivery, words);
      const mention = target.guildId ? `<@${target.userId}> ` : '';
      const made = (await rest.post(Routes.channelMessages(target.replyChannelId), {
        body: { ...body([text(`${mention}${words}`)]), allowed_mentions: { users: [target.userId] } },
      })) as { id: string };
      await keyValues.put(
        'discord-notice',
        messageId(target.replyChannelId, made.id),
        {},
        { personId: delivery.askerId },
      );
    },
  };
};
