import { Gitlab } from '@gitbeaker/rest';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, fivePages, PRIYA, TOM } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startGitLab } from './testing/fake-gitlab.ts';

quickConnectorContract('GitLab', startGitLab);

const it = connectorTest(startGitLab, (fake) => {
  fake.levels.set(PRIYA, 10);
  fivePages(fake, [PRIYA, TOM, 'hidden@example.com', 'public@example.com']);
});

describe('GitLab', () => {
  it('Gitbeaker works against the fake', async ({ fake }) => {
    fake.comment?.('2', 'Really.');
    fake.putWiki('home', 'Welcome to the hall.');
    const gitlab = new Gitlab({ host: fake.api.base, token: 'secret' });
    expect(await gitlab.Projects.show('acme/handbook')).toMatchObject({ id: 7, visibility: 'private' });
    const issues = await gitlab.Issues.all({ projectId: 7, perPage: 100 });
    expect(issues.map(({ iid }) => iid)).toEqual([1, 2, 3, 4]);
    expect((await gitlab.MergeRequests.all({ projectId: 7 })).map(({ iid }) => iid)).toEqual([5]);
    expect(await gitlab.IssueNotes.all(7, 2)).toMatchObject([{ body: 'Really.', system: false }]);
    const members = await gitlab.ProjectMembers.all(7, { includeInherited: true });
    expect(members.map(({ access_level }) => access_level)).toEqual([10, 30, 30, 30]);
    expect(await gitlab.ProjectWikis.all(7, { withContent: true })).toMatchObject([
      { slug: 'home', content: 'Welcome to the hall.' },
    ]);
    expect(await gitlab.Groups.show('acme')).toMatchObject({ full_path: 'acme' });
    expect(await gitlab.Users.show(4)).toMatchObject({ id: 4 });
  });

  it('shows merge requests to reporters, confidential issues to them, their author and assignees', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    const [author, assignee] = ['author@example.com', PRIYA];
    fake.putGroup('staff', [PRIYA, TOM, author, 'guest@example.com']);
    for (const email of [author, 'guest@example.com']) fake.levels.set(email, 10);
    await ingest();
    const all = ['1', '2', '5'];
    expect(await work.sees('guest@example.com', all)).toEqual(['1', '2']);
    const gitlab = new Gitlab({ host: fake.api.base, token: 'secret' });
    const members = await gitlab.ProjectMembers.all(7, { includeInherited: true });
    const id = members.find(({ username }) => username === 'priya')?.id;
    fake.putFields('2', { confidential: true, assignees: [{ id }] });
    expect(await sync()).toMatchObject({ failed: [] });
    expect(await work.sees('guest@example.com', all)).toEqual(['1']);
    expect(await work.sees(author, all)).toEqual(['1', '2']);
    expect(await work.sees(assignee, all)).toEqual(['1', '2']);
    expect(await work.sees(TOM, all)).toEqual(all);
    // "Minimal access" is no access to what is in the project, nor to what one wrote there.
    fake.levels.set(author, 5);
    fake.putGroup('staff', [PRIYA, TOM, author]);
    expect(await sync()).toMatchObject({ failed: [] });
    expect(await work.sees(author, all)).toEqual([]);
  });

  it('counts no member whose account is blocked', async ({ fake, work, ingest }) => {
    fake.blocked.add(TOM);
    await ingest();
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    expect(await work.sees(TOM, ['1'])).toEqual([]);
  });

  it('counts the address that somebody shows, and shows a project that opens to everybody, and closes it again', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    await ingest();
    expect(await work.sees('public@example.com', ['1', '5'])).toEqual(['1', '5']);
    expect(await work.sees('hidden@example.com', ['1'])).toEqual([]);
    fake.project.visibility = 'public';
    fake.project.merge_requests_access_level = 'private';
    expect(await sync()).toMatchObject({ updated: 0, failed: [] });
    expect(await work.sees('eve@example.com', ['1', '5'])).toEqual(['1']);
    fake.project.visibility = 'internal';
    await sync();
    expect(await work.sees('eve@example.com', ['1', '5'])).toEqual([]);
    fake.mayListMembers = false;
    expect((await sync()).failed).toHaveLength(5);
    expect(await work.sees(TOM, ['1', '5'])).toEqual([]);
  });

  it('reads the wiki, leaves out notes for reporters and of GitLab itself, and takes a group for its projects', async ({
    fake,
    work,
    sync,
  }) => {
    fake.putWiki('safety/boots', 'Boots with steel caps are worn at the press.');
    fake.putNote('2', { body: 'added ~hall label', system: true });
    fake.putNote('2', { body: 'Between us.', internal: true });
    fake.comment?.('2', 'For all.');
    expect(await work.ingest([`gitlab:${fake.api.base}/acme`], { source: 'there' })).toMatchObject({
      added: 6,
      failed: [],
    });
    expect(await work.text('2')).toContain('For all.');
    expect(await work.text('2')).not.toMatch(/Between us|label/);
    fake.putWiki('safety/boots', undefined);
    expect(await sync()).toMatchObject({ deleted: 1, unchanged: 5, failed: [] });
  });

  it('a sync asks for what was updated alone while the counts agree', async ({ fake, ingest, sync }) => {
    await ingest();
    const at = fake.api.asked.length;
    expect(await sync()).toMatchObject({ unchanged: 5, failed: [] });
    const lists = fake.api.asked.slice(at).filter(({ path }) => /\/(?:issues|merge_requests)\?/.test(path));
    expect(lists.every(({ path }) => path.includes('updated_after='))).toBe(true);
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input)?.location;
    expect(at('https://gitlab.com/acme/team/handbook/-/issues/3')).toBe('gitlab:https://gitlab.com/acme/team/handbook');
    expect(at('https://git.acme.example/acme/handbook.git')).toBe('gitlab:https://git.acme.example/acme/handbook');
    expect(at('https://gitlab.com/acme/')).toBe('gitlab:https://gitlab.com/acme');
    expect(at('https://gitlab.com/')).toBeUndefined();
  });
});
