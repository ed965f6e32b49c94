import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../../core/clock.ts';
import { MAX_FILE_BYTES } from '../../../ingest/inputs/file-bounds.ts';
import { type FailedItem, failure } from '../../../ingest/inputs/item.ts';

/** A channel of an export. Its messages are in a folder with the channel's name. */
export interface ExportedChannel {
  id: string;
  name: string;
  kind: 'public' | 'private' | 'direct';
  /** What the channel says of itself, in Slack's mrkdwn; empty for an archived one, where nobody can ask. */
  about: string;
}

const noteSchema = z.object({ value: z.string().optional() }).optional();
const channelSchema = z.object({
  id: z.string().min(1),
  name: z.string().min(1).optional(),
  is_archived: z.boolean().optional(),
  is_private: z.boolean().nullish(),
  is_im: z.boolean().nullish(),
  is_mpim: z.boolean().nullish(),
  purpose: noteSchema,
  topic: noteSchema,
});

const userSchema = z.object({
  id: z.string().min(1),
  team_id: z.string().optional(),
  name: z.string().optional(),
  real_name: z.string().optional(),
  is_bot: z.boolean().optional(),
  profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).optional(),
});
export type ExportedUser = z.infer<typeof userSchema>;

const messageSchema = z.object({
  ts: z
    .string()
    .regex(/^\d+(?:\.\d+)?$/)
    .refine((seconds) => isTime(Number(seconds) * 1000)),
  thread_ts: z.string().optional(),
  subtype: z.string().optional(),
  text: z.string().optional(),
  user: z.string().optional(),
  username: z.string().optional(),
  user_profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).optional(),
  bot_profile: z.object({ name: z.string().optional() }).optional(),
  team: z.string().optional(),
  edited: z.object({ ts: z.string().optional() }).optional(),
  blocks: z.array(z.unknown()).nullish(),
  // Null for a deleted file or an attachment without text, as in some exports.
  attachments: z.array(z.unknown()).nullish(),
  files: z
    .array(
      z.object({
        id: z.string().nullish(),
        name: z.string().nullish(),
        title: z.string().nullish(),
        mode: z.string().nullish(),
        permalink: z.string().nullish(),
      }),
    )
    .nullish(),
});
export type ExportedMessage = z.infer<typeof messageSchema>;

/** The lists of channels in an export, by who may read them. `dms` have no name: their folder has their id. */
const LISTS = [
  ['channels.json', 'public'],
  ['groups.json', 'private'],
  ['mpims.json', 'direct'],
  ['dms.json', 'direct'],
] as const;

/** True for the folder of an unpacked Slack export (slack.com/help/articles/220556107), also of one without public channels. */
export const isSlackExport = async (folder: string): Promise<boolean> => {
  const users = await readList(folder, 'users.json', userSchema).catch(() => undefined);
  if (users === undefined) return false;
  for (const [file] of LISTS) {
    const channels = await readList(folder, file, channelSchema).catch(() => undefined);
    if (channels !== undefined && channels.length > 0) return true;
  }
  return false;
};

/**
 * What tells who may read a channel: the list that it stands in, unless it says of itself that fewer may, by a field or by its id.
 * Direct messages have ids of D; ids of G were given to private channels and groups alone.
 */
const kindOf = (listed: ExportedChannel['kind'], { id, is_im, is_mpim, is_private }: z.infer<typeof channelSchema>) => {
  if (listed === 'direct' || is_im || is_mpim || id.startsWith('D')) return 'direct';
  return is_private || id.startsWith('G') ? 'private' : listed;
};

/** The channels of an export by the names of their folders. @throws if a list is damaged */
export const channelsOf = async (folder: string): Promise<Map<string, ExportedChannel>> => {
  const channels = new Map<string, ExportedChannel>();
  for (const [file, kind] of LISTS)
    for (const channel of (await readList(folder, file, channelSchema)) ?? []) {
      const { id, name = id, is_archived, purpose, topic } = channel;
      const notes = is_archived ? [] : [purpose?.value, topic?.value];
      channels.set(name, { id, name, kind: kindOf(kind, channel), about: notes.filter(Boolean).join(' · ') });
    }
  return channels;
};

/** The people and bots of an export. @throws if the list is damaged */
export const usersOf = async (folder: string): Promise<ExportedUser[]> =>
  (await readList(folder, 'users.json', userSchema)) ?? [];

/** Undefined if there is no such file. */
const readList = async <T>(folder: string, file: string, schema: z.ZodType<T>): Promise<T[] | undefined> => {
  const at = path.join(folder, file);
  const { size } = await stat(at).catch(() => ({ size: undefined }));
  if (size === undefined) return undefined;
  if (size > MAX_FILE_BYTES) throw new Error(`${file} has ${Math.round(size / 1e6)} MB`);
  return z.array(schema).parse(JSON.parse(await readFile(at, 'utf8')));
};

/** Reads the messages of a channel from its files, one file per day. What cannot be read is a failure, beside the others. */
export const messagesOf = async (folder: string): Promise<{ messages: ExportedMessage[]; failed: FailedItem[] }> => {
  const [messages, failed]: [ExportedMessage[], FailedItem[]] = [[], []];
  const days = await readdir(folder).catch(() => []);
  for (const day of days.filter((name) => name.endsWith('.json')).sort()) {
    const file = path.join(folder, day);
    const fail = (message: string) =>
      failed.push(failure(undefined, file, 'INPUT_UNREADABLE', message, 'Unpack the export again.'));
    try {
      const { size } = await stat(file);
      if (size > MAX_FILE_BYTES) {
        fail(`The file has ${Math.round(size / 1e6)} MB; one day may have ${MAX_FILE_BYTES / 1e6}.`);
        continue;
      }
      const rows = z.array(z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
      const read = rows.map((row) => messageSchema.safeParse(row));
      for (const { data } of read) if (data !== undefined) messages.push(data);
      const damaged = read.filter(({ success }) => !success).length;
      if (damaged > 0) fail(`${damaged} of its ${rows.length} messages are not in the format of an export.`);
    } catch (error) {
      fail(
        `The file is not a day of an export (${error instanceof SyntaxError ? error.message : 'no list of messages'}).`,
      );
    }
  }
  return { messages, failed };
};
