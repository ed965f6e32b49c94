import { checkBlocks } from './blocks.ts';
import { type Call, type Method, optional, required } from './call.ts';
import { SlackRefusal } from './rules.ts';
import type { FakeMessage, FakeTask, Json } from './world.ts';

/** Maximum total characters of a stream; the piece that exceeds it is refused with `msg_too_long`. */
const STREAM_LIMIT = 12_000;
const STATUSES = ['pending', 'in_progress', 'complete', 'error'];

const pieces = (args: Json): Json[] => {
  const chunks = (args.chunks as Json[] | undefined) ?? [];
  const markdown = optional(args, 'markdown_text');
  if (!Array.isArray(chunks)) throw new SlackRefusal('invalid_chunks');
  return markdown === undefined ? chunks : [{ type: 'markdown_text', text: markdown }, ...chunks];
};

const apply = (message: FakeMessage, chunks: readonly Json[]) => {
  const added = chunks.filter((chunk) => chunk.type === 'markdown_text').map((chunk) => String(chunk.text ?? ''));
  if (message.text.length + added.join('').length > STREAM_LIMIT) throw new SlackRefusal('msg_too_long');
  for (const chunk of chunks) {
    if (chunk.type === 'markdown_text') {
      if (typeof chunk.text !== 'string') throw new SlackRefusal('invalid_chunks');
    } else if (chunk.type === 'task_update') {
      if (typeof chunk.id !== 'string' || typeof chunk.title !== 'string' || !STATUSES.includes(String(chunk.status)))
        throw new SlackRefusal('invalid_chunks', { messages: ['task_update'] });
      for (const name of ['title', 'details', 'output'])
        if (String(chunk[name] ?? '').length > 256)
          throw new SlackRefusal('invalid_chunks', { messages: [`${name} over 256`] });
      for (const source of (chunk.sources as Json[] | undefined) ?? [])
        if (source.type !== 'url' || !/^https?:/.test(String(source.url)) || typeof source.text !== 'string')
          throw new SlackRefusal('invalid_chunks', { messages: ['sources'] });
    } else if (chunk.type === 'plan_update') {
      if (typeof chunk.title !== 'string' || chunk.title.length > 256) throw new SlackRefusal('invalid_chunks');
    } else if (chunk.type === 'blocks') checkBlocks(chunk.blocks, 'message');
    else throw new SlackRefusal('invalid_chunks', { messages: [String(chunk.type)] });
  }
  message.text += added.join('');
  for (const chunk of chunks) {
    if (chunk.type === 'task_update') {
      const task = chunk as unknown as FakeTask;
      message.stream?.tasks.set(task.id, { ...message.stream.tasks.get(task.id), ...task });
    } else if (chunk.type === 'plan_update' && message.stream) message.stream.plan = String(chunk.title);
    else if (chunk.type === 'blocks') message.blocks = [...(message.blocks ?? []), ...(chunk.blocks as Json[])];
  }
};

const running = ({ world, installation, args }: Call): FakeMessage => {
  const channel = world.channel(required(args, 'channel'), installation);
  if (channel.archived) throw new SlackRefusal('is_archived');
  const message = world.message(channel.id, required(args, 'ts'));
  if (!message) throw new SlackRefusal('message_not_found');
  if (message.user !== installation.botUser) throw new SlackRefusal('message_not_owned_by_app');
  if (message.stream?.state !== 'running') throw new SlackRefusal('message_not_in_streaming_state');
  return message;
};

/** The methods `chat.startStream`, `chat.appendStream` and `chat.stopStream`. */
export const streamMethods: Record<string, Method> = {
  'chat.startStream': {
    scope: 'chat:write',
    run({ world, installation, args }) {
      const channel = world.postable(required(args, 'channel'), installation);
      const threadTs = optional(args, 'thread_ts');
      if (!threadTs || !/^\d+\.\d+$/.test(threadTs)) throw new SlackRefusal('invalid_thread_ts');
      if (channel.kind !== 'im') {
        if (!optional(args, 'recipient_team_id')) throw new SlackRefusal('missing_recipient_team_id');
        if (!optional(args, 'recipient_user_id')) throw new SlackRefusal('missing_recipient_user_id');
      }
      const message: FakeMessage = {
        ts: world.ts(),
        channel: channel.id,
        user: installation.botUser,
        botId: installation.botId,
        text: '',
        threadTs,
        reactions: new Map(),
        stream: { startedAt: world.now(), state: 'running', tasks: new Map() },
      };
      apply(message, pieces(args));
      world.put(message);
      return { channel: channel.id, ts: message.ts };
    },
  },
  'chat.appendStream': {
    scope: 'chat:write',
    run(call) {
      const message = running(call);
      const chunks = pieces(call.args);
      if (chunks.length === 0) throw new SlackRefusal('no_text');
      apply(message, chunks);
      return { channel: message.channel, ts: message.ts };
    },
  },
  'chat.stopStream': {
    scope: 'chat:write',
    run(call) {
      const message = running(call);
      checkBlocks(call.args.blocks, 'message');
      apply(message, pieces(call.args));
      if (call.args.blocks) message.blocks = [...(message.blocks ?? []), ...(call.args.blocks as Json[])];
      if (call.args.metadata) message.metadata = call.args.metadata as Json;
      if (message.stream) message.stream.state = 'stopped';
      const status = optional(call.args, 'session_status');
      if (status) call.world.sessions.set(`${message.channel}/${message.threadTs}`, { status });
      return { channel: message.channel, ts: message.ts, message: call.world.messageJson(message) };
    },
  },
};
