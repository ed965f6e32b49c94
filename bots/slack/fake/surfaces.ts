import { checkView } from './blocks.ts';
import { type Call, type Method, optional, required } from './call.ts';
import { SlackRefusal } from './rules.ts';
import type { Json } from './world.ts';

const TRIGGER_SECONDS = 3;
const SESSION_STATUSES = ['active', 'processing', 'suspended', 'closed'];

const trigger = ({ world, args }: Call): string => {
  const issued = world.triggers.get(required(args, 'trigger_id'));
  if (!issued) throw new SlackRefusal('invalid_trigger_id');
  if (issued.used) throw new SlackRefusal('exchanged_trigger_id');
  if (world.now() - issued.at > TRIGGER_SECONDS * 1000) throw new SlackRefusal('expired_trigger_id');
  issued.used = true;
  return issued.user;
};

const stored = (call: Call, id: string): Json & { id: string; hash: string } => {
  checkView(call.args.view);
  const view = { ...(call.args.view as Json), id, hash: call.world.next('hash'), team_id: call.installation.team };
  call.world.views.set(id, view);
  return view;
};

/** The methods `views.*`, `assistant.threads.*` and `agents.sessions.*`. */
export const surfaceMethods: Record<string, Method> = {
  'views.open': {
    run(call) {
      checkView(call.args.view);
      const user = trigger(call);
      const view = stored(call, call.world.next('V'));
      call.world.openViews.push({ user, view });
      return { view };
    },
  },
  'views.update': {
    run(call) {
      const id = required(call.args, 'view_id');
      if (!call.world.views.has(id)) throw new SlackRefusal('not_found');
      return { view: stored(call, id) };
    },
  },
  'views.publish': {
    run(call) {
      checkView(call.args.view);
      const user = required(call.args, 'user_id');
      if (!call.world.users.has(user)) throw new SlackRefusal('user_not_found');
      call.world.homes.set(user, call.args.view as Json);
      return { view: call.args.view };
    },
  },
  'assistant.threads.setStatus': {
    scope: 'chat:write',
    run({ world, installation, args }) {
      const channel = world.postable(required(args, 'channel_id'), installation);
      const threadTs = required(args, 'thread_ts');
      const loadingMessages = args.loading_messages as string[] | undefined;
      if (loadingMessages && loadingMessages.length > 10)
        throw new SlackRefusal('invalid_arguments', { messages: ['loading_messages'] });
      world.statuses.push({ channel: channel.id, threadTs, status: String(args.status ?? ''), loadingMessages });
      return {};
    },
  },
  'assistant.threads.setSuggestedPrompts': {
    scope: 'assistant:write',
    run({ world, installation, args }) {
      const channel = world.channel(required(args, 'channel_id'), installation);
      const prompts = args.prompts as { title: string; message: string }[];
      if (!Array.isArray(prompts) || prompts.length === 0) throw new SlackRefusal('invalid_arguments');
      if (prompts.length > 4) throw new SlackRefusal('too_many_prompts');
      world.prompts.set(channel.id, prompts);
      return {};
    },
  },
  'agents.sessions.setStatus': {
    scope: 'chat:write',
    run({ world, installation, args }) {
      const status = required(args, 'status');
      if (!SESSION_STATUSES.includes(status)) throw new SlackRefusal('invalid_status');
      const channel = world.channel(required(args, 'channel_id'), installation);
      const title = optional(args, 'title');
      if (title && title.length > 200) throw new SlackRefusal('invalid_arguments', { messages: ['title'] });
      const key = `${channel.id}/${required(args, 'thread_ts')}`;
      world.sessions.set(key, { title, ...world.sessions.get(key), status });
      return { status };
    },
  },
  'agents.sessions.rename': {
    scope: 'chat:write',
    run({ world, installation, args }) {
      const channel = world.channel(required(args, 'channel_id'), installation);
      const title = required(args, 'title');
      if (title.length > 200) throw new SlackRefusal('invalid_arguments', { messages: ['title'] });
      const key = `${channel.id}/${required(args, 'thread_ts')}`;
      const session = world.sessions.get(key);
      if (!session) throw new SlackRefusal('not_found');
      session.title = title;
      return {};
    },
  },
};
