import path from 'node:path';
import type { ApiConnector } from '../api-connector.ts';
import type { FakeConnector, WorldPage } from './connector.contract.ts';
import { type ApiReply, startApi } from './fake-api.ts';
import { writeGuideCode } from './guide-code.ts';

/** A page as the fake keeps it. */
type KeptPage = WorldPage & { version: number };

/**
 * BookStack's API, as far as the connector of docs/connectors/WRITING.md asks it: the listing of pages with count, offset and
 * sort, one page, and tokens (https://demo.bookstackapp.com/api/docs: Listing Endpoints, Pages, Authentication).
 * @param folder where the guide's connector is written, as a file of somebody's own
 */
export const startBookstack = async (folder: string): Promise<FakeConnector> => {
  const pages = new Map<string, KeptPage>();
  const withdrawn = new Set<string>();
  const error = (status: number, message: string): ApiReply => ({ status, body: { error: { code: status, message } } });
  const row = ([id, { title, version }]: [string, KeptPage]) => ({
    id: Number(id),
    name: title,
    updated_at: `2026-01-01T00:00:00.${version}Z`,
    draft: false,
  });
  const api = await startApi(({ url, headers }) => {
    if (headers.authorization !== `Token ${fake.token}`)
      return error(401, 'No matching API token was found for the provided authorization token');
    if (url.pathname === '/api/pages') {
      const offset = Number(url.searchParams.get('offset'));
      const count = Math.min(500, Number(url.searchParams.get('count')));
      const rows = [...pages].filter(([id]) => !withdrawn.has(id)).sort(([a], [b]) => Number(a) - Number(b));
      return { body: { data: rows.slice(offset, offset + count).map(row), total: rows.length } };
    }
    const id = /^\/api\/pages\/(\d+)$/.exec(url.pathname)?.[1] ?? '';
    const page = withdrawn.has(id) ? undefined : pages.get(id);
    return page ? { body: { ...row([id, page]), html: page.html } } : error(404, 'Entity not found');
  });
  const module = path.join(folder, 'bookstack.ts');
  await writeGuideCode('connectors/WRITING.md', module);
  const { connector } = (await import(/* @vite-ignore */ module)) as { connector: ApiConnector };
  let version = 0;
  const fake: FakeConnector = {
    api,
    connector,
    module,
    token: 'id:secret',
    input: `bookstack:${api.base}`,
    credentials: { [api.base]: { headers: { Authorization: 'Token id:secret' } } },
    idOf: (id) => `bookstack/${new URL(api.base).host}/${id}`,
    urlOf: (id) => `${api.base}/link/${id}`,
    isText: (asked) => /^\/api\/pages\/\d/.test(asked),
    permissions: 'not-told',
    putPage: (id, page) => pages.set(id, { ...page, version: ++version }),
    deletePage: (id) => pages.delete(id),
    putGroup() {},
    deleteGroup() {},
    openTo() {},
    withdraw: (id) => withdrawn.add(id),
    close: api.close,
  };
  return fake;
};
