import { ServerClient } from 'confluence-server.js';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, html } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startConfluenceDc } from './testing/fake-confluence-dc.ts';

quickConnectorContract('Confluence Data Center', startConfluenceDc);

const it = connectorTest(startConfluenceDc);

describe('Confluence Data Center', () => {
  it('the server client of confluence.js, signed in by a personal access token, works against the fake', async ({
    fake,
  }) => {
    fake.putPage('2', { title: 'Restricted', html, people: ['tom@example.com'], groups: ['staff'], parent: '1' });
    fake.comment?.('2', 'Really.');
    const client = new ServerClient({
      host: fake.api.base,
      apiPrefix: '/confluence',
      authentication: { personalAccessToken: 'secret' },
    });
    const { results: spaces } = await client.space.getSpaces({ limit: 10 });
    expect(spaces[0]).toMatchObject({ key: 'ENG' });
    const page = await client.content.getContentById({ id: '2', expand: 'body.view,ancestors' });
    expect(page).toMatchObject({ title: 'Restricted', body: { view: { value: html } }, ancestors: [{ id: '1' }] });
    const { results: comments } = await client.content.getContentComments({ id: '2', expand: 'body.view' });
    expect(comments[0]?.body?.view?.value).toContain('Really.');
    const read = await client.content.getRestrictionsForOperation({ id: '2', operationKey: 'read' });
    expect(read.restrictions?.group?.results[0]).toMatchObject({ name: 'staff' });
    const members = await client.group.getMembers({ groupName: 'staff' });
    const [priya] = members.results;
    expect(priya).toMatchObject({ username: 'priya.at.example.com' });
    expect(await client.user.getUser({ key: priya?.userKey })).toMatchObject({ username: priya?.username });
  });

  it('a token that is no administrator’s reads the addresses profile by profile, each once', async ({
    fake,
    work,
    ingest,
  }) => {
    fake.isAdmin = false;
    fake.putPage('3', { title: 'For one', html, people: ['tom@example.com'] });
    fake.openTo({ groups: ['staff'], people: ['tom@example.com', 'hidden@example.com'] });
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
    expect(await work.sees('tom@example.com', ['1', '3'])).toEqual(['1', '3']);
    expect(await work.sees('priya@example.com', ['1', '3'])).toEqual(['1']);
    expect(await work.sees('hidden@example.com', ['1', '3'])).toEqual([]);
    const profiles = fake.api.asked.filter(({ path }) => path.includes('/profile/'));
    expect(new Set(profiles.map(({ path }) => path)).size).toBe(3);
  });

  it('somebody whose account was deactivated sees nothing', async ({ fake, work, ingest, sync }) => {
    await ingest();
    expect(await work.sees('priya@example.com', ['1'])).toEqual(['1']);
    fake.deactivate('priya@example.com');
    for (const isAdmin of [true, false]) {
      fake.isAdmin = isAdmin;
      expect(await sync()).toMatchObject({ failed: [] });
      expect(await work.sees('priya@example.com', ['1'])).toEqual([]);
      expect(await work.sees('tom@example.com', ['1'])).toEqual(['1']);
    }
  });

  it('follows groups in groups, in a circle too', async ({ fake, work, ingest, sync }) => {
    fake.putGroup('berlin', ['ada@example.com']);
    fake.putGroup('europe', []);
    fake.nest('staff', ['europe']);
    fake.nest('europe', ['berlin']);
    fake.nest('berlin', ['staff']);
    expect(await ingest()).toMatchObject({ failed: [] });
    expect(await work.sees('ada@example.com', ['1'])).toEqual(['1']);
    fake.nest('europe', []);
    await sync();
    expect(await work.sees('ada@example.com', ['1'])).toEqual([]);
    expect(await work.sees('priya@example.com', ['1'])).toEqual(['1']);
  });

  it('closes a page below one whose restrictions can no longer be read', async ({ fake, work, ingest, sync }) => {
    fake.putPage('2', { title: 'Below', html, parent: '1' });
    await ingest();
    fake.api.onRequest = ({ path }) => {
      // The list names page 1 above page 2, and page 1 has gone by the time that it is asked for.
      if (path.includes('/content/search')) fake.withdraw('1');
    };
    const cutOff = Array.from({ length: 250 }, (_, at) => `person${at}@example.com`);
    fake.putPage('1', { title: 'Page 1', html, people: cutOff });
    const { failed } = await sync();
    expect(failed.map(({ message }) => message)).toContain(
      'Who may see this page could not be read, so nobody sees it here.',
    );
    expect(await work.sees('priya@example.com', ['1', '2', '4'])).toEqual(['4']);
  });

  it('reads a restriction whose list is cut off in full', async ({ fake, work, ingest }) => {
    const many = Array.from({ length: 450 }, (_, at) => `person${at}@example.com`);
    fake.putGroup('staff', ['priya@example.com', ...many]);
    fake.putPage('1', { title: 'Page 1', html, people: many });
    await ingest();
    expect(await work.sees('person449@example.com', ['1'])).toEqual(['1']);
    expect(await work.sees('priya@example.com', ['1'])).toEqual([]);
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input)?.location;
    const eng = 'confluence-dc:https://wiki.acme.example/confluence/spaces/ENG';
    expect(at('https://wiki.acme.example/confluence/display/ENG/Some+page')).toBe(eng);
    expect(at('https://wiki.acme.example/confluence/spaces/ENG/pages/12/Some+page')).toBe(eng);
    expect(at('https://wiki.acme.example/confluence/spaces/viewspace.action?key=ENG')).toBe(eng);
    expect(at('https://wiki.acme.example/')).toBe('confluence-dc:https://wiki.acme.example');
    expect(at('https://wiki.acme.example/confluence/')).toBe('confluence-dc:https://wiki.acme.example/confluence');
    expect(at('wiki.acme.example')).toBeUndefined();
  });
});
