import type { FakeConnector, WorldPage } from '../../testing/connector.contract.ts';
import { type ApiReply, type ApiRequest, startApi } from '../../testing/fake-api.ts';
import { connector } from '../connector.ts';

/** A block as a test writes it: `{ type: 'paragraph', paragraph: { … }, children }`. */
export type WrittenBlock = { type: string; children?: WrittenBlock[] } & Record<string, unknown>;

/** Text as Notion's rich text. */
export const rich = (text: string, more: { href?: string; code?: boolean } = {}) => [
  {
    type: 'text',
    plain_text: text,
    href: more.href ?? null,
    text: { content: text, link: more.href ? { url: more.href } : null },
    annotations: {
      bold: false,
      italic: false,
      strikethrough: false,
      underline: false,
      code: more.code ?? false,
      color: 'default',
    },
  },
];

/**
 * Notion in small, from its reference: developers.notion.com/reference/post-search, /get-block-children, /retrieve-a-page,
 * /retrieve-a-comment and /request-limits (429 with Retry-After). @notionhq/client works against it unchanged
 * (notion.test.ts).
 */
export interface FakeNotion extends FakeConnector {
  /** The page's blocks, in place of a paragraph made of its text. */
  write(id: string, blocks: WrittenBlock[], properties?: Record<string, object>): void;
  /** The search leaves this page out, as Notion's may. */
  hide(id: string): void;
  /** The integration may not read comments. */
  mayReadComments: boolean;
  say(id: string, comment: string): void;
}

const HEX = '00000000000000000000000000000000';
/** A page's number as one of Notion's ids. */
const uuid = (id: string) => {
  const digits = (HEX + Number(id).toString(16)).slice(-32);
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

interface Row extends WorldPage {
  edited: number;
  blocks?: WrittenBlock[];
  properties?: Record<string, object>;
  comments: string[];
}

/** @param rows how many rows a list gives at most */
export const startNotion = async (rows = 3): Promise<FakeNotion> => {
  const pages = new Map<string, Row>();
  const hidden = new Set<string>();
  const withdrawn = new Set<string>();
  /** Blocks by their ids, which are made as they are listed. */
  const blocks = new Map<string, { written: WrittenBlock; parent: object }>();
  let clock = Date.parse('2026-01-01T00:00:00Z');
  const tick = () => (clock += 60_000);
  const numberOf = (id: string) => String(Number.parseInt(id.replaceAll('-', ''), 16));
  const notFound: ApiReply = {
    status: 404,
    body: { object: 'error', status: 404, code: 'object_not_found', message: 'Could not find it.' },
  };

  const pageRow = (id: string, row: Row) => ({
    object: 'page',
    id: uuid(id),
    url: urlOf(id),
    created_time: '2026-01-01T00:00:00.000Z',
    last_edited_time: new Date(row.edited).toISOString(),
    archived: false,
    in_trash: false,
    parent: row.parent ? { type: 'page_id', page_id: uuid(row.parent) } : { type: 'workspace', workspace: true },
    properties: { title: { id: 'title', type: 'title', title: rich(row.title) }, ...row.properties },
  });
  const urlOf = (id: string) => `https://www.notion.so/${uuid(id).replaceAll('-', '')}`;

  const listOf = (all: readonly object[], cursor: string | null | undefined, size: number): ApiReply => {
    const start = Number(cursor ?? 0);
    const end = start + Math.min(rows, size);
    const has_more = end < all.length;
    return {
      body: { object: 'list', results: all.slice(start, end), has_more, next_cursor: has_more ? String(end) : null },
    };
  };

  const childrenOf = (id: string): object[] | undefined => {
    const holder = blocks.get(id);
    const page = pages.get(numberOf(id));
    const parent = holder ? { type: 'block_id', block_id: id } : { type: 'page_id', page_id: id };
    const written =
      holder?.written.children ??
      page?.blocks ??
      (page && [{ type: 'paragraph', paragraph: { rich_text: rich(page.html.replace(/<[^>]*>/g, '')) } }]);
    return written?.map((one, at) => {
      const blockId = uuid(`${1_000_000 + blocks.size + at}`);
      blocks.set(blockId, { written: one, parent });
      const { children, ...rest } = one;
      return { object: 'block', id: blockId, parent, has_children: children !== undefined, archived: false, ...rest };
    });
  };

  const answer = ({ method, url, json }: ApiRequest): ApiReply | undefined => {
    const [, version, kind = '', id = '', list] = url.pathname.split('/');
    if (version !== 'v1') return undefined;
    const size = Number(url.searchParams.get('page_size') ?? 100);
    const cursor = url.searchParams.get('start_cursor');
    if (method === 'POST' && kind === 'search') {
      const body = json as { start_cursor?: string; page_size?: number };
      const found = [...pages].filter(([one]) => !hidden.has(one)).sort(([, a], [, b]) => a.edited - b.edited);
      return listOf(
        found.map(([one, row]) => pageRow(one, row)),
        body.start_cursor,
        body.page_size ?? 100,
      );
    }
    const number = numberOf(id);
    const row = withdrawn.has(number) ? undefined : pages.get(number);
    if (kind === 'pages') return row ? { body: pageRow(number, row) } : notFound;
    if (kind === 'blocks' && list === 'children') {
      const children = withdrawn.has(number) ? undefined : childrenOf(id);
      return children ? listOf(children, cursor, size) : notFound;
    }
    if (kind === 'blocks') {
      const block = blocks.get(id);
      return block
        ? { body: { object: 'block', id, has_children: false, parent: block.parent, ...block.written } }
        : notFound;
    }
    if (kind === 'comments') {
      if (!fake.mayReadComments) return { status: 403, body: { code: 'restricted_resource' } };
      const of = pages.get(numberOf(url.searchParams.get('block_id') ?? ''));
      const comments = (of?.comments ?? []).map((text, at) => ({
        object: 'comment',
        id: uuid(`${at + 1}`),
        rich_text: rich(text),
      }));
      return listOf(comments, cursor, size);
    }
    return undefined;
  };

  const api = await startApi((request) => {
    const isKnown = request.headers.authorization === `Bearer ${fake.token}`;
    if (!isKnown) return { status: 401, body: { object: 'error', status: 401, code: 'unauthorized' } };
    // Notion refuses a request that names no version.
    if (request.headers['notion-version'] === undefined) return { status: 400, body: { code: 'missing_version' } };
    return answer(request);
  });
  const fake: FakeNotion = {
    api,
    connector: {
      ...connector,
      locate: (input) => {
        const place = connector.locate(input);
        return place && { ...place, base: api.base };
      },
    },
    token: 'secret',
    input: `notion:${api.base}/Handbook-${uuid('1').replaceAll('-', '')}`,
    credentials: { [api.base]: { bearer: 'secret' } },
    mayReadComments: true,
    idOf: (id) => `notion/${uuid(id).replaceAll('-', '')}`,
    urlOf,
    isText: (path) => path.includes('/children'),
    permissions: 'not-told',
    putPage(id, page) {
      // Everything is below page 1, which is what the input names.
      const parent = page.parent ?? (id === '1' ? undefined : '1');
      pages.set(id, { comments: [], ...pages.get(id), ...page, parent, edited: tick() });
    },
    deletePage: (id) => void pages.delete(id),
    putGroup() {},
    deleteGroup() {},
    openTo() {},
    withdraw: (id) => void withdrawn.add(id),
    write(id, written, properties) {
      const page = pages.get(id);
      if (page) pages.set(id, { ...page, blocks: written, properties, edited: tick() });
    },
    hide: (id) => void hidden.add(id),
    say: (id, comment) => void pages.get(id)?.comments.push(comment),
    close: api.close,
  };
  return fake;
};
