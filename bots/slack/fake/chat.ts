import { checkBlocks } from './blocks.ts';
import { type Call, type Method, optional, required } from './call.ts';
import { SlackRefusal } from './rules.ts';
import type { FakeMessage, Json } from './world.ts';

/** Slack cuts off the `text` of a message at this length; the fake refuses it, so that a test notices. */
const TEXT_LIMIT = 40_000;
/** Slack refuses more as `text` of an update. */
const UPDATE_TEXT_LIMIT = 4000;
/** Slack's limit for `markdown_text`. */
const MARKDOWN_LIMIT = 12_000;

const contents = ({ args }: Call): Pick<FakeMessage, 'text' | 'blocks'> => {
  const text = optional(args, 'text') ?? '';
  const markdown = optional(args, 'markdown_text');
  const blocks = args.blocks as Json[] | undefined;
  if (markdown !== undefined && (blocks || text))
    throw new SlackRefusal('invalid_arguments', { messages: ['markdown_text'] });
  if (markdown !== undefined && markdown.length > MARKDOWN_LIMIT) throw new SlackRefusal('msg_too_long');
  if (!text && markdown === undefined && !(blocks && blocks.length > 0)) throw new SlackRefusal('no_text');
  if (text.length > TEXT_LIMIT) throw new SlackRefusal('msg_too_long');
  checkBlocks(blocks, 'message');
  return markdown !== undefined
    ? { text: markdown, blocks: [{ type: 'markdown', text: markdown }] }
    : { text, ...(blocks && { blocks }) };
};

const threadOf = (call: Call, channel: string): string | undefined => {
  const threadTs = optional(call.args, 'thread_ts');
  if (threadTs === undefined) return undefined;
  if (!/^\d+\.\d+$/.test(threadTs)) throw new SlackRefusal('invalid_thread_ts');
  return call.world.message(channel, threadTs)?.threadTs ?? threadTs;
};

const own = (call: Call, rule: 'cant_update_message' | 'cant_delete_message'): FakeMessage => {
  const channel = call.world.channel(required(call.args, 'channel'), call.installation);
  if (channel.archived) throw new SlackRefusal('is_archived');
  const message = call.world.message(channel.id, required(call.args, 'ts'));
  if (!message || message.ephemeralTo) throw new SlackRefusal('message_not_found');
  if (message.user !== call.installation.botUser) throw new SlackRefusal(rule);
  return message;
};

/** The methods `chat.*` that post, edit and delete messages. */
export const chatMethods: Record<string, Method> = {
  'chat.postMessage': {
    scope: 'chat:write',
    run(call) {
      const { world, installation, args } = call;
      const channel = world.postable(required(args, 'channel'), installation);
      const message = world.put({
        ts: world.ts(),
        channel: channel.id,
        user: installation.botUser,
        botId: installation.botId,
        ...contents(call),
        threadTs: threadOf(call, channel.id),
        metadata: args.metadata as Json | undefined,
        reactions: new Map(),
        unfurls: String(args.unfurl_links) !== 'false',
      });
      return { channel: channel.id, ts: message.ts, message: world.messageJson(message) };
    },
  },
  'chat.postEphemeral': {
    scope: 'chat:write',
    run(call) {
      const { world, installation, args } = call;
      const channel = world.postable(required(args, 'channel'), installation);
      const user = required(args, 'user');
      if (!channel.members.has(user)) throw new SlackRefusal('user_not_in_channel');
      const message = world.put({
        ts: world.ts(),
        channel: channel.id,
        user: installation.botUser,
        botId: installation.botId,
        ...contents(call),
        threadTs: threadOf(call, channel.id),
        reactions: new Map(),
        ephemeralTo: user,
      });
      return { message_ts: message.ts };
    },
  },
  'chat.update': {
    scope: 'chat:write',
    run(call) {
      const message = own(call, 'cant_update_message');
      if (message.stream?.state === 'running') throw new SlackRefusal('streaming_state_conflict');
      if ((optional(call.args, 'text')?.length ?? 0) > UPDATE_TEXT_LIMIT) throw new SlackRefusal('msg_too_long');
      Object.assign(message, { blocks: undefined }, contents(call), { edited: true });
      if (call.args.metadata) message.metadata = call.args.metadata as Json;
      return { channel: message.channel, ts: message.ts, text: message.text, message: call.world.messageJson(message) };
    },
  },
  'chat.delete': {
    scope: 'chat:write',
    run(call) {
      const message = own(call, 'cant_delete_message');
      call.world.messages.delete(call.world.key(message.channel, message.ts));
      return { channel: message.channel, ts: message.ts };
    },
  },
  'chat.getPermalink': {
    run({ world, installation, args }) {
      const channel = world.channel(required(args, 'channel'), installation);
      const ts = required(args, 'message_ts');
      if (!world.message(channel.id, ts)) throw new SlackRefusal('message_not_found');
      return {
        channel: channel.id,
        permalink: `https://example.slack.com/archives/${channel.id}/p${ts.replace('.', '')}`,
      };
    },
  },
};
