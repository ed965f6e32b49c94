import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopesInSource } from '../../core/source-scopes.ts';
import type { Stores } from '../../stores/index.ts';
import { testStores } from '../../stores/testing/test-stores.ts';
import type { Asker } from './access.ts';
import { createCallers } from './caller.ts';
import { parseAccessPolicy } from './policy.ts';
import { OPERATOR, type Token } from './tokens.ts';

const policy = parseAccessPolicy(`
workspaces: [slack:T1]
groups:
  people-team: { members: [Priya@example.com, slack:T1/U7] }
sources:
  handbook: workspace
  salaries: group:people-team
`);
const pages = [
  ['handbook', 'everyone'],
  ['salaries', 'everyone'],
  ['news', 'everyone'],
  ['news', 'private'],
  ['news', 'group:people-team'],
  ['news', 'person:priya@example.com'],
].map(([sourceId = '', scope = ''], n) => ({
  document: {
    id: `${sourceId} for ${scope}`,
    sourceId,
    title: `Page ${n}`,
    text: `${n}`,
    scopes: scopesInSource([scope], sourceId),
    fetchedAt: '2026-01-01T00:00:00Z',
    contentHash: `${n}`,
  },
  passages: [],
  tables: [],
}));

const folder = testStores();
let stores: Stores;
let people: Record<string, Asker>;
beforeAll(async () => {
  stores = await folder.open();
  for (const source of ['handbook', 'salaries', 'news'])
    await stores.documents.putSource({ id: source, kind: 'folder', location: `/${source}`, scopes: [] });
  await stores.apply({ put: pages });
  people = {
    'slack:T1/U7': { id: 'slack:T1/U7', standing: 'member', memberships: [{ workspaceId: 'T1', channelIds: [] }] },
  };
});
afterAll(() => folder.dispose());

const seen = async (token: Pick<Token, 'maker' | 'person' | 'scopes'>): Promise<string[]> => {
  const callers = createCallers({ policy, stores, lookUp: async (person) => people[person] });
  const scopes = await callers.scopesOf(token);
  const found = await Promise.all(pages.map(({ document }) => stores.documents.document(document.id, scopes)));
  return found.flatMap((document) => document?.id ?? []);
};

it('sees public pages alone without a person and scopes', async () => {
  expect(await seen({ maker: OPERATOR })).toEqual(['news for everyone']);
  expect(await seen({ maker: 'priya@example.com' })).toEqual(['news for everyone']);
});

it('sees what the access file gives to the person that it names, and to nobody the pages of a workspace', async () => {
  expect(await seen({ maker: OPERATOR, person: 'Priya@example.com' })).toEqual([
    'salaries for everyone',
    'news for everyone',
    'news for group:people-team',
    'news for person:priya@example.com',
  ]);
  expect(await seen({ maker: OPERATOR, person: 'bo@example.com' })).toEqual(['news for everyone']);
});

it('sees a workspace’s pages only while the platform calls the person a member of it', async () => {
  const token = { maker: OPERATOR, person: 'slack:T1/U7' };
  const asMember = await seen(token);
  expect(asMember).toContain('handbook for everyone');
  expect(asMember).toContain('news for private');
  people['slack:T1/U7'] = { id: 'slack:T1/U7', standing: 'stranger', memberships: [] };
  expect(await seen(token)).toEqual([]);
  delete people['slack:T1/U7'];
  const unknownThere = await seen(token);
  expect(unknownThere).not.toContain('handbook for everyone');
  expect(unknownThere).not.toContain('news for private');
});

it('is narrowed by its list of scopes, and never widened by it', async () => {
  const maker = 'priya@example.com';
  expect(await seen({ maker, scopes: ['everyone'] })).toEqual(['news for everyone']);
  expect(await seen({ maker, scopes: ['group:people-team', 'private'] })).toEqual(['news for group:people-team']);
  expect(await seen({ maker: OPERATOR, person: maker, scopes: ['private', 'everyone'] })).toEqual([
    'news for everyone',
  ]);
  expect(await seen({ maker: OPERATOR, scopes: ['private'] })).toEqual(['news for private']);
  // The token also loses scopes that its maker lost since it was created.
  expect(await seen({ maker: 'left@example.com', scopes: ['everyone', 'group:people-team'] })).toEqual([
    'news for everyone',
  ]);
});
