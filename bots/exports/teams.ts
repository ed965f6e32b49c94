import { existsSync } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { extractWholeHtml } from '../../ingest/extract/html.ts';
import { escapeMarkdown, hardBreaks } from '../../ingest/extract/write-markdown.ts';
import { headOf, matchExport } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { exportKind, type FoundChannel } from './export-kind.ts';
import { isPage, readJson } from './json-files.ts';

const personSchema = z.object({ displayName: z.string().nullish() }).nullish();

/** A message, with the names of Microsoft Graph. Exports of organizations write each name with a capital letter. */
const messageSchema = z.object({
  id: z.coerce.string(),
  replyToId: z.coerce.string().nullish(),
  messageType: z.string().nullish(),
  createdDateTime: z.string().transform(timeOf).pipe(z.date()),
  lastEditedDateTime: z.string().nullish(),
  deletedDateTime: z.string().nullish(),
  subject: z.string().nullish(),
  webUrl: z.string().nullish(),
  from: z.object({ user: personSchema, application: personSchema }).nullish(),
  body: z.object({ contentType: z.string().nullish(), content: z.string().nullish() }),
  attachments: z.array(z.object({ name: z.string().nullish() })).nullish(),
  channelIdentity: z.object({ channelId: z.string(), teamId: z.string().nullish() }).nullish(),
});
type Message = z.infer<typeof messageSchema>;

const channelSchema = z.object({ id: z.string(), displayName: z.string(), membershipType: z.string().nullish() });
const teamSchema = z.object({ groupsId: z.string(), name: z.string(), privacy: z.string().nullish() });

/** Folders between the one that is given and a team: the export, `teams`. */
const MAX_DEPTH = 3;
/** Maximum entries that are looked at, since most folders are no exports. */
const MAX_ENTRIES = 50_000;
const TEAMS = 'teamsList.json';

/**
 * The source kind for messages of Microsoft Teams: the folder of an organization's export (`teams/teamsList.json`, a folder for each
 * team), a team's folder, or a file of messages as Microsoft Graph answers it. Each thread of a channel becomes a document.
 */
export const teamsExports = (): SourceKind =>
  exportKind({
    platform: 'Microsoft Teams',
    kind: 'teams-export',
    open: async (location) => {
      const { files, lists } = await filesOf(location);
      return files.length > 0 ? channelsOf(files, lists) : undefined;
    },
  });

type Found = FoundChannel | FailedItem | SkippedItem;

async function* channelsOf(files: readonly string[], lists: readonly string[]): AsyncGenerator<Found> {
  for (const input of lists) yield { kind: 'skipped', input, reason: 'not the messages of the Microsoft Teams export' };
  const teams: KnownTeams = new Map();
  for (const file of files) yield* channelsOfFile(file, teams);
}

/** The files of messages below a folder, and those beside them; none if pages lie in it, which is then read as a folder of files. */
const filesOf = async (location: string): Promise<{ files: string[]; lists: string[] }> => {
  const found = await stat(location).catch(() => undefined);
  const [files, lists]: [string[], string[]] = [[], []];
  if (found?.isFile() && (await isPart(location))) files.push(location);
  if (!found?.isDirectory()) return { files, lists };
  let folders = [location];
  let entries = 0;
  for (let depth = 0; depth <= MAX_DEPTH && folders.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of folders)
      for await (const entry of await opendir(folder)) {
        if (++entries > MAX_ENTRIES) return NONE;
        const at = path.join(folder, entry.name);
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        if (entry.isDirectory()) below.push(at);
        else if (entry.isFile() && isPage(entry.name)) return NONE;
        else if (entry.isFile()) ((await isPart(at)) ? files : lists).push(at);
      }
    folders = below;
  }
  return { files: files.sort(), lists: lists.sort() };
};
const NONE = { files: [], lists: [] };

const isPart = async (file: string): Promise<boolean> =>
  /\.json$/i.test(file) && matchExport('Teams', await headOf(file)) !== undefined;

async function* channelsOfFile(file: string, teams: KnownTeams): AsyncGenerator<Found> {
  const found = await readJson(file, 'Export fewer teams.');
  if ('kind' in found) {
    yield found;
    return;
  }
  const json = smallNames(found.json);
  const rows: unknown[] = Array.isArray(json) ? json : ((json as { value?: unknown[] } | null)?.value ?? []);
  const parsed = rows.map((row) => messageSchema.safeParse(row).data);
  const messages = parsed.filter((message) => message !== undefined);
  if (messages.length < parsed.length) {
    const message = `${parsed.length - messages.length} of its ${parsed.length} messages are not in the format of an export.`;
    yield failure(undefined, file, 'INPUT_UNREADABLE', message, 'Export it again.');
  }
  const said = messages.filter(isSaid);
  const byChannel = Map.groupBy(said, ({ channelIdentity }) => channelIdentity?.channelId ?? '');
  const about = yield* aboutTeams(file, teams);
  for (const [id, some] of byChannel) {
    if (id === '') yield { kind: 'skipped', input: file, reason: 'direct messages of a Microsoft Teams export' };
    else yield channelOf(id, some, about, file);
  }
  if (said.length === 0 && rows.length > 0)
    yield { kind: 'skipped', input: file, reason: 'messages of Microsoft Teams itself alone' };
}

type Team = z.infer<typeof teamSchema>;
/** Teams by their ids, by the file that lists them: one beside the folders of all teams. */
type KnownTeams = Map<string, Map<string, Team>>;

/** What the lists beside the messages say of channels and teams. */
interface About {
  channels: Map<string, z.infer<typeof channelSchema>>;
  teams: Map<string, Team>;
}

async function* aboutTeams(file: string, known: KnownTeams): AsyncGenerator<FailedItem, About> {
  const folder = path.dirname(file);
  const channels = yield* rowsOf(path.join(folder, `channels_${path.basename(folder)}.json`), channelSchema);
  const list = path.join(path.dirname(folder), TEAMS);
  const teams = known.get(list) ?? new Map((yield* rowsOf(list, teamSchema)).map((one) => [one.groupsId, one]));
  known.set(list, teams);
  return { channels: new Map(channels.map((one) => [one.id, one])), teams };
}

/** The rows of a list; none if there is no such file. Yields why one that is there cannot be read. */
async function* rowsOf<Row extends z.ZodType>(file: string, schema: Row): AsyncGenerator<FailedItem, z.infer<Row>[]> {
  if (!existsSync(file)) return [];
  const found = await readJson(file, 'Export fewer teams.');
  if ('kind' in found) yield found;
  const json = 'kind' in found ? [] : smallNames(found.json);
  return (Array.isArray(json) ? json : []).flatMap((row) => {
    const { data } = schema.safeParse(row);
    return data === undefined ? [] : [data];
  });
}

const channelOf = (
  id: string,
  messages: readonly Message[],
  { channels, teams }: About,
  file: string,
): FoundChannel => {
  const channel = channels.get(id);
  const team = teams.get(messages[0]?.channelIdentity?.teamId ?? '');
  const name = [team?.name, channel?.displayName].filter(Boolean).join(' / ') || id;
  const isOpen = team?.privacy?.toLowerCase() === 'public' && channel?.membershipType?.toLowerCase() === 'standard';
  const addresses = new Map(messages.map((one) => [one.id, one.webUrl ?? '']));
  const threads = [...Map.groupBy(messages, (message) => message.replyToId || message.id)].map(([root, some]) => ({
    name: some.find((message) => message.id === root)?.subject || undefined,
    isSubject: true,
    messages: some.map(chatMessage).sort((a, b) => a.at.getTime() - b.at.getTime()),
  }));
  const isThread = ({ name, messages }: (typeof threads)[number]) => name !== undefined || messages.length > 1;
  return {
    id: `teams-export:${id}`,
    name,
    path: name.replaceAll(' / ', '/'),
    input: file,
    // Without its lists nobody knows who may see a channel.
    audience: isOpen ? 'public' : 'private',
    threads: threads.filter(isThread),
    outside: threads
      .filter((one) => !isThread(one))
      .flatMap((one) => one.messages)
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
    urlOf: ({ id }) => {
      const url = addresses.get(id) ?? '';
      return url.startsWith('https://') && URL.canParse(url) ? url : undefined;
    },
  };
};

/** True for what a person or an app wrote and nobody deleted, not for a notice about the channel. */
const isSaid = ({ messageType, deletedDateTime, body }: Message): boolean =>
  (messageType ?? 'message').toLowerCase() === 'message' &&
  !deletedDateTime &&
  !/^\s*<systemEventMessage\b/.test(body.content ?? '');

const chatMessage = ({ id, createdDateTime, lastEditedDateTime, from, body, attachments }: Message): ChatMessage => {
  const author = from?.user?.displayName || from?.application?.displayName || 'somebody';
  const files = (attachments ?? []).flatMap(({ name }) => (name ? [`(attached: ${escapeMarkdown(name)})`] : []));
  return {
    id,
    at: createdDateTime,
    author,
    text: [textOf(body), ...files].filter(Boolean).join('\n\n'),
    version: lastEditedDateTime ?? '',
    ...(/^parley$/i.test(author) ? { part: 'parley' as const } : {}),
  };
};

const textOf = ({ contentType, content }: Message['body']): string => {
  const text = (content ?? '').trim();
  if (contentType?.toLowerCase() !== 'html') return hardBreaks(escapeMarkdown(text));
  const html = text
    .replace(/<emoji\b[^<>]{0,500}?\balt="([^"<>]{0,40})"[^<>]{0,500}>/g, '$1')
    .replace(/<(\/?)codeblock\b[^<>]{0,200}>/g, '<$1pre>');
  return extractWholeHtml(`<body>${html}</body>`).markdown;
};

/** `2026-03-01T09:15:30.123+00:00` */
function timeOf(date: string): Date | undefined {
  const at = Date.parse(date);
  return isTime(at) ? new Date(at) : undefined;
}

/** Maximum depth at which names are looked at. */
const MAX_NAME_DEPTH = 6;

/** The same value with names that begin with a small letter. */
const smallNames = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null || depth > MAX_NAME_DEPTH) return value;
  if (Array.isArray(value)) return value.map((one) => smallNames(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
      smallNames(inner, depth + 1),
    ]),
  );
};
