import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { isTime } from '../../core/clock.ts';
import { escapeMarkdown, hardBreaks } from '../../ingest/extract/write-markdown.ts';
import { headOf, matchExport } from '../../ingest/inputs/export-parts.ts';
import { type FailedItem, failure, type SkippedItem } from '../../ingest/inputs/item.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import type { ChatMessage } from '../chat/history/message.ts';
import { SMALL_CHAT_SILENCE_MS } from './channel-pages.ts';
import { exportKind, type FoundChannel } from './export-kind.ts';
import { isPage, readJson } from './json-files.ts';

const messageSchema = z.object({
  creator: z.object({ name: z.string().nullish(), email: z.string().nullish() }).nullish(),
  created_date: z.string().transform(timeOf).pipe(z.date()),
  text: z.string().nullish(),
  topic_id: z.string().nullish(),
  message_id: z.string().nullish(),
  attached_files: z
    .array(z.object({ original_name: z.string().nullish(), export_name: z.string().nullish() }))
    .nullish(),
});
type Message = z.infer<typeof messageSchema>;

const fileSchema = z.object({ messages: z.array(z.unknown()) });
const groupSchema = z.object({ name: z.string().nullish() });

const MESSAGES = 'messages.json';
/** Folders between the one that is given and a space: Takeout, Google Chat, Groups. */
const MAX_DEPTH = 4;
/** Maximum entries that are looked at, since most folders are no exports. */
const MAX_ENTRIES = 50_000;

/**
 * The source kind for Google Chat as Takeout exports it: the unpacked folder (`Takeout`, `Google Chat` or `Groups`), the folder of a
 * space, or its `messages.json`. Each topic of a space becomes a document.
 */
export const googleChatExports = (): SourceKind =>
  exportKind({
    platform: 'Google Chat',
    kind: 'google-chat-export',
    open: async (location) => {
      const files = await filesOf(location);
      return files.length > 0 ? spacesOf(files, location) : undefined;
    },
  });

async function* spacesOf(files: readonly string[], location: string): AsyncGenerator<FoundSpace> {
  for (const file of files) yield* spaceOf(file, location);
}
type FoundSpace = FoundChannel | FailedItem | SkippedItem;

/** The files of messages below a folder; none if pages lie elsewhere in it, which is then read as a folder of files. */
const filesOf = async (location: string): Promise<string[]> => {
  const found = await stat(location).catch(() => undefined);
  if (found?.isFile()) return path.basename(location) === MESSAGES && (await isPart(location)) ? [location] : [];
  if (!found?.isDirectory()) return [];
  const files: string[] = [];
  let folders = [location];
  let entries = 0;
  for (let depth = 0; depth <= MAX_DEPTH && folders.length > 0; depth++) {
    const below: string[] = [];
    for (const folder of folders) {
      let isSpace = false;
      let hasPages = false;
      for await (const entry of await opendir(folder)) {
        if (++entries > MAX_ENTRIES) return [];
        const at = path.join(folder, entry.name);
        if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
        if (entry.isDirectory()) below.push(at);
        else if (!entry.isFile()) continue;
        else if (entry.name === MESSAGES && (await isPart(at))) {
          isSpace = true;
          files.push(at);
        } else hasPages ||= isPage(entry.name) && entry.name !== 'archive_browser.html';
      }
      // Files beside messages were attached to them.
      if (hasPages && !isSpace) return [];
    }
    folders = below;
  }
  return files.sort();
};

const isPart = async (file: string): Promise<boolean> => matchExport('GoogleChat', await headOf(file)) !== undefined;

async function* spaceOf(file: string, location: string): AsyncGenerator<FoundSpace> {
  const folder = path.dirname(file);
  const isAlone = file === location || folder === location;
  const id = path.basename(folder);
  const found = await readJson(file, 'Export fewer spaces.');
  if ('kind' in found) {
    yield found;
    return;
  }
  const { data } = fileSchema.safeParse(found.json);
  const info = await readJson(path.join(folder, 'group_info.json'), '');
  const name = ('kind' in info ? undefined : groupSchema.safeParse(info.json).data?.name) || id;
  const parsed = (data?.messages ?? []).map((one) => messageSchema.safeParse(one).data);
  const messages = parsed.filter((message) => message !== undefined);
  if (data === undefined || messages.length < parsed.length) {
    const what =
      data === undefined ? 'Its messages' : `${parsed.length - messages.length} of its ${parsed.length} messages`;
    const remedy = 'Set the language of the Google account to English, in which dates are read, and export it again.';
    yield failure(undefined, file, 'INPUT_UNREADABLE', `${what} are not in the format of an export.`, remedy);
  }
  const topics = [...Map.groupBy(messages, ({ topic_id: topic }) => topic ?? '')].map(([topic, some]) => ({
    topic,
    said: some.map(chatMessage).sort((a, b) => a.at.getTime() - b.at.getTime()),
  }));
  const isThread = ({ topic, said }: (typeof topics)[number]) => topic !== '' && said.length > 1;
  yield {
    id: `google-chat-export:${id}`,
    name,
    input: file,
    audience: /^DM\b/.test(id) ? 'direct' : isAlone ? 'public' : 'private',
    threads: topics.filter(isThread).map(({ said }) => ({ messages: said })),
    outside: topics
      .filter((one) => !isThread(one))
      .flatMap(({ said }) => said)
      .sort((a, b) => a.at.getTime() - b.at.getTime()),
    silence: SMALL_CHAT_SILENCE_MS,
  };
}

/** `Wednesday, April 15, 2015 at 12:51:41 AM UTC`, or `Thursday, 5 March 2026 at 09:15:30 UTC`. */
function timeOf(date: string): Date | undefined {
  const at = Date.parse(
    date
      .normalize('NFKC')
      .replace(/^\p{L}+, /u, '')
      .replace(' at ', ' '),
  );
  return isTime(at) ? new Date(at) : undefined;
}

const chatMessage = ({
  creator,
  created_date: at,
  text,
  topic_id,
  message_id,
  attached_files,
}: Message): ChatMessage => ({
  id: (message_id ?? `${topic_id}/${at.toISOString()}`).replace(/^[^/]+\//, ''),
  at,
  author: creator?.name || creator?.email || 'somebody',
  text: [
    hardBreaks(escapeMarkdown((text ?? '').trim())),
    ...(attached_files ?? []).map(
      (one) => `(attached: ${escapeMarkdown(one.original_name || one.export_name || 'a file')})`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n'),
  version: '',
});
