import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { formatByContent, HEAD_BYTES, isOpenFormat } from '../formats/content-format.ts';
import { unpackedName, unpackedStart } from '../formats/packed.ts';

/** How exports of other tools begin. Each is read by a source kind of its own (`bots/exports/`). */
const HEADS = {
  /** DiscordChatExporter: the server, then the channel. */
  Discord: /^\s*\{\s*"guild"\s*:\s*\{(?:[^{}"]|"(?:[^"\\]|\\.)*")*\}\s*,\s*"channel"\s*:\s*\{\s*"id"\s*:\s*"([\w-]+)"/,
  /** The first line of a bulk export (docs.mattermost.com, "Bulk loading data"). */
  Mattermost: /^\s*\{\s*"type"\s*:\s*"version"\s*,[^\n]*\}\s*(?:\n|$)/,
  Zulip: /^\s*\{[\s\S]{0,16000}?"zerver_\w+"\s*:/,
  /** A board: its id, and soon its addresses. */
  Trello: /^\s*\{\s*"id"\s*:\s*"[0-9a-f]{24}"[\s\S]{0,16000}?(?:trello\.com|"idOrganization"|ari:cloud:trello)/,
  /** A chat, or an account, whose first words are Telegram's own. */
  Telegram:
    /^\s*\{\s*(?:"name"\s*:\s*(?:null|"(?:[^"\\]|\\.)*")\s*,\s*"type"\s*:\s*"(?:personal_chat|bot_chat|saved_messages|(?:private|public)_(?:group|supergroup|channel))"|"about"\s*:\s*"[^"]{0,200}Telegram)/,
  /** A page of a chat. */
  TelegramHtml: /<div class="page_wrap">[\s\S]{0,9000}?<div class="page_body chat_page">/,
  /** A space, as Takeout writes it. */
  GoogleChat: /^\s*\{\s*"messages"\s*:\s*\[\s*\{\s*"creator"\s*:/,
  /** Messages of teams as an organization's export or Microsoft Graph has them: an array, or a page of an answer. */
  Teams:
    /^\s*(?:\[|\{[^[]{0,2000}"value"\s*:\s*\[)\s*\{(?=[\s\S]{0,16000}"body"\s*:\s*\{\s*"content(?:Type)?"\s*:)(?=[\s\S]{0,16000}"(?:replyToId|messageType|channelIdentity)"\s*:)/i,
  /** A message a line, as "Export messages" and mongoexport write it, or a page of an answer of its API. */
  RocketChat:
    /^\s*(?:\{\s*"messages"\s*:\s*\[\s*)?\{\s*(?:"msg"\s*:\s*"(?:[^"\\]|\\.)*"\s*,\s*"username"\s*:|"_id"\s*:\s*"\w+"\s*,(?=[^\n]{0,200}"rid"\s*:|\s*"rid"\s*:))/,
  /** A day of a channel. */
  Slack: /^\s*\[\s*\{[\s\S]{0,8000}?"ts"\s*:\s*"\d{10}\.\d{6}"/,
} as const;

/** What people call them. */
const NAMES: Readonly<Partial<Record<ExportName, string>>> = {
  GoogleChat: 'Google Chat',
  TelegramHtml: 'Telegram',
  Teams: 'Microsoft Teams',
  RocketChat: 'Rocket.Chat',
};

export type ExportName = keyof typeof HEADS;

/** What the beginning of an export's file matches; undefined for another file. */
export const matchExport = (name: ExportName, head: string): RegExpExecArray | undefined =>
  HEADS[name].exec(head) ?? undefined;

/** The first bytes of a file, unpacked, as text. */
export const headOf = async (file: string): Promise<string> => {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const start = buffer.subarray(0, bytesRead);
  const unpacked = unpackedName(file) === undefined ? start : Buffer.from(unpackedStart(start));
  return unpacked.toString('utf8', 0, HEAD_BYTES).replace(/^\uFEFF/, '');
};

/** Reads the beginning of a file at most once, when it is asked for. An unreadable file has none, and is reported when it is read. */
export const headReader = (file: string): (() => Promise<string>) => {
  let head: Promise<string> | undefined;
  return () => {
    head ??= headOf(file).catch(() => '');
    return head;
  };
};

/** Whether the beginning of a file tells a format that is read, for names whose files are of many kinds. */
export const isReadByContent = async (file: string, head = headReader(file)): Promise<boolean> => {
  if (!isOpenFormat(unpackedName(file) ?? file)) return false;
  const format = formatByContent(await head());
  // The messages of an export are a list of records too, and are read by its own kind of source.
  return format !== undefined && (format !== 'records' || (await whyExport(file, head)) === undefined);
};

/** What other programs write for themselves, and what to do there instead. */
const BACKUPS: readonly [RegExp, string][] = [
  [/<entity-engine-xml\b/, 'Jira’s own backup: export the issues as CSV, and ingest that'],
  [
    /^\s*\{(?=[\s\S]{0,4000}"issues"\s*:\s*\[)(?=[\s\S]{0,16000}"fields"\s*:\s*\{)/,
    'issues as Jira’s API answers them: export them as XML or CSV, or set up `parley connect jira`',
  ],
  [
    /^\s*\{(?=[\s\S]{0,16000}"_expandable"\s*:)/,
    'pages as Confluence’s API answers them: `parley connect confluence` reads them and keeps to who may see them',
  ],
  [
    /^\s*\{[^[]{0,4000}?"(?:isTrashed|userEditedTimestampUsec)"\s*:/,
    'a note of Google Keep as JSON: its .html page is the one to ingest',
  ],
  [
    /^\s*\[\s*\{[\s\S]{0,2000}?"string"\s*:[\s\S]{0,2000}?"uid"\s*:/,
    'an export of Roam: export it as Markdown, and ingest that zip',
  ],
  [
    /^\s*\{(?=[\s\S]{0,16000}"sender_name"\s*:)(?=[\s\S]{0,16000}"timestamp_ms"\s*:)/,
    'direct messages of Facebook or Instagram, which are not read',
  ],
  [
    /^\s*\{(?=[\s\S]{0,400}"messages"\s*:\s*\[)(?=[\s\S]{0,16000}"ts"\s*:\s*"\d{10}\.\d{6}")/,
    'messages as Slack’s API answers them: ingest a workspace’s export, or the channel itself (slack:#channel)',
  ],
  [
    /^\s*\{(?=[\s\S]{0,400}"result"\s*:\s*\[)(?=[\s\S]{0,16000}"update_id"\s*:\s*\d)/,
    'what a bot of Telegram is told: export the chat in Telegram Desktop as JSON, and ingest that',
  ],
  [
    /^\s*\{\s*"order"\s*:\s*\[[^\]]{0,8000}\]\s*,\s*"posts"\s*:\s*\{/,
    'posts as Mattermost’s API answers them: ingest a bulk export (mmctl export create)',
  ],
  [
    /^\s*\{\s*"bugs"\s*:\s*\[(?=[\s\S]{0,16000}"(?:assigned_to|bug_id|creator)"\s*:)/,
    'bugs as Bugzilla’s API answers them: export the list as XML, and ingest that',
  ],
  [
    /^\s*\{(?=[\s\S]{0,400}"error_code"\s*:\s*null)(?=[\s\S]{0,16000}"PHID-)/,
    'what Phabricator’s API answers: export the tasks of a search as CSV, and ingest that',
  ],
  [
    /^\s*\{(?=[\s\S]{0,16000}"topic_list"\s*:\s*\{)(?=[\s\S]{0,16000}"fancy_title"\s*:)/,
    'a list of Discourse’s topics without their posts: save each topic’s own .json (/t/NUMBER.json)',
  ],
  [
    /^\s*\{\s*"data"\s*:\s*[[{](?=[\s\S]{0,16000}"gid"\s*:)(?=[\s\S]{0,16000}"resource_type"\s*:)/,
    'tasks as Asana writes them as JSON: export the project as CSV, and ingest that',
  ],
  [
    /^\s*\{(?=[\s\S]{0,4000}"metadata"\s*:)(?=[\s\S]{0,4000}"entries"\s*:)(?=[\s\S]{0,16000}"(?:creationDate|creationDevice)"\s*:)/,
    'a journal of Day One: export it as text, and ingest that',
  ],
  [
    /^\s*\{\s*"v"\s*:\s*\d+\s*,\s*"(?:entries|stories)"\s*:\s*\{/,
    'the contents of a Storybook: ingest the .mdx files that it was made from',
  ],
];

/** The reason for not reading a file that another program writes for itself alone; undefined for any other file. */
export const whyBackup = async (file: string, head = headReader(file)): Promise<string | undefined> => {
  if (!/\.(?:json|xml)$/i.test(file)) return undefined;
  const start = await head();
  return BACKUPS.find(([sign]) => sign.test(start))?.[1];
};

/** The reason for skipping a folder that belongs to the file of an export beside it; undefined for any other folder. */
export const whyBesideExport = (folder: string): string | undefined =>
  path.basename(folder) === 'attachments' && existsSync(path.join(path.dirname(folder), 'entities.xml'))
    ? 'attached files of a backup of Confluence, which does not say who may see them'
    : undefined;

/** The names of files that may be parts of an export. Other pages are not opened. */
const PART = /\.jsonl?$|[/\\]messages\d*\.html$/i;

/** The lists of people, channels and direct messages of an export of Slack: their names, and the form of the ids in them. */
const SLACK_LIST = /[/\\](?:users|org_users|channels|groups|dms|mpims)\.json$/i;
const SLACK_ID = /^\s*\[\s*\{\s*"id"\s*:\s*"[CDGUW][A-Z\d]{7,11}"/;

/** The reason for skipping a file of an export that lies among other files; undefined for any other file. */
export const whyExport = async (file: string, head = headReader(file)): Promise<string | undefined> => {
  const backup = await whyBackup(file, head);
  if (backup !== undefined || !PART.test(file)) return backup;
  const start = await head();
  const isSlackList = SLACK_LIST.test(file) && SLACK_ID.test(start);
  const name = isSlackList ? 'Slack' : (Object.keys(HEADS) as ExportName[]).find((one) => matchExport(one, start));
  return name && `a part of an export of ${NAMES[name] ?? name}, which is read where it is given alone`;
};
