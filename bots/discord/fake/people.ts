import { ChannelType, MessageFlags } from 'discord.js';
import type { DiscordServer } from './server.ts';
import type { FakeChannel, FakeInteraction, FakeMessage, Json } from './world.ts';

/** Actions of people in Discord. Each follows the platform's rules and sends the resulting gateway events. */
export const createPeople = ({
  world,
  gateway,
  now,
}: Pick<DiscordServer, 'world' | 'gateway'> & { now: () => number }) => {
  const interact = (userId: string, channelId: string, type: number, data: Json, more: Json = {}): FakeInteraction => {
    const channel = world.channels.get(channelId) as FakeChannel;
    const guild = world.guilds.get(channel.guildId ?? '');
    const interaction: FakeInteraction = {
      id: world.snowflake(),
      token: `token-${world.snowflake()}`,
      at: now(),
      userId,
      channelId,
      ephemeral: false,
      ...(typeof (more.message as Json | undefined)?.id === 'string' && {
        sourceId: (more.message as Json).id as string,
      }),
    };
    world.interactions.set(interaction.token, interaction);
    gateway.dispatch(
      'INTERACTION_CREATE',
      {
        id: interaction.id,
        application_id: world.applicationId,
        type,
        data,
        token: interaction.token,
        version: 1,
        channel_id: channelId,
        channel: world.channelJson(channel),
        app_permissions: '2147483647',
        locale: 'en-US',
        entitlements: [],
        authorizing_integration_owners: {},
        attachment_size_limit: 10_000_000,
        ...(guild
          ? { guild_id: guild.id, member: world.memberJson(guild, userId), context: 0 }
          : { user: world.userJson(userId), context: 1 }),
        ...more,
      },
      channel.guildId,
    );
    return interaction;
  };
  const see = (channelId: string, userId: string): FakeChannel => {
    const channel = world.channels.get(channelId);
    if (!channel || !world.mayView(channel, userId)) throw new Error(`${userId} cannot see channel ${channelId}`);
    return channel;
  };

  /** A message in an archived thread opens the thread again (docs: topics/threads#active--archived-threads). */
  const revive = (thread: FakeChannel): void => {
    if (thread.locked) throw new Error('only a moderator writes in a locked thread');
    thread.archived = false;
    gateway.dispatch('THREAD_UPDATE', world.channelJson(thread), thread.guildId);
  };

  return {
    say({
      channel,
      user,
      content,
      reference,
      attachments = [],
      forwarded,
      more,
      times = 1,
    }: {
      channel: string;
      user: string;
      content: string;
      reference?: string;
      attachments?: Json[];
      /** The text of a message that is forwarded. */
      forwarded?: string;
      more?: Json;
      times?: number;
    }): FakeMessage {
      const place = see(channel, user);
      if (place.archived) revive(place);
      const message: FakeMessage = {
        id: world.snowflake(),
        channelId: channel,
        authorId: user,
        content,
        components: [],
        embeds: [],
        flags: 0,
        attachments,
        reactions: new Map(),
        edits: 0,
        ...(reference && { reference }),
        ...(forwarded !== undefined && { forwarded }),
        ...(more && { more }),
      };
      world.messages.set(message.id, message);
      for (let i = 0; i < times; i += 1) gateway.dispatch('MESSAGE_CREATE', world.messageJson(message), place.guildId);
      return message;
    },
    edit(message: FakeMessage, content: string) {
      message.content = content;
      message.editedAt = now();
      gateway.dispatch('MESSAGE_UPDATE', world.messageJson(message), world.channels.get(message.channelId)?.guildId);
    },
    remove(message: FakeMessage) {
      world.messages.delete(message.id);
      const channel = world.channels.get(message.channelId);
      gateway.dispatch(
        'MESSAGE_DELETE',
        { id: message.id, channel_id: message.channelId, ...(channel?.guildId && { guild_id: channel.guildId }) },
        channel?.guildId,
      );
    },
    /** A moderator, or a ban, deletes many messages at once: Discord tells of them in one event. */
    removeAll(messages: readonly FakeMessage[]) {
      const [first] = messages;
      for (const { id } of messages) world.messages.delete(id);
      const channel = world.channels.get(first?.channelId ?? '');
      gateway.dispatch(
        'MESSAGE_DELETE_BULK',
        { ids: messages.map(({ id }) => id), channel_id: channel?.id, guild_id: channel?.guildId },
        channel?.guildId,
      );
    },
    /** A moderator pins a message, which is an update of it and no edit. */
    pin(message: FakeMessage) {
      const guildId = world.channels.get(message.channelId)?.guildId;
      gateway.dispatch('MESSAGE_UPDATE', { ...world.messageJson(message), pinned: true }, guildId);
    },
    react(message: FakeMessage, user: string, emoji: string) {
      const channel = world.channels.get(message.channelId);
      const guild = world.guilds.get(channel?.guildId ?? '');
      message.reactions.set(emoji, new Set([...(message.reactions.get(emoji) ?? []), user]));
      gateway.dispatch(
        'MESSAGE_REACTION_ADD',
        {
          user_id: user,
          channel_id: message.channelId,
          message_id: message.id,
          emoji: { id: null, name: emoji },
          burst: false,
          type: 0,
          message_author_id: message.authorId,
          ...(guild && { guild_id: guild.id, member: world.memberJson(guild, user) }),
        },
        guild?.id,
      );
    },
    /** Creates a forum post, which is a thread whose first message has the thread's id. */
    post({
      forum,
      user,
      title,
      content,
    }: {
      forum: string;
      user: string;
      title: string;
      content: string;
    }): FakeMessage {
      const parent = see(forum, user);
      const id = world.snowflake();
      const channel: FakeChannel = {
        id,
        guildId: parent.guildId,
        type: ChannelType.PublicThread,
        name: title,
        parentId: forum,
      };
      world.channels.set(id, channel);
      gateway.dispatch(
        'THREAD_CREATE',
        { ...world.channelJson(channel), newly_created: true, owner_id: user },
        parent.guildId,
      );
      const message: FakeMessage = {
        id,
        channelId: id,
        authorId: user,
        content,
        components: [],
        embeds: [],
        flags: 0,
        attachments: [],
        reactions: new Map(),
        edits: 0,
      };
      world.messages.set(id, message);
      gateway.dispatch('MESSAGE_CREATE', world.messageJson(message), parent.guildId);
      return message;
    },
    slash({
      channel,
      user,
      name,
      options = {},
    }: {
      channel: string;
      user: string;
      name: string;
      options?: Record<string, string | boolean>;
    }) {
      see(channel, user);
      const command = world.commands.find((item) => item.name === name);
      if (!command) throw new Error(`no command ${name} is registered`);
      const given = Object.entries(options).map(([key, value]) => ({
        name: key,
        type: typeof value === 'boolean' ? 5 : 3,
        value,
      }));
      return interact(user, channel, 2, { id: command.id, name, type: 1, options: given });
    },
    messageCommand({
      channel,
      user,
      name,
      target,
    }: {
      channel: string;
      user: string;
      name: string;
      target: FakeMessage;
    }) {
      see(channel, user);
      const command = world.commands.find((item) => item.name === name);
      if (!command) throw new Error(`no command ${name} is registered`);
      return interact(user, channel, 2, {
        id: command.id,
        name,
        type: 3,
        target_id: target.id,
        resolved: { messages: { [target.id]: world.messageJson(target) } },
      });
    },
    click({
      message,
      user,
      customId,
      values,
    }: {
      message: FakeMessage;
      user: string;
      customId: string;
      values?: string[];
    }) {
      if (message.ephemeralTo && message.ephemeralTo !== user)
        throw new Error('only its addressee sees an ephemeral message');
      if (!JSON.stringify(message.components).includes(`"custom_id":${JSON.stringify(customId)}`))
        throw new Error(`no component ${customId}`);
      return interact(
        user,
        message.channelId,
        3,
        { custom_id: customId, component_type: values ? 3 : 2, ...(values && { values }) },
        {
          message: {
            ...world.messageJson(message),
            ...(message.ephemeralTo && { flags: message.flags | MessageFlags.Ephemeral }),
          },
        },
      );
    },
    /** Submits a modal that an interaction opened. @param values by custom id, in the order of the modal's labels */
    submit({
      opened,
      user,
      values,
    }: {
      opened: FakeInteraction;
      user: string;
      values: Record<string, string | string[]>;
    }) {
      if (!opened.modal) throw new Error('that interaction opened no modal');
      const components = (opened.modal.components as Json[])
        .filter((label) => label.component)
        .map((label) => {
          const input = label.component as Json;
          const value = values[input.custom_id as string];
          return {
            type: 18,
            id: 1,
            component: {
              type: input.type,
              id: 2,
              custom_id: input.custom_id,
              ...(Array.isArray(value) || input.type === 3 || input.type === 5 || input.type === 22
                ? { values: value ?? [] }
                : { value: value ?? (input.type === 4 ? '' : null) }),
            },
          };
        });
      const source = opened.sourceId ? world.messages.get(opened.sourceId) : undefined;
      return interact(
        user,
        opened.channelId,
        5,
        {
          custom_id: opened.modal.custom_id,
          components,
          // Discord adds the user objects of selected people.
          resolved: { users: Object.fromEntries([...world.users.keys()].map((id) => [id, world.userJson(id)])) },
        },
        source ? { message: world.messageJson(source) } : {},
      );
    },
  };
};
