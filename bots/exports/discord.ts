import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { headOf, matchExport } from '../../ingest/inputs/export-parts.ts';
import { failure } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { discordMarkdown, type Mentioned } from '../discord/history/markdown.ts';
import { exportOfFiles, type FoundChannel } from './export-kind.ts';
import { filesOfExport, readJson } from './json-files.ts';

/** Null, as exporters write it for what is missing, counts as undefined. */
const optional = <T>(schema: z.ZodType<T>) => schema.nullish().transform((value) => value ?? undefined);

const personSchema = z.object({
  id: z.string(),
  name: optional(z.string()),
  nickname: optional(z.string()),
  isBot: optional(z.boolean()),
});
type Person = z.infer<typeof personSchema>;

const embedSchema = z.object({
  title: optional(z.string()),
  url: optional(z.string()),
  description: optional(z.string()),
  fields: optional(z.array(z.object({ name: optional(z.string()), value: optional(z.string()) }))),
});

const contentSchema = z.object({
  content: optional(z.string()),
  attachments: optional(z.array(z.object({ fileName: optional(z.string()) }))),
  embeds: optional(z.array(embedSchema)),
});
type Content = z.infer<typeof contentSchema>;

const messageSchema = contentSchema.extend({
  id: z.string().min(1),
  type: optional(z.string()),
  timestamp: z.string().refine((value) => isTime(Date.parse(value))),
  timestampEdited: optional(z.string()),
  author: personSchema,
  mentions: optional(z.array(personSchema)),
  forwardedMessage: optional(contentSchema),
  reference: optional(z.object({ messageId: optional(z.string()) })),
});
type Message = z.infer<typeof messageSchema>;

/** Discord's numbers for channels that not everybody reads, and for threads; most files have the names. */
const CHANNEL_TYPES: ReadonlyMap<string, string> = new Map([
  ['1', 'DirectTextChat'],
  ['3', 'DirectGroupTextChat'],
  ['10', 'GuildNewsThread'],
  ['11', 'GuildPublicThread'],
  ['12', 'GuildPrivateThread'],
]);

const headSchema = z.object({
  guild: z.object({ id: z.string() }),
  channel: z.object({
    id: z.string().min(1),
    type: optional(
      z.union([z.string(), z.number()]).transform((type) => CHANNEL_TYPES.get(String(type)) ?? String(type)),
    ),
    category: optional(z.string()),
    name: z.string(),
  }),
  messages: z.array(z.unknown()),
});
type Head = z.infer<typeof headSchema>;

/** The server of direct messages, which have none. */
const NO_SERVER = '0';

/** Types of messages with text; the others are notices of joining, pinning or boosting. 20 and 23 are commands of apps. */
const SAID: ReadonlySet<string | undefined> = new Set([
  undefined,
  'Default',
  'Reply',
  'ChatInputCommand',
  'ContextMenuCommand',
  'PollResult',
  '20',
  '23',
]);

/**
 * The source kind for exports of Discord by DiscordChatExporter in JSON: a file, or a folder of them. Each thread is a file of
 * its own; a channel can have several parts.
 */
export const discordExports = (): SourceKind =>
  exportOfFiles({
    platform: 'Discord',
    kind: 'discord-export',
    what: 'a channel',
    filesOf,
    async *channels(files) {
      const byChannel = new Map<string, string[]>();
      for (const file of files) {
        const [, id = ''] = matchExport('Discord', await headOf(file)) ?? [];
        const ofChannel = byChannel.get(id) ?? [];
        byChannel.set(id, ofChannel);
        ofChannel.push(file);
      }
      for (const ofChannel of byChannel.values()) yield* channelOf(ofChannel);
    },
  });

const filesOf = (location: string): Promise<string[]> =>
  filesOfExport(location, /\.json$/i, (head) => matchExport('Discord', head) !== undefined);

/** Adds a file's messages to those of its channel. @returns what the file says of its channel; undefined if it is damaged */
async function* readPart(
  file: string,
  messages: Map<string, Message>,
): AsyncGenerator<ReturnType<typeof failure>, Head | undefined> {
  const found = await readJson(file, 'Export it in parts: DiscordChatExporter has --partition 20mb.');
  if ('kind' in found) {
    yield found;
    return undefined;
  }
  const { data, error } = headSchema.safeParse(found.json);
  if (data === undefined) {
    const message = `The file is not in the format of an export (${error.issues[0]?.path.join('.')}).`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
    return undefined;
  }
  const parsed = data.messages.map((one) => messageSchema.safeParse(one).data);
  for (const message of parsed) if (message !== undefined) messages.set(message.id, message);
  const damaged = parsed.filter((message) => message === undefined).length;
  if (damaged > 0) {
    const message = `${damaged} of its ${parsed.length} messages are not in the format of an export.`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
  }
  return data;
}

/** Reads a channel or thread from its files. */
async function* channelOf(files: readonly string[]): AsyncGenerator<FoundChannel | ReturnType<typeof failure>> {
  const messages = new Map<string, Message>();
  const heads: Head[] = [];
  for (const file of files) {
    const head = yield* readPart(file, messages);
    if (head) heads.push(head);
  }
  // Not every part states the type. The most private one counts, and says best what the channel is.
  const [head] = heads.sort((a, b) => PRIVACY.indexOf(audienceOf(b)) - PRIVACY.indexOf(audienceOf(a)));
  if (head === undefined) return;
  const { guild, channel } = head;
  const said = [...messages.values()]
    .filter(({ type }) => SAID.has(type))
    .map(chatMessage)
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const isThread = /Thread$/.test(channel.type ?? '');
  yield {
    id: `discord-export:${guild.id}/${channel.id}`,
    // A thread's category is the channel that it belongs to.
    name: isThread ? (channel.category ?? channel.name) : channel.name,
    input: files[0] ?? '',
    workspace: guild.id,
    audience: audienceOf(head),
    threads: isThread ? [{ messages: said, name: channel.name }] : [],
    outside: isThread ? [] : said,
    urlOf: ({ id }) => `https://discord.com/channels/${guild.id}/${channel.id}/${id}`,
  };
}

/** Audiences from the widest to the narrowest. */
const PRIVACY: readonly FoundChannel['audience'][] = ['public', 'private', 'direct'];

const audienceOf = ({ guild, channel: { type = '' } }: Head): FoundChannel['audience'] =>
  guild.id === NO_SERVER || type.startsWith('Direct') ? 'direct' : type === 'GuildPrivateThread' ? 'private' : 'public';

const nameOf = ({ nickname, name, id }: Person): string => nickname || name || id;
const isParley = (person: Person): boolean => person.isBot === true && /^parley$/i.test(nameOf(person));

const chatMessage = ({
  id,
  timestamp,
  timestampEdited,
  author,
  forwardedMessage,
  reference,
  ...message
}: Message): ChatMessage => {
  const mentions = message.mentions ?? [];
  const people = new Map(mentions.map((person) => [person.id, nameOf(person)]));
  const forwarded = forwardedMessage && contentText(forwardedMessage, people);
  return {
    id,
    at: new Date(timestamp),
    author: nameOf(author),
    text: [contentText(message, people), forwarded && `forwarded: ${forwarded}`].filter(Boolean).join('\n\n'),
    version: timestampEdited ?? '',
    replyTo: reference?.messageId,
    ...(isParley(author) ? { part: 'parley' as const } : mentions.some(isParley) ? { part: 'to-parley' as const } : {}),
  };
};

const contentText = ({ content = '', embeds = [], attachments = [] }: Content, people: Mentioned): string =>
  [
    discordMarkdown(content, people),
    ...embeds.filter(({ url }) => url === undefined || !content.includes(url)).map(embedText),
    ...attachments.map(({ fileName }) => `(attached: ${fileName ?? 'a file'})`),
  ]
    .filter(Boolean)
    .join('\n\n');

/** What an app shows in a box below its message; the preview of a link is not one. */
const embedText = ({ title, description, fields }: z.infer<typeof embedSchema>): string =>
  [title, description, ...(fields ?? []).map(({ name, value }) => [name, value].filter(Boolean).join(': '))]
    .filter(Boolean)
    .join('\n\n');
