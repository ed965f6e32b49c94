import { type Method, optional, page, required } from './call.ts';
import { SlackLimit, SlackRefusal } from './rules.ts';
import type { FakeChannel, FakeInstallation, FakeMessage, Json, SlackWorld } from './world.ts';

const history = (world: SlackWorld, installation: FakeInstallation, args: Json) => {
  const channel = world.channel(required(args, 'channel'), installation);
  if (!channel.members.has(installation.botUser)) throw new SlackRefusal('not_in_channel');
  return channel;
};

/**
 * A page of the messages between `oldest` and `latest`. With `limitsHistory`, an app from outside the Marketplace gets 15
 * messages at a time, once a minute for each channel
 * (docs.slack.dev/changelog/2025/05/29/rate-limit-changes-for-non-marketplace-apps).
 */
const pageOfMessages = (
  world: SlackWorld,
  channel: FakeChannel,
  messages: readonly FakeMessage[],
  args: Json,
  most: number,
) => {
  const [latest, oldest] = [optional(args, 'latest'), optional(args, 'oldest')];
  const inclusive = String(args.inclusive) === 'true';
  const between = messages
    .filter((m) => latest === undefined || m.ts < latest || (inclusive && m.ts === latest))
    .filter((m) => oldest === undefined || m.ts > oldest || (inclusive && m.ts === oldest));
  if (world.limitsHistory) {
    const before = world.historyReadAt.get(channel.id);
    if (before !== undefined && world.now() - before < 60_000)
      throw new SlackLimit(Math.ceil((60_000 - (world.now() - before)) / 1000));
    world.historyReadAt.set(channel.id, world.now());
  }
  const { items, response_metadata } = page(between, args, world.limitsHistory ? 15 : most);
  return {
    messages: items.map((message) => ({ ...world.messageJson(message), ...world.threadJson(message) })),
    has_more: response_metadata.next_cursor !== '',
    response_metadata,
  };
};

const reaction = (world: SlackWorld, installation: FakeInstallation, args: Json) => {
  const channel = world.channel(required(args, 'channel'), installation);
  const message = world.message(channel.id, required(args, 'timestamp'));
  if (!message) throw new SlackRefusal('message_not_found');
  const name = required(args, 'name');
  if (!/^[a-z0-9_+'-]+(::skin-tone-[2-6])?$/.test(name)) throw new SlackRefusal('invalid_name');
  const people = message.reactions.get(name) ?? new Set<string>();
  message.reactions.set(name, people);
  return { people, name };
};

/** The methods `conversations.*`, `users.*`, `reactions.*` and `files.*`. */
export const placeMethods: Record<string, Method> = {
  'conversations.info': {
    scope: 'channels:read',
    run({ world, installation, args }) {
      return { channel: world.channelJson(world.channel(required(args, 'channel'), installation)) };
    },
  },
  'conversations.list': {
    scope: 'channels:read',
    run({ world, installation, args }) {
      const kinds = (optional(args, 'types') ?? 'public_channel').split(',');
      const all = [...world.channels.values()].filter(
        (channel) =>
          channel.team === installation.team &&
          !(channel.archived && String(args.exclude_archived) === 'true') &&
          (channel.kind === 'public'
            ? kinds.includes('public_channel')
            : kinds.includes(channel.kind === 'im' ? 'im' : 'private_channel') &&
              channel.members.has(installation.botUser)),
      );
      const { items, response_metadata } = page(all, args, 1000);
      return {
        channels: items.map((channel) => ({
          ...world.channelJson(channel),
          is_member: channel.members.has(installation.botUser),
        })),
        response_metadata,
      };
    },
  },
  'conversations.members': {
    scope: 'channels:read',
    run({ world, installation, args }) {
      const channel = world.channel(required(args, 'channel'), installation);
      const { items, response_metadata } = page([...channel.members], args, 1000);
      return { members: items, response_metadata };
    },
  },
  'conversations.open': {
    scope: 'im:write',
    run({ world, installation, args }) {
      const user = required(args, 'users');
      if (!world.users.has(user)) throw new SlackRefusal('user_not_found');
      const open = world.im(user, installation) ?? {
        id: world.next('D'),
        team: installation.team,
        name: user,
        kind: 'im' as const,
        members: new Set([user, installation.botUser]),
        archived: false,
        shared: false,
      };
      world.channels.set(open.id, open);
      return { channel: { id: open.id } };
    },
  },
  'conversations.history': {
    scope: 'channels:history',
    run({ world, installation, args }) {
      const channel = history(world, installation, args);
      const roots = [...world.messages.values()].filter(
        ({ channel: place, ephemeralTo, threadTs, ts }) =>
          place === channel.id && !ephemeralTo && (threadTs === undefined || threadTs === ts),
      );
      return pageOfMessages(world, channel, roots.reverse(), args, 999);
    },
  },
  'conversations.replies': {
    scope: 'channels:history',
    run({ world, installation, args }) {
      const channel = history(world, installation, args);
      const ts = required(args, 'ts');
      const thread = world.thread(channel.id, ts);
      if (thread.length === 0) throw new SlackRefusal('thread_not_found');
      return pageOfMessages(world, channel, thread, args, 1000);
    },
  },
  'users.info': {
    scope: 'users:read',
    run({ world, args }) {
      const user = world.users.get(required(args, 'user'));
      if (!user) throw new SlackRefusal('user_not_found');
      return { user: world.userJson(user) };
    },
  },
  'users.list': {
    scope: 'users:read',
    run({ world, installation, args }) {
      const all = [...world.users.values()].filter((user) => user.team === installation.team);
      const { items, response_metadata } = page(all, args, 1000);
      return { members: items.map((user) => world.userJson(user)), response_metadata };
    },
  },
  'usergroups.users.list': {
    scope: 'usergroups:read',
    run({ world, args }) {
      const users = world.userGroups.get(required(args, 'usergroup'));
      if (!users) throw new SlackRefusal('no_such_subteam');
      return { users };
    },
  },
  'users.conversations': {
    scope: 'channels:read',
    run({ world, installation, args }) {
      const user = optional(args, 'user') ?? installation.botUser;
      const kinds = (optional(args, 'types') ?? 'public_channel').split(',');
      const all = [...world.channels.values()].filter(
        (channel) =>
          channel.team === installation.team &&
          channel.members.has(user) &&
          (channel.kind === 'public'
            ? kinds.includes('public_channel')
            : channel.kind === 'private' &&
              kinds.includes('private_channel') &&
              channel.members.has(installation.botUser)),
      );
      const { items, response_metadata } = page(all, args, 999);
      return { channels: items.map((channel) => world.channelJson(channel)), response_metadata };
    },
  },
  'reactions.add': {
    scope: 'reactions:write',
    run({ world, installation, args }) {
      const { people } = reaction(world, installation, args);
      if (people.has(installation.botUser)) throw new SlackRefusal('already_reacted');
      people.add(installation.botUser);
      return {};
    },
  },
  'reactions.remove': {
    scope: 'reactions:write',
    run({ world, installation, args }) {
      const { people } = reaction(world, installation, args);
      if (!people.delete(installation.botUser)) throw new SlackRefusal('no_reaction');
      return {};
    },
  },
  'files.info': {
    scope: 'files:read',
    run({ world, args }) {
      return { file: world.fileJson(required(args, 'file')) };
    },
  },
};
