import { type Method, optional, page, required } from './call.ts';
import { SlackRefusal } from './rules.ts';
import type { FakeInstallation, Json, SlackWorld } from './world.ts';

const history = (world: SlackWorld, installation: FakeInstallation, args: Json) => {
  const channel = world.channel(required(args, 'channel'), installation);
  if (!channel.members.has(installation.botUser)) throw new SlackRefusal('not_in_channel');
  return channel;
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

/** conversations.*, users.*, reactions.*, files.*. */
export const placeMethods: Record<string, Method> = {
  'conversations.info': {
    scope: 'channels:read',
    run({ world, installation, args }) {
      return { channel: world.channelJson(world.channel(required(args, 'channel'), installation)) };
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
      const [latest, oldest] = [optional(args, 'latest'), optional(args, 'oldest')];
      const inclusive = String(args.inclusive) === 'true';
      const all = [...world.messages.values()]
        .filter((message) => message.channel === channel.id && !message.ephemeralTo && !message.threadTs)
        .filter((m) => latest === undefined || m.ts < latest || (inclusive && m.ts === latest))
        .filter((m) => oldest === undefined || m.ts > oldest || (inclusive && m.ts === oldest))
        .reverse();
      const { items, response_metadata } = page(all, args, 999);
      return { messages: items.map((message) => world.messageJson(message)), response_metadata };
    },
  },
  'conversations.replies': {
    scope: 'channels:history',
    run({ world, installation, args }) {
      const channel = history(world, installation, args);
      const ts = required(args, 'ts');
      const thread = world.thread(channel.id, ts);
      if (thread.length === 0) throw new SlackRefusal('thread_not_found');
      const { items, response_metadata } = page(thread, args, 1000);
      return { messages: items.map((message) => world.messageJson(message)), response_metadata };
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
