import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { escapeMarkdown, hardBreaks, markdownLink } from '../../ingest/extract/write-markdown.ts';
import { matchExport } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { type ExportedThread, SMALL_CHAT_SILENCE_MS } from './channel-pages.ts';
import { exportOfFiles, type FoundChannel } from './export-kind.ts';
import { filesOfExport, readJson } from './json-files.ts';
import { readTelegramHtml } from './telegram-html.ts';

const textSchema = z.union([
  z.string(),
  z.array(z.union([z.string(), z.object({ type: z.string(), text: z.string(), href: z.string().nullish() })])),
]);

const messageSchema = z.object({
  id: z.number(),
  type: z.string(),
  date: z.string().refine((value) => isTime(Date.parse(`${value}Z`))),
  date_unixtime: z.coerce.number().nullish(),
  edited: z.string().nullish(),
  from: z.string().nullish(),
  from_id: z.string().nullish(),
  text: textSchema,
  action: z.string().nullish(),
  title: z.string().nullish(),
  reply_to_message_id: z.number().nullish(),
  forwarded_from: z.string().nullish(),
  file: z.string().nullish(),
  file_name: z.string().nullish(),
  media_type: z.string().nullish(),
  poll: z.object({ question: z.string(), answers: z.array(z.object({ text: z.string() })) }).nullish(),
});
type Message = z.infer<typeof messageSchema>;

const chatSchema = z.object({
  name: z.string().nullish(),
  type: z.string(),
  id: z.number(),
  messages: z.array(z.unknown()),
});
type Chat = z.infer<typeof chatSchema>;

/** What somebody exports of the whole account. */
const accountSchema = z.object({
  chats: z.object({ list: z.array(z.unknown()) }).nullish(),
  left_chats: z.object({ list: z.array(z.unknown()) }).nullish(),
});

/** Chats between two, with a program, and with oneself. */
const DIRECT = /^(?:personal_chat|bot_chat|saved_messages|replies|verification_codes)$/;

/**
 * The source kind for exports of Telegram Desktop: `result.json` of a chat or of an account, or the pages `messages.html`,
 * `messages2.html` of a chat; alone or in the folder that Telegram wrote. Topics of a forum become documents of their own.
 */
export const telegramExports = (): SourceKind =>
  exportOfFiles({
    platform: 'Telegram',
    kind: 'telegram-export',
    what: 'the messages',
    filesOf,
    async *channels(files) {
      const pages = files.filter((file) => HTML.test(file));
      // Somebody may export both; the JSON says more.
      const json = files.filter((file) => !HTML.test(file));
      for (const file of json) yield* chatsOf(file);
      if (json.length === 0) yield* readTelegramHtml(pages);
    },
  });

const HTML = /\.html?$/i;

const filesOf = async (location: string): Promise<string[]> => {
  const files = await filesOfExport(location, /\.(?:json|html?)$/i, (head, file) =>
    HTML.test(file) ? matchExport('TelegramHtml', head) !== undefined : matchExport('Telegram', head) !== undefined,
  );
  // messages.html, messages2.html, … messages10.html
  return files.sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
};

async function* chatsOf(file: string): AsyncGenerator<FoundChannel | FailedItem | SkippedItem> {
  const found = await readJson(file, 'Export the chats one by one, or a shorter time of them.');
  if ('kind' in found) {
    yield found;
    return;
  }
  const alone = chatSchema.safeParse(found.json).data;
  if (alone) {
    yield* channelOf(file, alone, true);
    return;
  }
  const { data: account } = accountSchema.safeParse(found.json);
  const chats = [...(account?.chats?.list ?? []), ...(account?.left_chats?.list ?? [])];
  if (chats.length === 0) {
    const message = 'The file holds no messages of an export.';
    yield failure(
      undefined,
      file,
      'INPUT_UNREADABLE',
      message,
      'Export it again, with the chats and in the format JSON.',
    );
  }
  let damaged = 0;
  for (const one of chats) {
    const { data: chat } = chatSchema.safeParse(one);
    if (chat) yield* channelOf(file, chat, false);
    else damaged++;
  }
  if (damaged > 0) yield unlike(file, `${damaged} of its ${chats.length} chats`);
}

const unlike = (file: string, what: string): FailedItem =>
  failure(undefined, file, 'INPUT_UNREADABLE', `${what} are not in the format of an export.`, 'Export it again.');

/** @param isAlone true for a chat that somebody exported by itself, who thereby says that it may be read */
function* channelOf(file: string, chat: Chat, isAlone: boolean): Generator<FoundChannel | FailedItem> {
  const parsed = chat.messages.map((one) => messageSchema.safeParse(one).data);
  const messages = parsed.filter((message) => message !== undefined);
  if (messages.length < parsed.length)
    yield unlike(file, `${parsed.length - messages.length} of its ${parsed.length} messages`);
  const name = chat.name || 'without a name';
  const isDirect = DIRECT.test(chat.type);
  const { threads, outside } = isDirect ? { threads: [], outside: [] } : inTopics(messages, name);
  yield {
    id: `telegram-export:${chat.id}`,
    name,
    input: file,
    audience: isDirect ? 'direct' : isAlone || chat.type.startsWith('public_') ? 'public' : 'private',
    threads,
    outside,
    silence: SMALL_CHAT_SILENCE_MS,
    ...(isChannel(chat) && { urlOf: ({ id }: ChatMessage) => `https://t.me/c/${chat.id}/${id}` }),
  };
}

/** Only supergroups and channels have links to their messages. */
const isChannel = ({ type }: Chat): boolean => /supergroup|channel/.test(type);

/** Parts the messages of a forum by topic. A message belongs to the topic to which its chain of replies leads. */
const inTopics = (messages: readonly Message[], chat: string) => {
  const names = new Map(
    messages.flatMap(({ id, action, title }) => (action === 'topic_created' ? [[id, title ?? '']] : [])),
  );
  const topics = new Map<number, ChatMessage[]>();
  const topicOf = new Map<number, number>();
  const outside: ChatMessage[] = [];
  for (const message of messages.toSorted((a, b) => a.id - b.id)) {
    const { id, type, reply_to_message_id: to } = message;
    // A message replies to an earlier one, whose topic is known.
    const topic = to == null ? undefined : names.has(to) ? to : topicOf.get(to);
    if (topic !== undefined) topicOf.set(id, topic);
    if (type !== 'message') continue;
    const said = topic === undefined ? outside : (topics.get(topic) ?? []);
    said.push(chatMessage(message, chat));
    if (topic !== undefined) topics.set(topic, said);
  }
  const threads = [...topics].map(
    ([id, said]): ExportedThread => ({ messages: said, name: names.get(id) || undefined }),
  );
  return { threads, outside };
};

const chatMessage = (message: Message, chat: string): ChatMessage => {
  const { id, date, date_unixtime: seconds, edited, from, poll, forwarded_from: origin } = message;
  const own = markdownOf(message.text);
  const file = message.file_name || (message.file && nameOf(message.file));
  return {
    id: String(id),
    at: new Date(seconds == null || !isTime(seconds * 1000) ? `${date}Z` : seconds * 1000),
    author: from || (origin ? chat : 'a deleted account'),
    text: [
      origin ? `(forwarded from ${escapeMarkdown(origin)})` : '',
      own,
      poll ? [poll.question, ...poll.answers.map(({ text }) => `- ${text}`)].map(escapeMarkdown).join('\n') : '',
      file && message.media_type !== 'sticker' ? `(attached: ${escapeMarkdown(file)})` : '',
    ]
      .filter(Boolean)
      .join('\n\n'),
    version: edited ?? '',
    ...(message.reply_to_message_id != null && { replyTo: String(message.reply_to_message_id) }),
  };
};

/** The name of an exported file; undefined for `(File not included. …)`. */
const nameOf = (file: string): string | undefined => (file.startsWith('(') ? undefined : path.posix.basename(file));

const markdownOf = (text: Message['text']): string =>
  (typeof text === 'string' ? [text] : text)
    .map((part) => {
      if (typeof part === 'string') return lines(part);
      if (part.type === 'text_link') return markdownLink(lines(part.text), part.href);
      if (part.type === 'pre') return `\n\n\`\`\`\n${part.text.replaceAll('```', "'''")}\n\`\`\`\n\n`;
      return part.type === 'code' ? `\`${part.text.replaceAll('`', "'")}\`` : lines(part.text);
    })
    .join('')
    .trim();

/** Text with its lines, as Markdown. */
const lines = (text: string): string => hardBreaks(escapeMarkdown(text));
