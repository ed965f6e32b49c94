import { Client, HTTPMessageHandler, type Middleware } from '@microsoft/microsoft-graph-client';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, html, PRIYA, TOM } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startSharePoint } from './testing/fake-sharepoint.ts';

quickConnectorContract('SharePoint', startSharePoint);

const it = connectorTest(startSharePoint);

describe('SharePoint', () => {
  it('Microsoft’s own client works against the fake', async ({ fake }) => {
    fake.putPage('2', { title: 'Shared', html, people: [TOM], parent: '1' });
    fake.putSitePage('Welcome', '<p>Welcome to the hall.</p>');
    // The client gives its tokens to https alone: here a step of its own chain signs in.
    const http = new HTTPMessageHandler();
    const signIn: Middleware = {
      execute(context) {
        context.options = {
          ...context.options,
          headers: { ...context.options?.headers, authorization: 'Bearer secret' },
        };
        return http.execute(context);
      },
    };
    const baseUrl = `${fake.api.base}/`;
    const client = Client.initWithMiddleware({ baseUrl, defaultVersion: 'v1.0', middleware: signIn });
    // It takes a link with https alone for one of its own.
    const pathOf = (link: string) => link.slice(`${baseUrl}v1.0`.length);
    const site = await client.api('/sites/127.0.0.1:/sites/Handbook').get();
    expect(site).toMatchObject({ displayName: 'Handbook' });
    const { value: drives } = await client.api(`/sites/${site.id}/drives`).get();
    expect(drives).toMatchObject([{ id: 'b-documents', name: 'Documents' }]);
    const items: { id: string }[] = [];
    let page = await client.api('/drives/b-documents/root/delta').header('Prefer', 'hierarchicalsharing').get();
    for (;;) {
      items.push(...page.value);
      if (!page['@odata.nextLink']) break;
      page = await client.api(pathOf(page['@odata.nextLink'])).get();
    }
    expect(items.map(({ id }) => id)).toEqual(['root0', 'f1', 'd1', 'f2', 'f3', 'f4', 'f5']);
    fake.deletePage('5');
    const { value: changed } = await client.api(pathOf(page['@odata.deltaLink'])).get();
    expect(changed).toMatchObject([{ id: 'f5', deleted: { state: 'deleted' } }]);
    const { value: permissions } = await client.api('/drives/b-documents/items/f2/permissions').get();
    expect(permissions).toMatchObject([{ roles: ['read'], grantedToV2: { user: { email: TOM } } }]);
    const { value: members } = await client.api('/groups/staff/transitiveMembers/microsoft.graph.user').get();
    expect(members).toMatchObject([{ mail: PRIYA }, { mail: TOM }]);
    await expect(client.api('/drives/b-documents/items/f9').get()).rejects.toMatchObject({ statusCode: 404 });
  });

  it('reads the pages of the site, and goes on by the delta with a few requests', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.putSitePage('Welcome', '<h2>Boots</h2><p>Boots with steel caps are worn at the press.</p>');
    expect(await ingest()).toMatchObject({ added: 6, failed: [] });
    const every = await work.stores.documents.scopes();
    const page = await work.stores.documents.document('sharepoint/b-pages/p-Welcome', every);
    expect(page).toMatchObject({ title: 'Welcome', text: expect.stringContaining('Boots with steel caps') });
    const at = fake.api.asked.length;
    expect(await sync()).toMatchObject({ unchanged: 6, failed: [] });
    expect(fake.api.asked.slice(at).filter(({ path }) => path.includes('delta?%24select'))).toEqual([]);
  });

  it('counts people of a link for some, nobody of one for many, and nobody with limited access', async ({
    fake,
    work,
    ingest,
  }) => {
    const of = (email: string) => ({ user: { email } });
    fake.putPermissions('1', [
      { id: 'a', roles: ['read'], link: { scope: 'users' }, grantedToIdentitiesV2: [of(TOM)] },
    ]);
    fake.putPermissions('2', [
      { id: 'b', roles: ['read'], link: { scope: 'anonymous' } },
      { id: 'c', roles: ['read'], link: { scope: 'organization' } },
    ]);
    fake.putPermissions('3', [{ id: 'd', roles: ['sp.limited access'], grantedToV2: of(TOM) }]);
    fake.putPermissions('4', [
      { id: 'e', roles: ['write'], expirationDateTime: '2020-01-01T00:00:00Z', grantedToV2: of(TOM) },
    ]);
    const login = { siteUser: { loginName: 'i:0#.f|membership|tom@example.com' } };
    fake.putPermissions('5', [{ id: 'f', roles: ['owner'], grantedToV2: login }]);
    await ingest();
    expect(await work.sees(TOM, ['1', '2', '3', '4', '5'])).toEqual(['1', '5']);
    expect(await work.sees(PRIYA, ['1', '2', '3', '4', '5'])).toEqual([]);
  });

  it('leaves a group of the site to the access file: Graph does not tell who is in it', async ({
    fake,
    work,
    ingest,
  }) => {
    const siteGroup = { siteGroup: { id: '5', displayName: 'Handbook Members' } };
    fake.putPermissions('1', [{ id: 'a', roles: ['write'], grantedToV2: siteGroup }]);
    fake.putPermissions('2', [
      {
        id: 'b',
        roles: ['read'],
        grantedToV2: { siteUser: { loginName: 'c:0-.f|rolemanager|spo-grid-all-users/tenant' } },
      },
    ]);
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
    expect(await work.sees(TOM, ['1', '2', '3'])).toEqual(['3']);
    const every = await work.stores.documents.scopes();
    const scopes = (await work.stores.documents.document(fake.idOf('1'), every))?.scopes ?? [];
    expect(scopes[0]).toMatch(/\/site-group\/acme\.example,1,2\/Handbook Members$/);
  });

  it('lists everything anew where the delta is no longer known, and closes what it may not be told', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    await ingest();
    fake.forgetsTokens = true;
    fake.deletePage('3');
    expect(await sync()).toMatchObject({ deleted: 1, unchanged: 4, failed: [] });
    fake.forgetsTokens = false;
    fake.maySeePermissions = false;
    fake.openTo({ groups: ['staff'] });
    expect((await sync()).failed).toHaveLength(4);
    expect(await work.sees(TOM, ['1', '2'])).toEqual([]);
    fake.maySeePermissions = true;
    expect(await sync()).toMatchObject({ rescoped: 4, failed: [] });
    expect(await work.sees(TOM, ['1', '2'])).toEqual(['1', '2']);
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input);
    expect(at('https://acme.sharepoint.com/sites/Handbook/Shared%20Documents/Forms/AllItems.aspx')).toMatchObject({
      base: 'https://graph.microsoft.com/v1.0',
      location: 'sharepoint:https://acme.sharepoint.com/sites/Handbook',
    });
    expect(at('https://acme-my.sharepoint.com/personal/priya_acme_example/_layouts/15/onedrive.aspx')?.location).toBe(
      'sharepoint:https://acme-my.sharepoint.com/personal/priya_acme_example',
    );
    expect(at('https://acme.sharepoint.com/')?.location).toBe('sharepoint:https://acme.sharepoint.com');
    expect(at('not an address')).toBeUndefined();
  });
});
