import { createCloudClient } from 'jira.js/cloud';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, fivePages, html, PRIYA, TOM } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startJira } from './testing/fake-jira.ts';

quickConnectorContract('Jira', startJira);

const it = connectorTest(startJira, (fake) => fivePages(fake, [PRIYA, TOM, 'hidden@example.com']));

describe('Jira', () => {
  it('jira.js, which checks every answer by the published OpenAPI description, works against the fake', async ({
    fake,
  }) => {
    fake.putPage('2', { title: 'Secret', html, people: [TOM], groups: ['staff'] });
    fake.comment?.('2', 'Really.');
    fake.attach?.('2', 'rules.txt', 'Rules.');
    const auth = { type: 'basic' as const, email: 'parley@example.com', apiToken: 'secret' };
    const client = createCloudClient({ host: fake.api.base, auth });
    const found = await client.issueSearch.searchAndReconsileIssuesUsingJql({
      jql: 'project = "ENG"',
      fields: ['*all'],
    });
    expect(found.issues?.map(({ key }) => key)).toEqual(['ENG-1', 'ENG-2', 'ENG-3']);
    expect(found.nextPageToken).toBe('after-3');
    const issue = await client.issues.getIssue({ issueIdOrKey: '2' });
    expect(issue.fields).toMatchObject({
      security: { id: '702' },
      comment: { total: 1 },
      attachment: [{ filename: 'rules.txt' }],
    });
    const scheme = await client.projectPermissionSchemes.getAssignedPermissionScheme({ projectKeyOrId: 'ENG' });
    expect(scheme.permissions?.[0]).toMatchObject({
      permission: 'BROWSE_PROJECTS',
      holder: { type: 'group', value: 'staff' },
    });
    const levels = await client.projectPermissionSchemes.getProjectIssueSecurityScheme({ projectKeyOrId: 'ENG' });
    expect(levels.levels?.map(({ id }) => id)).toEqual(['702']);
    const members = await client.issueSecurityLevel.getIssueSecurityLevelMembers({ issueSecuritySchemeId: 5 });
    expect(members.values?.map(({ holder }) => holder?.type)).toEqual(['user', 'group']);
    const group = await client.groups.getUsersFromGroup({ groupId: 'staff' });
    expect(group.values?.map(({ emailAddress }) => emailAddress)).toEqual([PRIYA, TOM, undefined]);
    const role = await client.projectRoles.getProjectRole({ projectIdOrKey: 'ENG', id: 10002 });
    expect(role.actors?.map(({ type }) => type)).toEqual(['atlassian-user-role-actor', 'atlassian-group-role-actor']);
    const comments = await client.issueComments.getComments({ issueIdOrKey: '2' });
    expect(comments.total).toBe(1);
  });

  it('reads the fields, every comment that all may see, and says who assigned', async ({ fake, work, ingest }) => {
    for (const text of ['First.', 'Second.', 'Third.', 'Fourth.', 'Fifth.']) fake.comment?.('2', text);
    const secret = {
      id: '1',
      body: {
        type: 'doc',
        version: 1,
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'For admins.' }] }],
      },
      visibility: { type: 'role', value: 'Admins' },
    };
    fake.putFields('3', {
      labels: ['hall'],
      assignee: { accountId: 'a', displayName: 'Ada' },
      comment: { comments: [secret], total: 1 },
    });
    await ingest();
    expect(await work.text('2')).toContain('Fifth.');
    expect(await work.text('3')).toContain('Task, status To Do, priority Medium, assigned to Ada, labels hall.');
    expect(await work.text('3')).not.toContain('For admins.');
  });

  it('a sync asks for the issues that were updated, for the ids of all, and for who may see them', async ({
    fake,
    ingest,
    sync,
  }) => {
    await ingest();
    const at = fake.api.asked.length;
    fake.api.onRequest = ({ url }) => {
      const minutes = /updated >= -(\d+)m/.exec(url.searchParams.get('jql') ?? '')?.[1];
      if (minutes) expect(Number(minutes)).toBeLessThan(20);
    };
    expect(await sync()).toMatchObject({ unchanged: 5, failed: [] });
    expect(fake.api.asked.slice(at).filter(({ path }) => path.includes('fields=id&'))).toHaveLength(1);
  });

  it('finds an issue that becomes visible without an update, and drops an attachment that is removed', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.withdraw('4');
    fake.attach?.('2', 'rules.txt', 'Boots with steel caps are worn at the press.');
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
    fake.show('4');
    fake.putFields('2', { attachment: [] });
    expect(await sync()).toMatchObject({ added: 1, deleted: 1, failed: [] });
    expect(await work.sees(PRIYA, ['4'])).toEqual(['4']);
  });

  it('lets in by roles, by what an issue says of its people, and anybody where the project does', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.openTo({});
    fake.grants.push({ type: 'projectRole', parameter: '10002', value: '10002' }, { type: 'reporter' });
    await ingest();
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    expect(await work.sees('reporter@example.com', ['1'])).toEqual(['1']);
    expect(await work.sees('hidden@example.com', ['1'])).toEqual([]);
    expect(await work.sees('eve@example.com', ['1'])).toEqual([]);
    fake.grants.push({ type: 'userCustomField', parameter: 'customfield_1' }, { type: 'anyone' });
    expect(await sync()).toMatchObject({ rescoped: 5, failed: [] });
    expect(await work.sees('eve@example.com', ['1'])).toEqual(['1']);
    fake.grants.splice(0);
    await sync();
    expect(await work.sees(PRIYA, ['1'])).toEqual([]);
  });

  it('closes everything while it may not be told who sees it, and opens it again', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.mayAdminister = false;
    expect((await ingest()).failed.map(({ code }) => code)).toEqual(Array(5).fill('PLATFORM_REFUSED'));
    expect(await work.sees(PRIYA, ['1'])).toEqual([]);
    fake.mayAdminister = true;
    expect(await sync()).toMatchObject({ rescoped: 5, failed: [] });
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    fake.putPage('1', { title: 'Page 1', html, people: [TOM] });
    fake.api.onRequest = ({ path }) => {
      if (path.includes('/issuesecurityschemes/')) fake.api.faults.push({ status: 403, body: {} });
    };
    await sync();
    expect(await work.sees(TOM, ['1', '2'])).toEqual(['2']);
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input)?.location;
    expect(at('https://acme.atlassian.net/browse/ENG-12?focusedId=1')).toBe(
      'jira:https://acme.atlassian.net/browse/ENG',
    );
    expect(at('https://acme.atlassian.net/jira/software/c/projects/ENG/boards/1')).toContain('/browse/ENG');
    expect(at('https://acme.atlassian.net/jira/your-work')).toBe('jira:https://acme.atlassian.net');
    expect(at('https://acme.atlassian.net/')).toBe('jira:https://acme.atlassian.net');
    expect(at('https://acme.atlassian.net/wiki/spaces/ENG')).toBeUndefined();
  });
});
