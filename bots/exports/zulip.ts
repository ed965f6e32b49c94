import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { headOf, matchExport } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { exportKind, type FoundChannel } from './export-kind.ts';
import { entriesOf, leftInFolder, readJson } from './json-files.ts';

const userSchema = z.object({ id: z.number(), full_name: z.string().nullish(), is_bot: z.boolean().nullish() });

const realmSchema = z.object({
  zerver_realm: z.array(z.object({ string_id: z.string() })).min(1),
  zerver_stream: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      invite_only: z.boolean().nullish(),
    }),
  ),
  zerver_recipient: z.array(z.object({ id: z.number(), type: z.number(), type_id: z.number() })),
  zerver_userprofile: z.array(userSchema),
  zerver_userprofile_crossrealm: z.array(userSchema).nullish(),
  zerver_userprofile_mirrordummy: z.array(userSchema).nullish(),
});
type Realm = z.infer<typeof realmSchema>;

const messageSchema = z.object({
  id: z.number(),
  sender: z.number(),
  recipient: z.number(),
  subject: z.string().nullish(),
  content: z.string(),
  date_sent: z.number().refine((seconds) => isTime(seconds * 1000)),
  last_edit_time: z.number().nullish(),
});
type Message = z.infer<typeof messageSchema>;

/** Zulip's number for a recipient that is a channel (the others are people, and groups of people). */
const CHANNEL = 2;

const MESSAGES = /^messages-\d+\.json$/;
const isPart = (file: string): boolean => path.basename(file) === 'realm.json' || MESSAGES.test(path.basename(file));
/** Zulip writes a thousand messages to a file. */
const TOO_LARGE = 'Export it anew: Zulip writes 1,000 messages to a file.';

/** The source kind for the unpacked export of a Zulip organization. Each topic of a channel becomes a document. */
export const zulipExports = (): SourceKind =>
  exportKind({
    platform: 'Zulip',
    kind: 'zulip-export',
    open: async (location) => {
      const realm = path.join(location, 'realm.json');
      return existsSync(realm) && matchExport('Zulip', await headOf(realm)) ? channelsOf(location) : undefined;
    },
  });

async function* channelsOf(folder: string): AsyncGenerator<FoundChannel | FailedItem | SkippedItem> {
  const found = await readJson(path.join(folder, 'realm.json'), TOO_LARGE);
  if ('kind' in found) {
    yield found;
    return;
  }
  const { data: realm, error } = realmSchema.safeParse(found.json);
  if (realm === undefined) {
    const message = `The export's realm.json is not as Zulip writes it (${error.issues[0]?.path.join('.')}).`;
    yield failure(undefined, folder, 'INPUT_UNREADABLE', message, 'Unpack the export again.');
    return;
  }
  const messages: Message[] = [];
  yield* leftInFolder(folder, 'Zulip', 'the messages', isPart);
  for (const { name, isFolder } of await entriesOf(folder))
    if (!isFolder && MESSAGES.test(name)) yield* readMessages(path.join(folder, name), messages);
  yield* inChannels(folder, realm, messages);
}

async function* readMessages(file: string, messages: Message[]): AsyncGenerator<FailedItem> {
  const found = await readJson(file, TOO_LARGE);
  if ('kind' in found) {
    yield found;
    return;
  }
  const all = z.object({ zerver_message: z.array(z.unknown()) }).safeParse(found.json).data?.zerver_message;
  const read = (all ?? []).map((one) => messageSchema.safeParse(one).data);
  for (const message of read) if (message !== undefined) messages.push(message);
  const damaged = read.filter((message) => message === undefined).length;
  if (all === undefined || damaged > 0) {
    const what = all === undefined ? 'The file holds' : `${damaged} of its ${read.length} messages are`;
    const message = `${what} ${all === undefined ? 'no messages of an export' : 'not in the format of an export'}.`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Unpack the export again.');
  }
}

function* inChannels(
  folder: string,
  realm: Realm,
  messages: readonly Message[],
): Generator<FoundChannel | SkippedItem> {
  const people = new Map(
    [
      ...realm.zerver_userprofile,
      ...(realm.zerver_userprofile_crossrealm ?? []),
      ...(realm.zerver_userprofile_mirrordummy ?? []),
    ].map((user) => [user.id, user]),
  );
  const streams = new Map(realm.zerver_stream.map((stream) => [stream.id, stream]));
  const recipients = new Map(
    realm.zerver_recipient.flatMap(({ id, type, type_id }) => {
      const stream = type === CHANNEL ? streams.get(type_id) : undefined;
      return stream === undefined ? [] : [[id, stream] as const];
    }),
  );
  const byStream = Map.groupBy(messages, ({ recipient }) => recipients.get(recipient));
  const { string_id: organization = '' } = realm.zerver_realm[0] ?? {};
  for (const [stream, said] of byStream) {
    if (stream === undefined) {
      yield { kind: 'skipped', input: folder, reason: 'direct messages of a Zulip export' };
      continue;
    }
    const inOrder = said.toSorted((a, b) => a.date_sent - b.date_sent || a.id - b.id);
    // Upper and lower case do not part topics (zulip.com/help/introduction-to-topics).
    const topics = Map.groupBy(inOrder, ({ subject }) => subject?.toLowerCase() ?? '');
    yield {
      id: `zulip-export:${organization}/${stream.id}`,
      name: stream.name,
      input: folder,
      audience: stream.invite_only ? 'private' : 'public',
      threads: [...topics.values()].map((topic) => ({
        messages: topic.map((message) => chatMessage(message, people)),
        name: topic[0]?.subject || undefined,
      })),
      outside: [],
    };
  }
}

const chatMessage = (
  { id, sender, content, date_sent, last_edit_time }: Message,
  people: ReadonlyMap<number, z.infer<typeof userSchema>>,
): ChatMessage => {
  const person = people.get(sender);
  return {
    id: String(id),
    at: new Date(date_sent * 1000),
    author: person?.full_name || `user ${sender}`,
    text: zulipMarkdown(content),
    version: last_edit_time ? String(last_edit_time) : '',
    ...(person?.is_bot && /^parley$/i.test(person.full_name ?? '') ? { part: 'parley' as const } : {}),
  };
};

/** Replaces Zulip's own markup by words; the rest of a message is Markdown already (zulip.com/help/format-your-message). */
const zulipMarkdown = (text: string): string =>
  text
    // `@**Ann Lee|12**`, or `@_**Ann Lee|12**` for one who is not told; `@*a group*`.
    .replace(/@_?\*{1,2}([^*|\n]+)(?:\|\d+)?\*{1,2}/g, '@$1')
    // `#**support>billing@123**`: a channel, its topic, a message there.
    .replace(/#\*\*([^*>\n]+)(?:>([^*\n]*?))?(?:@\d+)?\*\*/g, (_, channel: string, topic?: string) =>
      topic ? `#${channel} > ${topic}` : `#${channel}`,
    )
    .replace(/<time:([^<>\n]+)>/g, '$1')
    // A quotation is written as code in its own language. A message has at most 10,000 characters.
    .replace(
      /^(`{3,})quote[ \t]*\n([\s\S]{0,10000}?)\n\1[ \t]*$/gm,
      (_, _marks, quoted: string) => `${quoted.replace(/^/gm, '> ')}\n`,
    )
    .replace(/^(`{3,})spoiler[ \t]*([^\n]*)\n([\s\S]{0,10000}?)\n\1[ \t]*$/gm, '$2\n\n$3')
    .replace(/\[([^[\]\n]+)\]\(\/user_uploads\/[^()\s]*\)/g, '(attached: $1)');
