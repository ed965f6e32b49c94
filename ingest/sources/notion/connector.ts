import { z } from 'zod';
import { isParleyError, ParleyError } from '../../../core/errors.ts';
import type { ExtractedPage } from '../../extract/page.ts';
import { contentHash } from '../../inputs/item.ts';
import type { Api } from '../api.ts';
import type { ApiConnector, ApiContext, ApiPlace, MirroredItem, MirroredPage } from '../api-connector.ts';
import { markdownPage } from '../markdown-page.ts';
import { hasStatus, onStatus } from '../refusals.ts';
import { propertyLines, readBlocks, titleOf } from './blocks.ts';
import {
  blockSchema,
  commentSchema,
  holderSchema,
  listOf,
  type NotionPage,
  type Parent,
  pageSchema,
} from './shapes.ts';

const HOST = 'https://api.notion.com';
const PER_PAGE = 100;
/** Holders above a page that are asked for before it counts as being elsewhere. */
const MAX_ABOVE = 50;

/** An id as Notion's API writes it, of one in an address (`Travel-1f2e…`): 32 hexadecimal digits. */
const idIn = (text: string): string | undefined => {
  const [, digits] = /([0-9a-f]{32})$/i.exec(text.replaceAll('-', '').replace(/[?#].*$/, '')) ?? [];
  return digits?.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/**
 * Notion: the pages that an integration is connected to, database rows with their properties among them.
 *
 * Notion tells nobody who may see a page, so that its pages are for those whom `--scope` names and for nobody else. Its search
 * lists pages with the time of their last edit, 100 in a request, and may leave some out ("not guaranteed to be exhaustive"):
 * one that is known and not listed is asked for by itself before it counts as deleted. A comment does not change that time, so
 * comments are read with their page and a new one alone does not have it read again.
 */
export const connector: ApiConnector = {
  name: 'notion',
  title: 'Notion',
  example: 'notion:https://www.notion.so/Handbook-1f2e3d4c5b6a79880123456789abcdef, or notion:everything',
  headers: { 'notion-version': '2022-06-28' },
  locate(input) {
    if (input === 'everything') return { base: HOST, location: 'notion:everything', sourceId: 'notion' };
    const [, origin, path] = /^(https?:\/\/[^/]+)\/(.+)$/.exec(input) ?? [];
    const id = idIn(path ?? '');
    if (origin === undefined || path === undefined || id === undefined) return undefined;
    const isNotion = /(?:^|\.)notion\.(?:so|site|com)$/.test(new URL(origin).hostname);
    const name = path
      .replace(/[?#].*$/, '')
      .split('/')
      .at(-1)
      ?.replace(/-?[0-9a-f-]{32,36}$/i, '')
      .toLowerCase();
    return {
      base: isNotion ? HOST : origin,
      location: `notion:${origin}/${id.replaceAll('-', '')}`,
      sourceId: name ? `notion-${name}` : 'notion',
    };
  },
  async *read(place, context) {
    const { api, known, signal } = context;
    const root = rootOf(place);
    const isBelow = createBelow(api, root);
    const listed = new Set<string>();
    for await (const page of listPages(api)) {
      signal?.throwIfAborted();
      if (isGone(page) || !(await isBelow(page))) continue;
      listed.add(idOf(page.id));
      yield itemOf(page, context);
    }
    for (const id of known.keys()) {
      if (listed.has(id)) continue;
      signal?.throwIfAborted();
      yield await readUnlisted(id, context, isBelow);
    }
  },
  setup: {
    steps: [
      'Open https://www.notion.so/profile/integrations and make a new internal integration for your workspace.',
      'Give it the capabilities Read content and, for comments, Read comments; it needs no user information.',
      'Open the top page that Parley is to read; in its menu choose Connections and add the integration. Pages below it follow.',
      'Notion tells no program who may see a page: name who may see them here, such as --scope everyone.',
    ],
    credentials: ({ base }) => `${new URL(base).host}: { bearer: "\${NOTION_TOKEN}" }`,
    rights: [
      {
        right: 'Read content',
        why: 'to list and read pages',
        where: 'the integration’s capabilities, and Connections in the menu of the top page',
        async check(place, api) {
          const root = rootOf(place);
          if (root !== undefined) return titleOf((await api.get(pageSchema, `/v1/pages/${root}`)).value);
          const { results, has_more } = await search(api, undefined);
          if (results.length === 0) throw notConnected();
          return has_more ? `more than ${results.length} pages` : `${results.length} pages`;
        },
      },
    ],
  },
};

const notConnected = () =>
  new ParleyError('PLATFORM_REFUSED', {
    message: 'The integration is connected to no page.',
    remedy: 'Open the top page in Notion, choose Connections in its menu, and add the integration.',
  });

/** The page that a place begins at; undefined for everything. */
const rootOf = ({ location }: ApiPlace): string | undefined => idIn(location);
const idOf = (pageId: string) => `notion/${pageId.replaceAll('-', '')}`;
const isGone = ({ archived, in_trash }: NotionPage): boolean => archived === true || in_trash === true;

const search = (api: Api, cursor: string | undefined) =>
  api.post(listOf(pageSchema.or(z.object({ object: z.string() }))), '/v1/search', {
    page_size: PER_PAGE,
    filter: { property: 'object', value: 'page' },
    sort: { timestamp: 'last_edited_time', direction: 'ascending' },
    ...(cursor !== undefined && { start_cursor: cursor }),
  });

async function* listPages(api: Api): AsyncGenerator<NotionPage> {
  let cursor: string | undefined;
  do {
    const { results, has_more, next_cursor } = await search(api, cursor);
    for (const row of results) if ('properties' in row) yield row;
    cursor = has_more ? (next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
}

/** Tells whether a page is the root or somewhere below it; what holds what is asked for once. */
const createBelow = (api: Api, root: string | undefined) => {
  const parents = new Map<string, Promise<Parent | undefined>>();
  const parentOf = (kind: 'pages' | 'databases' | 'data_sources' | 'blocks', id: string) => {
    const known = parents.get(id);
    if (known) return known;
    const schema = kind === 'blocks' ? blockSchema : holderSchema;
    // The integration may not see what is above its own pages.
    const asked = api.get(schema, `/v1/${kind}/${id}`).then(({ value }) => value.parent, onStatus([404], undefined));
    parents.set(id, asked);
    return asked;
  };
  return async ({ id, parent }: NotionPage): Promise<boolean> => {
    parents.set(id, Promise.resolve(parent));
    if (root === undefined || id === root) return true;
    let above: Parent | undefined = parent;
    for (let steps = 0; above !== undefined && steps < MAX_ABOVE; steps++) {
      const { page_id, database_id, data_source_id, block_id }: Parent = above;
      if (page_id === root || database_id === root) return true;
      if (page_id) above = await parentOf('pages', page_id);
      else if (database_id) above = await parentOf('databases', database_id);
      else if (data_source_id) above = await parentOf('data_sources', data_source_id);
      else if (block_id) above = await parentOf('blocks', block_id);
      else return false;
    }
    return false;
  };
};

const itemOf = (page: NotionPage, { api, signal }: Pick<ApiContext, 'api' | 'signal'>): MirroredPage => {
  const id = idOf(page.id);
  return {
    kind: 'page',
    input: page.url,
    id,
    url: page.url,
    hash: contentHash(id, page.last_edited_time),
    audience: 'not-told',
    extract: () => readPage(page, api, signal),
  };
};

/** A known page that the search did not list: it is there all the same, or it is gone. */
const readUnlisted = async (
  id: string,
  context: ApiContext,
  isBelow: (page: NotionPage) => Promise<boolean>,
): Promise<MirroredItem> => {
  try {
    const { value: page } = await context.api.get(pageSchema, `/v1/pages/${idIn(id)}`);
    return isGone(page) || !(await isBelow(page)) ? { kind: 'deleted', input: id } : itemOf(page, context);
  } catch (error) {
    if (hasStatus(error, [404])) return { kind: 'deleted', input: id };
    throw error;
  }
};

const readPage = async (page: NotionPage, api: Api, signal?: AbortSignal): Promise<ExtractedPage> => {
  const parts = [propertyLines(page), await readBlocks(api, page.id, signal), await readComments(page.id, api)];
  const written = parts.filter(Boolean);
  // A page that only holds others says its title.
  return markdownPage(titleOf(page), written.length > 0 ? written : [titleOf(page)], page.url, page.last_edited_time);
};

/** The page's open comments; none where the integration may not read them. */
const readComments = async (id: string, api: Api): Promise<string> => {
  try {
    const { value } = await api.get(listOf(commentSchema), `/v1/comments?block_id=${id}&page_size=${PER_PAGE}`);
    return value.results
      .map(
        ({ rich_text }) =>
          `> ${rich_text
            .map(({ plain_text }) => plain_text)
            .join('')
            .replaceAll('\n', '\n> ')}`,
      )
      .join('\n\n');
  } catch (error) {
    if (isParleyError(error, 'PLATFORM_REFUSED') && error.details.status === 403) return '';
    throw error;
  }
};
