import { escapeMarkdown, indentLines, markdownLink, markdownTable } from '../../extract/write-markdown.ts';
import type { Api } from '../api.ts';
import {
  type Block,
  blockSchema,
  contentSchema,
  listOf,
  type NotionPage,
  type Property,
  type RichText,
} from './shapes.ts';

const PER_PAGE = 100;
/** Blocks in blocks are read so deep; Notion's own limit for writing is lower. */
const MAX_DEPTH = 12;
/** Blocks that only hold others. */
const HOLDERS = new Set(['column_list', 'column', 'synced_block', 'template']);
const LISTS: Record<string, string> = { bulleted_list_item: '- ', numbered_list_item: '1. ' };
const MARKS: Record<string, string> = { heading_1: '# ', heading_2: '## ', heading_3: '### ', heading_4: '#### ' };

/** A block with those in it. */
interface Tree {
  block: Block;
  children: Tree[];
}

/** A page's blocks as Markdown. Pages in it are pages of their own. */
export const readBlocks = async (api: Api, pageId: string, signal?: AbortSignal): Promise<string> =>
  render(await readTree(api, pageId, MAX_DEPTH, signal), '');

const readTree = async (api: Api, id: string, depth: number, signal?: AbortSignal): Promise<Tree[]> => {
  const trees: Tree[] = [];
  let cursor: string | undefined;
  do {
    signal?.throwIfAborted();
    const start = cursor === undefined ? '' : `&start_cursor=${encodeURIComponent(cursor)}`;
    const { value } = await api.get(listOf(blockSchema), `/v1/blocks/${id}/children?page_size=${PER_PAGE}${start}`);
    for (const block of value.results) {
      const isInside =
        block.has_children && depth > 0 && block.type !== 'child_page' && block.type !== 'child_database';
      trees.push({ block, children: isInside ? await readTree(api, block.id, depth - 1, signal) : [] });
    }
    cursor = value.has_more ? (value.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  return trees;
};

const render = (trees: readonly Tree[], indent: string): string => {
  const parts: string[] = [];
  let before = '';
  for (const tree of trees) {
    const { type } = tree.block;
    const text = renderOne(tree, indent);
    if (text === '') continue;
    // Items of one list stand together; everything else is parted by an empty line.
    if (parts.length > 0) parts.push(type in LISTS && before === type ? '\n' : '\n\n');
    parts.push(text);
    before = type;
  }
  return parts.join('');
};

const renderOne = ({ block, children }: Tree, indent: string): string => {
  const { type } = block;
  const content = contentSchema.safeParse(block[type]).data ?? {};
  const words = inline(content.rich_text);
  const below = (deeper: string) => (children.length === 0 ? '' : `\n${render(children, deeper)}`);
  const line = (text: string) => (text.trim() === '' ? '' : indentLines(text, indent));
  if (HOLDERS.has(type)) return render(children, indent);
  if (type in LISTS) return `${line(`${LISTS[type]}${words}`)}${below(`${indent}   `)}`;
  if (type in MARKS)
    return `${line(words === '' ? '' : `${MARKS[type]}${words}`)}${children.length ? `\n${below(indent)}` : ''}`;
  switch (type) {
    case 'to_do':
      return `${line(`- [${content.checked ? 'x' : ' '}] ${words}`)}${below(`${indent}   `)}`;
    case 'toggle':
    case 'paragraph':
      return `${line(words)}${children.length ? `\n${below(indent)}` : ''}`;
    case 'quote':
    case 'callout':
      return line(`> ${`${words}${below('')}`.trim().replaceAll('\n', '\n> ')}`);
    case 'code':
      return line(`\`\`\`${content.language ?? ''}\n${plain(content.rich_text)}\n\`\`\``);
    case 'equation':
      return line(content.expression ?? '');
    case 'divider':
      return line('---');
    case 'table':
      return line(tableOf(children, content.has_column_header ?? false));
    case 'child_page':
    case 'child_database':
      return line(content.title ?? '');
    case 'bookmark':
    case 'embed':
    case 'link_preview':
      return line(content.url ? `[${inline(content.caption) || escapeMarkdown(content.url)}](${content.url})` : '');
    default:
      // Pictures and files: their caption. Tables of contents, breadcrumbs and what came after this version have no words.
      return line(inline(content.caption) || words);
  }
};

const tableOf = (rows: readonly Tree[], hasHeader: boolean): string =>
  markdownTable(
    rows.map(({ block }) => (contentSchema.safeParse(block.table_row).data?.cells ?? []).map((cell) => inline(cell))),
    hasHeader,
  );

const plain = (texts: RichText = []): string => texts.map(({ plain_text }) => plain_text).join('');

/** Links and code as Markdown; bold and italic say nothing that is searched for. */
const inline = (texts: RichText = []): string =>
  texts
    .map(({ plain_text: text, href, annotations }) => {
      const words = annotations?.code ? `\`${text.replaceAll('`', "'")}\`` : escapeMarkdown(text);
      return markdownLink(words, href);
    })
    .join('');

/** The page's title, from the property that is one. */
export const titleOf = ({ properties }: Pick<NotionPage, 'properties'>): string =>
  plain(Object.values(properties).find(({ type }) => type === 'title')?.title).trim() || 'Untitled';

/** A database row's properties, a line each; empty ones and relations are left out. */
export const propertyLines = ({ properties }: Pick<NotionPage, 'properties'>): string =>
  Object.entries(properties)
    .filter(([, { type }]) => type !== 'title')
    .flatMap(([name, property]) => {
      const value = wordsOf(property);
      return value === '' ? [] : [`- **${escapeMarkdown(name)}**: ${value}`];
    })
    .join('\n');

const wordsOf = (property: Property): string => {
  const { type, date, select, status, multi_select, checkbox, people, number } = property;
  switch (type) {
    case 'rich_text':
      return inline(property.rich_text).trim();
    case 'number':
      return number?.toString() ?? '';
    case 'select':
      return escapeMarkdown(select?.name ?? '');
    case 'status':
      return escapeMarkdown(status?.name ?? '');
    case 'multi_select':
      return escapeMarkdown(multi_select?.map(({ name }) => name).join(', ') ?? '');
    case 'checkbox':
      return checkbox === undefined ? '' : checkbox ? 'yes' : 'no';
    case 'date':
      return date ? [date.start, date.end].filter(Boolean).join(' to ') : '';
    case 'people':
      return escapeMarkdown(people?.flatMap(({ name }) => name ?? []).join(', ') ?? '');
    case 'url':
      return escapeMarkdown(property.url ?? '');
    case 'email':
      return escapeMarkdown(property.email ?? '');
    case 'phone_number':
      return escapeMarkdown(property.phone_number ?? '');
    default:
      return '';
  }
};
