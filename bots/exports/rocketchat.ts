import { existsSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { asParleyError } from '../../core/errors.ts';
import { parseJson } from '../../core/text/parse-json.ts';
import { matchExport } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import { numberedLines } from '../../ingest/inputs/numbered-lines.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { exportOfFiles, type FoundChannel } from './export-kind.ts';
import { filesOfExport, readJson } from './json-files.ts';

/** A time as a text, or as mongoexport writes it. */
const timeSchema = z
  .union([
    z.string(),
    z.number(),
    z.object({ $date: z.union([z.string(), z.number(), z.object({ $numberLong: z.string() })]) }),
  ])
  .transform(timeOf)
  .pipe(z.date());

const messageSchema = z.object({
  _id: z.string().nullish(),
  /** The room; an export of one room does not state it. */
  rid: z.string().nullish(),
  /** The message that a thread begins with. */
  tmid: z.string().nullish(),
  msg: z.string().nullish(),
  ts: timeSchema,
  username: z.string().nullish(),
  u: z.object({ username: z.string().nullish(), name: z.string().nullish() }).nullish(),
  /** The kind of a notice: somebody joined, a room got another name. */
  t: z.string().nullish(),
  type: z.string().nullish(),
  editedAt: timeSchema.nullish().catch(undefined),
  attachments: z.array(z.object({ title: z.string().nullish(), fileName: z.string().nullish() })).nullish(),
});
type Message = z.infer<typeof messageSchema>;

const roomSchema = z.object({
  _id: z.string(),
  t: z.string(),
  name: z.string().nullish(),
  fname: z.string().nullish(),
});
type Room = z.infer<typeof roomSchema>;

/** The list of rooms that mongoexport writes of the collection of that name. */
const ROOMS = /^rocketchat_rooms?\.jsonl?$/i;

/**
 * The source kind for messages of Rocket.Chat: what "Export messages" writes as JSON for a room, and the collections
 * `rocketchat_message` and `rocketchat_room` as mongoexport writes them. Each thread becomes a document.
 */
export const rocketChatExports = (): SourceKind =>
  exportOfFiles({
    platform: 'Rocket.Chat',
    kind: 'rocketchat-export',
    what: 'the messages',
    filesOf: (location) =>
      filesOfExport(
        location,
        /\.jsonl?$/i,
        (head, file) => !ROOMS.test(path.basename(file)) && matchExport('RocketChat', head) !== undefined,
      ),
    async *channels(files) {
      for (const file of files) yield* roomsOf(file);
    },
  });

async function* roomsOf(file: string): AsyncGenerator<FoundChannel | FailedItem | SkippedItem> {
  const { messages, damaged, failed } = await messagesOf(file);
  if (failed !== undefined) yield failed;
  if (damaged > 0) {
    const message = `${damaged} of its messages are not in the format of an export.`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
  }
  const rooms = new Map<string, Room>();
  yield* readRooms(path.dirname(file), rooms);
  for (const [id, some] of Map.groupBy(messages.filter(isSaid), ({ rid }) => rid ?? '')) {
    const room = rooms.get(id);
    const alone = path.parse(file).name;
    const threads = Map.groupBy(some, ({ tmid, _id }, at) => tmid ?? _id ?? `${at}`);
    const chats = [...threads.values()].map((one) => one.map(chatMessage).sort(byTime));
    yield {
      id: `rocketchat-export:${id || alone}`,
      name: room?.fname || room?.name || alone,
      input: file,
      audience: audienceOf(id, room),
      threads: chats.filter(({ length }) => length > 1).map((messages) => ({ messages })),
      outside: chats
        .filter(({ length }) => length === 1)
        .flat()
        .sort(byTime),
    };
  }
}

const byTime = (a: ChatMessage, b: ChatMessage): number => a.at.getTime() - b.at.getTime();

/** A room that was exported alone is chosen by whoever does so. Of another one the list of rooms says who may see it. */
const audienceOf = (id: string, room: Room | undefined): FoundChannel['audience'] => {
  if (id === '') return 'public';
  if (room?.t === 'd' || room?.t === 'l') return 'direct';
  return room?.t === 'c' ? 'public' : 'private';
};

interface ReadMessages {
  messages: Message[];
  damaged: number;
  failed?: FailedItem;
}

/** The messages of a file: an object a line, or one answer of the API. */
const messagesOf = async (file: string): Promise<ReadMessages> => {
  const read: ReadMessages = { messages: [], damaged: 0 };
  const add = (value: unknown) => {
    const { data } = messageSchema.safeParse(value);
    if (data === undefined) read.damaged++;
    else read.messages.push(data);
  };
  let isAnswer = false;
  for await (const { text, tooLong, number } of numberedLines(file)) {
    const line = text.trim().replace(/^\uFEFF/, '');
    if (tooLong) read.damaged++;
    else if (number === 1 && /^\{\s*(?:"messages"\s*:.*|)$/.test(line)) {
      isAnswer = true;
      break;
    } else if (line !== '') add(parseJson(line));
  }
  if (!isAnswer) return read;
  const found = await readJson(file, 'Export fewer messages.');
  if ('kind' in found) return { ...read, failed: found };
  for (const one of z.object({ messages: z.array(z.unknown()) }).safeParse(found.json).data?.messages ?? []) add(one);
  return read;
};

/** Adds the rooms that the lists of a folder name. Yields why a list that is there cannot be read; most exports have none. */
async function* readRooms(folder: string, rooms: Map<string, Room>): AsyncGenerator<FailedItem> {
  for (const name of ['rocketchat_room.json', 'rocketchat_rooms.json']) {
    const list = path.join(folder, name);
    if (!existsSync(list)) continue;
    try {
      for await (const { text } of numberedLines(list)) {
        const { data } = roomSchema.safeParse(parseJson(text));
        if (data !== undefined) rooms.set(data._id, data);
      }
    } catch (error) {
      const { code, message, remedy } = asParleyError(error);
      yield failure(undefined, list, code, message, remedy);
    }
  }
}

const isSaid = ({ t, type, msg, attachments }: Message): boolean =>
  !t && (!type || type === 'message') && ((msg ?? '') !== '' || (attachments ?? []).length > 0);

const chatMessage = ({ _id, ts, username, u, msg, editedAt, attachments }: Message): ChatMessage => {
  const account = u?.username ?? username ?? 'somebody';
  return {
    id: _id ?? `${ts.getTime()}-${account}`,
    at: ts,
    author: u?.name || account,
    text: [
      msg ?? '',
      ...(attachments ?? []).flatMap(({ fileName, title }) =>
        (fileName ?? title) ? [`(attached: ${fileName ?? title})`] : [],
      ),
    ]
      .filter(Boolean)
      .join('\n\n'),
    version: editedAt?.toISOString() ?? '',
    ...(/^parley$/i.test(account) ? { part: 'parley' as const } : {}),
  };
};

function timeOf(value: string | number | { $date: string | number | { $numberLong: string } }): Date | undefined {
  const stated = typeof value === 'object' ? value.$date : value;
  const at =
    typeof stated === 'object' ? Number(stated.$numberLong) : typeof stated === 'number' ? stated : Date.parse(stated);
  return isTime(at) ? new Date(at) : undefined;
}
