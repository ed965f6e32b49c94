import { ChannelType, PermissionFlagsBits } from 'discord.js';
import { DiscordRefusal } from './rules.ts';

export type Json = Record<string, unknown>;

export interface FakeUser {
  id: string;
  username: string;
  bot?: boolean;
  /** True when the person accepts no direct messages. */
  closed?: boolean;
}

export interface FakeChannel {
  id: string;
  guildId?: string;
  type: ChannelType;
  name: string;
  parentId?: string;
  /** For a private channel: the people who may see it. The bot may see it only if listed. */
  viewers?: Set<string>;
  /** True when the bot may read but not write here. */
  readOnly?: boolean;
  archived?: boolean;
  /** True for a thread that only moderators may open again. */
  locked?: boolean;
  /** Epoch milliseconds. */
  archivedAt?: number;
  recipients?: string[];
  deleted?: boolean;
}

export interface FakeGuild {
  id: string;
  name: string;
  members: Set<string>;
  /** People with Manage Server. */
  managers: Set<string>;
  /** Has all permissions. */
  owner: string;
}

export interface FakeMessage {
  id: string;
  channelId: string;
  authorId: string;
  content: string;
  components: Json[];
  embeds: Json[];
  flags: number;
  attachments: Json[];
  nonce?: string;
  reference?: string;
  /** The text of a message that this one forwards. */
  forwarded?: string;
  /** Further fields as Discord sends them, such as its type, a poll or stickers. */
  more?: Json;
  editedAt?: number;
  reactions: Map<string, Set<string>>;
  /** Id of the only person who sees it. */
  ephemeralTo?: string;
  /** The interaction token with which it was posted. */
  token?: string;
  edits: number;
}

export interface FakeInteraction {
  id: string;
  token: string;
  at: number;
  userId: string;
  channelId: string;
  acknowledged?: 'deferred' | 'replied' | 'deferred-update' | 'updated' | 'modal';
  ephemeral: boolean;
  originalId?: string;
  /** Id of the message whose button was pressed. */
  sourceId?: string;
  modal?: Json;
}

const EPOCH = 1_420_070_400_000n;
const everyone =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.ReadMessageHistory |
  PermissionFlagsBits.AddReactions |
  PermissionFlagsBits.UseApplicationCommands;

/** The fake's state: guilds, people, channels, messages and interactions. */
export class DiscordWorld {
  readonly now: () => number;
  readonly botId = '1000';
  readonly applicationId = '1000';
  readonly users = new Map<string, FakeUser>([['1000', { id: '1000', username: 'parley', bot: true }]]);
  readonly guilds = new Map<string, FakeGuild>();
  readonly channels = new Map<string, FakeChannel>();
  readonly messages = new Map<string, FakeMessage>();
  readonly interactions = new Map<string, FakeInteraction>();
  readonly files = new Map<string, { bytes: Buffer; type: string }>();
  /** Flags of the application; here, Message Content for up to 100 servers is enabled (docs: resources/application). */
  applicationFlags = 1 << 19;
  commands: Json[] = [];
  readonly typing: { channelId: string; at: number }[] = [];
  #sequence = 0n;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Creates an id whose upper 42 bits hold the time (docs: reference#snowflakes). */
  snowflake(): string {
    this.#sequence += 1n;
    return String(((BigInt(Math.floor(this.now())) - EPOCH) << 22n) | (this.#sequence & 0x3fffffn));
  }

  /** The time at which an id was created, in epoch milliseconds. */
  timeOf(id: string): number {
    return Number((BigInt(id) >> 22n) + EPOCH);
  }

  archivedAt(thread: FakeChannel): number {
    return thread.archivedAt ?? this.timeOf(thread.id);
  }

  isThread(channel: FakeChannel): boolean {
    return channel.type === ChannelType.PublicThread || channel.type === ChannelType.PrivateThread;
  }

  mayView(channel: FakeChannel, userId: string): boolean {
    if (channel.recipients) return channel.recipients.includes(userId);
    const parent = this.isThread(channel) && channel.parentId ? this.channels.get(channel.parentId) : undefined;
    if (parent) return this.mayView(parent, userId);
    const member = this.guilds.get(channel.guildId ?? '')?.members.has(userId) || userId === this.botId;
    return member && (!channel.viewers || channel.viewers.has(userId));
  }

  channel(id: string): FakeChannel {
    const channel = this.channels.get(id);
    if (!channel || channel.deleted) throw new DiscordRefusal('unknownChannel');
    if (!this.mayView(channel, this.botId)) throw new DiscordRefusal('missingAccess');
    return channel;
  }

  writable(id: string): FakeChannel {
    const channel = this.channel(id);
    const parent = this.isThread(channel) && channel.parentId ? this.channels.get(channel.parentId) : undefined;
    if (channel.readOnly || parent?.readOnly) throw new DiscordRefusal('missingPermissions');
    const other = channel.recipients?.find((user) => user !== this.botId);
    if (other && this.users.get(other)?.closed) throw new DiscordRefusal('cannotMessageUser');
    return channel;
  }

  message(channelId: string, id: string): FakeMessage {
    const message = this.messages.get(id);
    if (!message || message.channelId !== channelId || message.ephemeralTo) throw new DiscordRefusal('unknownMessage');
    return message;
  }

  userJson(id: string): Json {
    const user = this.users.get(id);
    return {
      id,
      username: user?.username ?? id,
      discriminator: '0',
      avatar: null,
      global_name: user?.username ?? id,
      bot: user?.bot === true,
    };
  }

  /** The role that Discord makes for the bot when it joins (docs: topics/permissions#role-object-role-tags-structure). */
  botRoleId(guildId: string): string {
    return `${guildId}8`;
  }

  memberJson(guild: FakeGuild, id: string): Json {
    return {
      user: this.userJson(id),
      roles: guild.managers.has(id) ? [`${guild.id}9`] : [],
      joined_at: new Date(this.now()).toISOString(),
      deaf: false,
      mute: false,
      flags: 0,
      permissions: String(
        everyone | (guild.managers.has(id) ? PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageChannels : 0n),
      ),
    };
  }

  /** The id of the channel's newest message that is not ephemeral, if any. */
  lastMessageId(channelId: string): string | undefined {
    let last: string | undefined;
    for (const { id, channelId: place, ephemeralTo } of this.messages.values())
      if (place === channelId && !ephemeralTo && (last === undefined || BigInt(id) > BigInt(last))) last = id;
    return last;
  }

  channelJson(channel: FakeChannel): Json {
    const closed = channel.viewers && {
      permission_overwrites: [
        { id: channel.guildId, type: 0, allow: '0', deny: String(PermissionFlagsBits.ViewChannel) },
        ...[...channel.viewers].map((id) => ({
          id,
          type: 1,
          allow: String(PermissionFlagsBits.ViewChannel),
          deny: '0',
        })),
      ],
    };
    return {
      id: channel.id,
      type: channel.type,
      name: channel.name,
      last_message_id: this.lastMessageId(channel.id) ?? null,
      ...(channel.guildId && { guild_id: channel.guildId, position: 0, permission_overwrites: [], ...closed }),
      ...(channel.parentId && { parent_id: channel.parentId }),
      ...(channel.recipients && {
        recipients: channel.recipients.filter((id) => id !== this.botId).map((id) => this.userJson(id)),
      }),
      ...(this.isThread(channel) && {
        owner_id: this.botId,
        message_count: 0,
        member_count: 1,
        thread_metadata: {
          archived: channel.archived === true,
          auto_archive_duration: 1440,
          archive_timestamp: new Date(this.archivedAt(channel)).toISOString(),
          locked: channel.locked === true,
        },
      }),
    };
  }

  guildJson(guild: FakeGuild): Json {
    const own = [...this.channels.values()].filter((channel) => channel.guildId === guild.id && !channel.deleted);
    return {
      id: guild.id,
      name: guild.name,
      owner_id: guild.owner,
      unavailable: false,
      member_count: guild.members.size + 1,
      preferred_locale: 'en-US',
      features: [],
      emojis: [],
      stickers: [],
      premium_tier: 0,
      roles: [
        {
          id: guild.id,
          name: '@everyone',
          permissions: String(everyone),
          position: 0,
          color: 0,
          hoist: false,
          managed: false,
          mentionable: false,
          flags: 0,
        },
        {
          id: this.botRoleId(guild.id),
          name: 'parley',
          permissions: String(everyone),
          position: 1,
          color: 0,
          hoist: false,
          managed: true,
          mentionable: true,
          flags: 0,
          tags: { bot_id: this.botId },
        },
        {
          id: `${guild.id}9`,
          name: 'managers',
          permissions: String(PermissionFlagsBits.ManageGuild | PermissionFlagsBits.ManageChannels),
          position: 1,
          color: 0,
          hoist: false,
          managed: false,
          mentionable: false,
          flags: 0,
        },
      ],
      members: [this.memberJson(guild, this.botId)],
      channels: own.filter((channel) => !this.isThread(channel)).map((channel) => this.channelJson(channel)),
      threads: own
        .filter((channel) => this.isThread(channel) && !channel.archived)
        .map((channel) => this.channelJson(channel)),
      presences: [],
      voice_states: [],
      stage_instances: [],
      guild_scheduled_events: [],
      joined_at: new Date(this.now()).toISOString(),
      large: false,
    };
  }

  messageJson(message: FakeMessage, isOutermost = true): Json {
    const channel = this.channels.get(message.channelId);
    const guild = this.guilds.get(channel?.guildId ?? '');
    const thread = this.channels.get(message.id);
    return {
      id: message.id,
      channel_id: message.channelId,
      ...(channel && { channel_type: channel.type }),
      ...(guild && { guild_id: guild.id }),
      ...(guild?.members.has(message.authorId) && { member: this.memberJson(guild, message.authorId) }),
      author: this.userJson(message.authorId),
      content: message.content,
      timestamp: new Date(this.timeOf(message.id)).toISOString(),
      edited_timestamp: message.editedAt ? new Date(message.editedAt).toISOString() : null,
      tts: false,
      mention_everyone: false,
      mentions: [...message.content.matchAll(/<@!?(\d+)>/g)].map((match) => this.userJson(match[1] as string)),
      mention_roles: [...message.content.matchAll(/<@&(\d+)>/g)].map((match) => match[1]),
      attachments: message.attachments,
      embeds: message.embeds,
      components: message.components,
      pinned: false,
      type: message.reference ? 19 : 0,
      flags: message.flags,
      ...(thread &&
        this.isThread(thread) &&
        thread.parentId === message.channelId && { thread: this.channelJson(thread) }),
      ...(message.nonce && { nonce: message.nonce }),
      ...(message.reference && {
        message_reference: { message_id: message.reference, channel_id: message.channelId },
        // Only one level deep (docs: resources/message#message-object).
        ...(isOutermost && {
          referenced_message: this.messages.has(message.reference)
            ? this.messageJson(this.messages.get(message.reference) as FakeMessage, false)
            : null,
        }),
      }),
      ...(message.forwarded !== undefined && {
        message_reference: { type: 1, message_id: this.snowflake(), channel_id: message.channelId },
        message_snapshots: [
          {
            message: {
              type: 0,
              content: message.forwarded,
              embeds: [],
              attachments: [],
              timestamp: new Date(this.timeOf(message.id)).toISOString(),
              edited_timestamp: null,
              flags: 0,
              mentions: [],
              mention_roles: [],
            },
          },
        ],
      }),
      ...(message.token && { webhook_id: this.applicationId, application_id: this.applicationId }),
      reactions: [...message.reactions].map(([name, users]) => ({
        emoji: { id: null, name },
        count: users.size,
        me: users.has(this.botId),
      })),
      ...message.more,
    };
  }
}
