import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { matchExport } from '../../ingest/inputs/export-parts.ts';
import { failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import { numberedLines } from '../../ingest/inputs/numbered-lines.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import type { ExportedThread } from './channel-pages.ts';
import { exportOfFiles, type FoundChannel } from './export-kind.ts';
import { filesOfExport } from './json-files.ts';

const saidSchema = z.object({
  user: z.string(),
  type: z.string().nullish(),
  message: z.string().nullish(),
  create_at: z.number().refine(isTime),
  edit_at: z.number().nullish(),
  attachments: z.array(z.object({ path: z.string() })).nullish(),
});
type Said = z.infer<typeof saidSchema>;

const postSchema = saidSchema.extend({
  team: z.string(),
  channel: z.string(),
  replies: z.array(saidSchema).nullish(),
});

/** The lines that are read, by their type. */
const rows = {
  channel: z.object({
    team: z.string(),
    name: z.string(),
    display_name: z.string().nullish(),
    type: z.string().nullish(),
  }),
  user: z.object({
    username: z.string(),
    nickname: z.string().nullish(),
    first_name: z.string().nullish(),
    last_name: z.string().nullish(),
  }),
  bot: z.object({ username: z.string(), display_name: z.string().nullish() }),
  post: postSchema,
};

/** The source kind for Mattermost's bulk export: the file of lines (`import.jsonl`), or the folder that it was unpacked to. */
export const mattermostExports = (): SourceKind =>
  exportOfFiles({
    platform: 'Mattermost',
    kind: 'mattermost-export',
    what: 'the messages',
    filesOf,
    async *channels(files) {
      for (const file of files) yield* channelsOf(file);
    },
  });

const filesOf = (location: string): Promise<string[]> =>
  filesOfExport(location, /\.jsonl?$/i, (head) => matchExport('Mattermost', head) !== undefined);

/** A channel's posts while the file is read. */
interface Gathered {
  threads: ExportedThread[];
  outside: ChatMessage[];
}

async function* channelsOf(file: string): AsyncGenerator<FoundChannel | ReturnType<typeof failure> | SkippedItem> {
  const channels = new Map<string, z.infer<(typeof rows)['channel']>>();
  const people = new Map<string, string>();
  const gathered = new Map<string, Gathered>();
  let damaged = 0;
  let direct = 0;
  for await (const { text, tooLong } of numberedLines(file)) {
    if (!tooLong && text.trim() === '') continue;
    const row = tooLong ? undefined : rowOf(text);
    if (row === undefined) damaged++;
    else if (row.type === 'channel') channels.set(`${row.of.team}/${row.of.name}`, row.of);
    else if (row.type === 'user') people.set(row.of.username, fullName(row.of));
    else if (row.type === 'bot') people.set(row.of.username, row.of.display_name || row.of.username);
    else if (row.type === 'direct') direct++;
    else if (row.type === 'post') {
      const key = `${row.of.team}/${row.of.channel}`;
      const channel = gathered.get(key) ?? { threads: [], outside: [] };
      gathered.set(key, channel);
      addPost(channel, row.of, people);
    }
  }
  if (direct > 0) yield { kind: 'skipped', input: file, reason: 'direct messages of a Mattermost export' };
  if (damaged > 0) {
    const message = `${damaged} of its lines are not in the format of an export.`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
  }
  for (const [key, { threads, outside }] of gathered) {
    const channel = channels.get(key);
    yield {
      id: `mattermost-export:${key}`,
      name: channel?.display_name || key.slice(key.indexOf('/') + 1),
      path: key,
      input: file,
      // Without its line nobody knows who may see a channel.
      audience: channel?.type === 'O' ? 'public' : 'private',
      threads,
      outside: outside.sort((a, b) => a.at.getTime() - b.at.getTime()),
    };
  }
}

type Row =
  | { [Type in keyof typeof rows]: { type: Type; of: z.infer<(typeof rows)[Type]> } }[keyof typeof rows]
  | { type: 'direct' | 'other' };

/** Undefined for a line that should be read and cannot. */
const rowOf = (line: string): Row | undefined => {
  try {
    const row = JSON.parse(line) as Record<string, unknown> & { type?: string };
    if (row.type === 'direct_post') return { type: 'direct' };
    if (row.type === undefined || !Object.hasOwn(rows, row.type)) return { type: 'other' };
    const type = row.type as keyof typeof rows;
    return { type, of: rows[type].parse(row[type]) } as Row;
  } catch {
    return undefined;
  }
};

const fullName = ({ nickname, first_name, last_name, username }: z.infer<(typeof rows)['user']>): string =>
  nickname || [first_name, last_name].filter(Boolean).join(' ') || username;

const addPost = (
  to: Gathered,
  { replies, ...post }: z.infer<typeof postSchema>,
  people: ReadonlyMap<string, string>,
) => {
  const first = isSaid(post) ? [chatMessage(post, people)] : [];
  const answers = (replies ?? [])
    .filter(isSaid)
    .map((reply) => chatMessage(reply, people))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  if (answers.length > 0) to.threads.push({ messages: [...first, ...answers] });
  else to.outside.push(...first);
};

/** Notices of older servers, which have no type. */
const NOTICE =
  /^@?\S+ (?:(?:joined|left) the (?:channel|team)|(?:was )?(?:added to|removed from) the (?:channel|team)(?: by \S+)?)\.$/;

/** True for what a person or an app wrote, not for a notice about the channel. */
const isSaid = ({ type, message }: Said): boolean => !type?.startsWith('system_') && !NOTICE.test(message ?? '');

const chatMessage = (
  { user, message, create_at, edit_at, attachments }: Said,
  people: ReadonlyMap<string, string>,
) => ({
  id: `${create_at}-${user}`,
  at: new Date(create_at),
  author: people.get(user) ?? user,
  text: [
    (message ?? '').replace(/(?<![\w@.])@([a-z0-9._-]*[a-z0-9_-])/g, (whole, name: string) => {
      const known = people.get(name);
      return known === undefined ? whole : `@${known}`;
    }),
    ...(attachments ?? []).map((one) => `(attached: ${path.posix.basename(one.path)})`),
  ]
    .filter(Boolean)
    .join('\n\n'),
  version: edit_at ? String(edit_at) : '',
  ...(/^parley$/i.test(user) ? { part: 'parley' as const } : {}),
});
