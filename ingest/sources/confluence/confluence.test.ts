import { createV1Client, createV2Client } from 'confluence.js';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, html } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startConfluence } from './testing/fake-confluence.ts';

quickConnectorContract('Confluence', startConfluence);

const it = connectorTest(startConfluence);

describe('Confluence', () => {
  it('confluence.js, which checks every answer by the published OpenAPI description, works against the fake', async ({
    fake,
  }) => {
    fake.putPage('2', { title: 'Restricted', html, people: ['tom@example.com'], groups: ['staff'], parent: '1' });
    fake.comment?.('2', 'Really.');
    fake.attach?.('2', 'rules.txt', 'Rules.');
    const host = fake.api.base;
    const auth = { type: 'basic' as const, email: 'parley@example.com', apiToken: 'secret' };
    const v2 = createV2Client({ host, auth });
    const v1 = createV1Client({ host, auth });
    const { results: [space] = [] } = await v2.space.getSpaces({ keys: ['ENG'] });
    expect(space).toMatchObject({ id: '7', key: 'ENG' });
    const { results: permissions } = await v2.spacePermissions.getSpacePermissionsAssignments({ id: 7 });
    expect(permissions?.[0]).toMatchObject({ principal: { type: 'group', id: 'staff' }, operation: { key: 'read' } });
    const listed = await v2.page.getPagesInSpace({ id: 7, limit: 250 });
    expect(listed.results?.map(({ id }) => id)).toEqual(['1', '2', '3']);
    expect(listed._links?.next).toContain('cursor=3');
    const page = await v2.page.getPageById({ id: 2, bodyFormat: 'view' });
    expect(page).toMatchObject({ title: 'Restricted', parentId: '1' });
    const found = await v1.content.searchContentByCQL({
      cql: 'space = "ENG" and type in (page, blogpost, comment, attachment)',
      expand: ['version', 'container', 'restrictions.read.restrictions.user'],
    });
    expect(found.results[1]?.restrictions?.read?.restrictions?.user?.results[0]?.email).toBe('tom@example.com');
    expect(found.results[2]).toMatchObject({ type: 'comment', container: { id: '2' } });
    const read = await v1.contentRestrictions.getRestrictionsForOperation({ id: '2', operationKey: 'read' });
    expect(read.restrictions?.group?.results[0]?.id).toBe('staff');
    const members = await v1.group.getGroupMembersByGroupId({ groupId: 'staff' });
    expect(members.results.map(({ email }) => email)).toEqual(['priya@example.com', 'tom@example.com']);
    const users = await v1.users.getBulkUserLookup({ accountId: 'acc:tom@example.com' });
    expect(users.results[0]?.email).toBe('tom@example.com');
  });

  it('a restricted folder closes what is below it to others, and one that cannot be read closes it to all', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.putFolder('50', { people: ['tom@example.com'] });
    fake.putPage('1', { title: 'In the folder', html, parent: '50' });
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
    expect(await work.sees('tom@example.com', ['1', '2'])).toEqual(['1', '2']);
    expect(await work.sees('priya@example.com', ['1', '2'])).toEqual(['2']);
    fake.withdraw('50');
    const { failed } = await sync();
    expect(failed.map(({ message }) => message)).toEqual([
      'Who may see this page could not be read, so nobody sees it here.',
    ]);
    expect(await work.sees('tom@example.com', ['1', '2'])).toEqual(['2']);
  });

  it('asks for the restriction of a page that the search index does not have yet', async ({ fake, work, ingest }) => {
    fake.unindexed.add('3');
    fake.putPage('3', { title: 'New and restricted', html, people: ['tom@example.com'] });
    await ingest();
    expect(await work.sees('tom@example.com', ['3'])).toEqual(['3']);
    expect(await work.sees('priya@example.com', ['3'])).toEqual([]);
  });

  it('somebody whose address is hidden sees nothing by name', async ({ fake, work, ingest }) => {
    fake.putPage('3', { title: 'For one', html, people: ['hidden@example.com'] });
    await ingest();
    expect(await work.sees('hidden@example.com', ['1', '3'])).toEqual([]);
    expect(await work.sees('priya@example.com', ['1', '3'])).toEqual(['1']);
  });

  it('keeps a page that is moved away and back while the lists are read', async ({ fake, work, ingest, sync }) => {
    await ingest();
    const moved = { title: 'Page 4', html };
    fake.api.onRequest = ({ path }) => {
      if (/spaces\/7\/pages/.test(path)) fake.deletePage('4');
      else if (/blogposts/.test(path)) fake.putPage('4', moved);
    };
    const report = await sync();
    expect(report).toMatchObject({ deleted: 0 });
    expect(await work.text('4')).toContain('Helmets');
  });

  it('takes the links that people copy', () => {
    const key = (input: string) => connector.locate(input)?.location;
    expect(key('https://acme.atlassian.net/wiki/spaces/ENG/pages/12/Some+page')).toBe(
      'confluence:https://acme.atlassian.net/wiki/spaces/ENG',
    );
    expect(key('https://acme.atlassian.net/wiki/spaces/ENG/overview')).toContain('/spaces/ENG');
    expect(key('https://acme.atlassian.net/wiki/')).toBe('confluence:https://acme.atlassian.net/wiki');
    expect(key('https://acme.atlassian.net/browse/ENG-1')).toBeUndefined();
  });
});
