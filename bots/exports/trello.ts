import path from 'node:path';
import { z } from 'zod';
import { escapeMarkdown } from '../../ingest/extract/write-markdown.ts';
import { matchExport } from '../../ingest/inputs/export-parts.ts';
import { contentHash, type FailedItem, failure, type Item, type PageItem } from '../../ingest/inputs/item.ts';
import { readerOf } from '../../ingest/sandbox/index.ts';
import type { SourceKind } from '../../ingest/sources/connector.ts';
import { passedOver } from '../../ingest/sources/passed-over.ts';
import { goneExport } from './export-kind.ts';
import { entriesOf, filesOfExport, readJson } from './json-files.ts';

const named = z.object({ id: z.string(), name: z.string() });
const memberSchema = z.object({ id: z.string(), fullName: z.string().nullish(), username: z.string().nullish() });

const cardSchema = named.extend({
  desc: z.string().nullish(),
  idList: z.string(),
  idMembers: z.array(z.string()).nullish(),
  labels: z.array(z.object({ name: z.string().nullish(), color: z.string().nullish() })).nullish(),
  attachments: z.array(z.object({ name: z.string().nullish(), url: z.string().nullish() })).nullish(),
  due: z.string().nullish(),
  dueComplete: z.boolean().nullish(),
  closed: z.boolean().nullish(),
  dateLastActivity: z.string().nullish(),
  shortUrl: z.string().nullish(),
  url: z.string().nullish(),
});
type Card = z.infer<typeof cardSchema>;

const checklistSchema = named.extend({
  idCard: z.string().nullish(),
  checkItems: z.array(z.object({ name: z.string(), state: z.string().nullish(), pos: z.number().nullish() })),
});

const commentSchema = z.object({
  type: z.literal('commentCard'),
  date: z.string(),
  data: z.object({ text: z.string(), card: z.object({ id: z.string() }) }),
  memberCreator: memberSchema.nullish(),
});

const listSchema = named.extend({ closed: z.boolean().nullish() });

/** A board whose parts are not checked yet: one that is unlike Trello's must not keep the others from being read. */
const fileSchema = named.extend({
  desc: z.string().nullish(),
  url: z.string().nullish(),
  dateLastActivity: z.string().nullish(),
  lists: z.array(z.unknown()),
  cards: z.array(z.unknown()),
  checklists: z.array(z.unknown()).nullish(),
  members: z.array(z.unknown()).nullish(),
  // Most actions are moves and changes, which a card shows as it is now.
  actions: z.array(z.unknown()).nullish(),
});

/** The readable parts of a board. */
interface Board extends Omit<z.infer<typeof fileSchema>, 'lists' | 'cards' | 'checklists' | 'members'> {
  lists: z.infer<typeof listSchema>[];
  cards: Card[];
  checklists: z.infer<typeof checklistSchema>[];
  members: z.infer<typeof memberSchema>[];
}

const filesOf = (location: string): Promise<string[]> =>
  filesOfExport(location, /\.json$/i, (head) => matchExport('Trello', head) !== undefined);

/**
 * The source kind for boards that Trello exported as JSON: a file, or a folder of them. Each card becomes a document with its
 * checklists and comments, and each board one that lists its cards.
 */
export const trelloExports = (): SourceKind => ({
  kind: 'trello-export',
  async resolve(input) {
    const location = path.resolve(input);
    const files = await filesOf(location).catch(() => []);
    return files.length > 0 ? { location, sourceId: path.parse(location).name, exists: true } : undefined;
  },
  async *read(location, rules, { signal }) {
    const files = await filesOf(location).catch(() => []);
    if (files.length === 0) {
      yield goneExport(location, 'Trello');
      return;
    }
    const passOver = passedOver(rules, () => true);
    if (files[0] !== location) {
      const known = new Set(files);
      for (const { name } of await entriesOf(location)) {
        const input = path.join(location, name);
        if (!known.has(input)) yield { kind: 'skipped', input, reason: 'not a board that Trello exported' };
      }
    }
    for (const file of files) {
      signal?.throwIfAborted();
      const reason = passOver(path.basename(file));
      if (reason === undefined) yield* readBoard(file);
      else yield { kind: 'skipped', input: file, reason };
    }
  },
});

async function* readBoard(file: string): AsyncGenerator<Item> {
  const found = await readJson(file, 'Archive what is done, and export the board again.');
  if ('kind' in found) {
    yield found;
    return;
  }
  const { data: whole, error } = fileSchema.safeParse(found.json);
  if (whole === undefined) {
    yield unlike(file, pathOf(error));
    return;
  }
  const [lists, cards, checklists, members] = [
    partsOf(listSchema, whole.lists),
    partsOf(cardSchema, whole.cards),
    partsOf(checklistSchema, whole.checklists),
    partsOf(memberSchema, whole.members),
  ];
  const board: Board = {
    ...whole,
    lists: lists.read,
    cards: cards.read,
    checklists: checklists.read,
    members: members.read,
  };
  const details = detailsOf(board);
  for (const { part, why } of cards.unlike) yield unlikeCard(file, board.id, part, why);
  // Cards show these parts. Without an id, the failure keeps what earlier readings stored.
  for (const [what, { unlike: some }] of Object.entries({ lists, checklists, members }))
    if (some[0] !== undefined) yield unlike(file, `${some.length} of its ${what}: ${some[0].why}`);
  yield page(`${file} (the board)`, `trello-export:${board.id}`, {
    title: board.name,
    url: board.url,
    updated: board.dateLastActivity,
    markdown: boardMarkdown(board),
  });
  for (const card of board.cards)
    yield page(`${file} (${card.name})`, `trello-export:${board.id}/${card.id}`, {
      title: card.name,
      url: card.shortUrl ?? card.url,
      updated: card.dateLastActivity,
      markdown: cardMarkdown(card, board, details),
    });
}

/** Parses the parts of a board one by one. */
const partsOf = <Part>(schema: z.ZodType<Part>, parts: readonly unknown[] | null | undefined) => {
  const read: Part[] = [];
  const unlike: { part: unknown; why: string }[] = [];
  for (const part of parts ?? []) {
    const { data, error } = schema.safeParse(part);
    if (data === undefined) unlike.push({ part, why: pathOf(error) });
    else read.push(data);
  }
  return { read, unlike };
};

const pathOf = (error: z.ZodError | undefined): string => error?.issues[0]?.path.join('.') || 'its form';

/** The failure of one card. Its id keeps the document that an earlier reading made of it. */
const unlikeCard = (file: string, board: string, card: unknown, why: string): FailedItem => {
  const { data } = z.object({ id: z.string(), name: z.string().optional().catch(undefined) }).safeParse(card);
  return failure(
    data && `trello-export:${board}/${data.id}`,
    `${file} (${data?.name ?? data?.id ?? 'a card'})`,
    'INPUT_UNREADABLE',
    `The card is not as Trello writes one (${why}); the others are read.`,
    'Open the card in Trello, save it again, and export the board again.',
  );
};

const unlike = (file: string, what: string): FailedItem =>
  failure(
    undefined,
    file,
    'INPUT_UNREADABLE',
    `The file is not as Trello writes a board (${what}).`,
    'Export the board again: its menu, "Print, export, and share", "Export as JSON".',
  );

interface Shown {
  title: string;
  url?: string | null;
  updated?: string | null;
  markdown: string;
}

const readMarkdown = readerOf({ name: 'markdown', packed: false });

const page = (input: string, id: string, { title, url, updated, markdown }: Shown): PageItem => ({
  kind: 'page',
  input,
  id,
  url: url ?? undefined,
  hash: contentHash(id, title, String(url), markdown),
  extract: async () => {
    const read = await readMarkdown(Buffer.from(markdown));
    return { ...read, title, metadata: { ...read.metadata, ...(updated && { updated }) } };
  },
});

/** What belongs to the cards of a board, by the card's id, and the names of people. */
const detailsOf = (board: Board) => ({
  lists: new Map(board.lists.map((list) => [list.id, list])),
  people: new Map(board.members.map((member) => [member.id, nameOf(member)])),
  checklists: Map.groupBy(board.checklists, ({ idCard }) => idCard),
  comments: Map.groupBy(
    (board.actions ?? []).flatMap((action) => commentSchema.safeParse(action).data ?? []),
    ({ data }) => data.card.id,
  ),
});

const nameOf = ({ fullName, username, id }: z.infer<typeof memberSchema>): string => fullName || username || id;

const boardMarkdown = ({ name, desc, lists, cards }: Board): string => {
  const byList = Map.groupBy(
    cards.filter(({ closed }) => !closed),
    ({ idList }) => idList,
  );
  const shown = lists.filter((list) => !list.closed && byList.has(list.id));
  return [
    `The board ${escapeMarkdown(name)}, by list.`,
    desc ?? '',
    ...shown.map(
      (list) =>
        `## ${escapeMarkdown(list.name)}\n\n${(byList.get(list.id) ?? []).map((card) => `- ${escapeMarkdown(card.name)}`).join('\n')}`,
    ),
  ]
    .filter(Boolean)
    .join('\n\n');
};

const cardMarkdown = (card: Card, board: Board, details: ReturnType<typeof detailsOf>): string => {
  const list = details.lists.get(card.idList);
  const labels = (card.labels ?? []).map(({ name, color }) => name || color).filter(Boolean);
  const members = (card.idMembers ?? []).map((id) => details.people.get(id)).filter(Boolean);
  const facts = [
    `Board: ${board.name}`,
    list && `List: ${list.name}`,
    (card.closed || list?.closed) && 'Archived',
    labels.length > 0 && `Labels: ${labels.join(', ')}`,
    members.length > 0 && `Members: ${members.join(', ')}`,
    card.due && `Due: ${card.due.slice(0, 10)}${card.dueComplete ? ' (done)' : ''}`,
  ];
  // As a list, whose lines state facts.
  const lines = facts.flatMap((fact) => (fact ? [`- ${escapeMarkdown(fact)}`] : []));
  const checklists = (details.checklists.get(card.id) ?? []).map(({ name, checkItems }) => {
    const items = checkItems
      .toSorted((a, b) => (a.pos ?? 0) - (b.pos ?? 0))
      .map((item) => `- [${item.state === 'complete' ? 'x' : ' '}] ${item.name.replace(/\s+/g, ' ')}`);
    return `## ${escapeMarkdown(name)}\n\n${items.join('\n')}`;
  });
  const files = (card.attachments ?? []).map(
    ({ name, url }) => `(attached: ${escapeMarkdown(name || url || 'a file')})`,
  );
  const comments = (details.comments.get(card.id) ?? [])
    .toSorted((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, data, memberCreator }) => {
      const author = memberCreator ? nameOf(memberCreator) : 'somebody';
      return `**${escapeMarkdown(author)}** (${date.slice(0, 16).replace('T', ' ')}): ${data.text.trim()}`;
    });
  return [
    lines.join('\n'),
    card.desc?.trim(),
    ...files,
    ...checklists,
    ...(comments.length > 0 ? ['## Comments', ...comments] : []),
  ]
    .filter(Boolean)
    .join('\n\n');
};
