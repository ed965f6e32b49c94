import type { Scope } from '../../core/document.ts';
import type { ExtractedPage } from '../../ingest/extract/page.ts';
import { escapeMarkdown } from '../../ingest/extract/write-markdown.ts';
import { contentHash, type PageItem, type SkippedItem } from '../../ingest/inputs/item.ts';
import { type ChatMessage, citableMessages, firstWords, pageOf } from '../chat/history/message.ts';
import { talksOf } from '../chat/history/talks.ts';

/** A thread of an export, its oldest message first. */
export interface ExportedThread {
  messages: readonly ChatMessage[];
  /** The thread's own name, on platforms whose threads have one. */
  name?: string;
  /** True if the name is a subject, which the first author wrote above the message. */
  isSubject?: boolean;
}

/** A channel of a chat platform's export. */
export interface ExportedChannel {
  /** What the ids of its documents begin with: `slack-export:T1/CSUP`. */
  id: string;
  name: string;
  /** The file or folder it was read from, for reports. */
  input: string;
  /** The workspace's address or id, if its links are made of one. */
  workspace?: string;
  threads: Iterable<ExportedThread>;
  /** The messages outside of threads, oldest first. */
  outside: readonly ChatMessage[];
  /** Milliseconds of a pause that ends a talk; an hour if not set. */
  silence?: number;
  /** The link to a message; undefined if the export does not state enough for one. */
  urlOf?(first: ChatMessage): string | undefined;
  /** What people should know of how the channel was read. It is said once, with its first page. */
  notices?: string[];
  /** Who may see the channel; whom the source is visible to if not set. */
  scopes?: Scope[];
}

/** The pause that ends a talk in a chat of a few people without threads, in which a question is answered hours later. */
export const SMALL_CHAT_SILENCE_MS = 4 * 60 * 60_000;

/**
 * The pages of a channel, or the reason why it has none.
 * @param input what the report names if there is none
 */
export async function* channelItems(channel: ExportedChannel, input: string): AsyncGenerator<PageItem | SkippedItem> {
  let isEmpty = true;
  for await (const page of channelPages(channel)) {
    isEmpty = false;
    yield page;
  }
  if (isEmpty) yield { kind: 'skipped', input, reason: 'a channel in which nothing was said but a few words' };
}

/** Turns a channel into pages: one for each thread, and one for each talk outside of threads. */
async function* channelPages(channel: ExportedChannel): AsyncGenerator<PageItem> {
  let { notices } = channel;
  for await (const page of pagesOf(channel)) {
    const said = notices;
    yield said === undefined ? page : { ...page, extract: () => withNotices(page, said) };
    notices = undefined;
  }
}

async function* pagesOf(channel: ExportedChannel): AsyncGenerator<PageItem> {
  for (const thread of channel.threads) yield* pageItem(channel, 'thread', thread);
  const byId = new Map(channel.outside.map((message) => [message.id, message]));
  for await (const messages of talksOf(newestFirst(channel.outside), channel.silence))
    yield* pageItem(channel, 'talk', { messages: withReplied(messages, byId) });
}

/** Maximum words of a message that an answer in another talk begins with. */
const REPLIED_WORDS = 40;

/** Says what an answer answers, where that was said in another talk. */
const withReplied = (talk: readonly ChatMessage[], byId: ReadonlyMap<string, ChatMessage>): ChatMessage[] => {
  const here = new Set(talk.map(({ id }) => id));
  return talk.map((message) => {
    const { replyTo } = message;
    const replied = replyTo === undefined || here.has(replyTo) ? undefined : byId.get(replyTo);
    const said = replied === undefined || replied.part === 'parley' ? '' : firstWords(replied.text, REPLIED_WORDS);
    if (replied === undefined || said === '') return message;
    const about = `${replied.author}, ${replied.at.toISOString().slice(0, 10)}: ${said}`;
    return { ...message, replied: `(in reply to ${escapeMarkdown(about)})` };
  });
};

const withNotices = async ({ extract }: PageItem, notices: string[]): Promise<ExtractedPage> => {
  const page = await extract();
  return { ...page, metadata: { ...page.metadata, notices: [...(page.metadata.notices ?? []), ...notices] } };
};

async function* newestFirst(messages: readonly ChatMessage[]): AsyncGenerator<ChatMessage> {
  yield* messages.toReversed();
}

/** The page of a thread or talk; none if it holds too few words to answer a question. */
const pageItem = (
  channel: ExportedChannel,
  kind: 'thread' | 'talk',
  { messages, name, isSubject = false }: ExportedThread,
): PageItem[] => {
  const kept = citableMessages(messages, isSubject ? name : undefined);
  const [first, last] = [messages[0], messages.at(-1)];
  if (kept === undefined || first === undefined || last === undefined) return [];
  const content = kept.map(({ id, version, author, text, replied }) => [
    id,
    version,
    author,
    text,
    ...(replied ? [replied] : []),
  ]);
  const id = `${channel.id}/${first.id}`;
  return [
    {
      kind: 'page',
      input: `${channel.input} (${first.id})`,
      id,
      url: channel.urlOf?.(first),
      hash: contentHash(id, channel.name, String(channel.workspace), JSON.stringify(content), ...(name ? [name] : [])),
      ...(channel.scopes && { scopes: channel.scopes }),
      metadata: { kind, first: first.id, startedAt: first.at.toISOString(), lastAt: last.at.toISOString() },
      extract: () => pageOf(channel.name, kept, name),
    },
  ];
};
