import { admin } from '@googleapis/admin';
import { auth, drive } from '@googleapis/drive';
import { describe, expect } from 'vitest';
import { quickConnectorContract } from '../testing/connector.contract.ts';
import { connectorTest, html, PRIYA, TOM } from '../testing/connector-test.ts';
import { connector } from './connector.ts';
import { startDrive, startSharedDrive } from './testing/fake-drive.ts';

quickConnectorContract('Google Drive', startDrive);
// What a page narrows there is tested below.
quickConnectorContract('Google Drive, a shared drive,', startSharedDrive);

const it = connectorTest(startDrive);

describe('Google Drive', () => {
  it('Google’s own clients work against the fake', async ({ fake }) => {
    fake.putPage('2', { title: 'Shared', html, people: [TOM], parent: '1' });
    const signedIn = new auth.OAuth2();
    signedIn.setCredentials({ access_token: 'secret' });
    const options = { auth: signedIn, rootUrl: `${fake.api.base}/` };
    const files = drive({ version: 'v3', ...options });
    const { data: list } = await files.files.list({ q: "'root0' in parents", fields: '*', pageSize: 1000 });
    expect(list.files?.map(({ id }) => id)).toEqual(['f1', 'd1', 'f3']);
    expect(list.nextPageToken).toBe('3');
    const { data: page } = await files.files.get({ fileId: 'f2', fields: '*' });
    expect(page).toMatchObject({ name: 'Shared', parents: ['d1'], permissions: [{ type: 'user', emailAddress: TOM }] });
    const { data: text } = await files.files.export({ fileId: 'f2', mimeType: 'text/markdown' });
    expect(text).toContain('Helmets are worn');
    const { data: permissions } = await files.permissions.list({ fileId: 'f1' });
    expect(permissions.permissions?.[0]).toMatchObject({ type: 'group', emailAddress: 'staff@groups.example' });
    const { data: start } = await files.changes.getStartPageToken();
    fake.deletePage('5');
    const { data: changes } = await files.changes.list({ pageToken: start.startPageToken ?? '' });
    expect(changes).toMatchObject({
      changes: [{ fileId: 'f5', removed: true }],
      newStartPageToken: expect.any(String),
    });
    const directory = admin({ version: 'directory_v1', ...options });
    const { data: members } = await directory.members.list({ groupKey: 'staff@groups.example' });
    expect(members.members?.map(({ email }) => email)).toEqual([PRIYA, TOM]);
    await expect(files.files.get({ fileId: 'f9' })).rejects.toMatchObject({ status: 404 });
  });

  it('a sync in which nothing changed asks for the logs and the groups alone, with one token', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    await ingest();
    const at = fake.api.asked.length;
    expect(await sync()).toMatchObject({ unchanged: 5, deleted: 0, failed: [] });
    expect(fake.api.asked.slice(at).map(({ path: asked }) => asked.replace(/\?.*/, ''))).toEqual([
      '/drive/v3/files/root0',
      '/drive/v3/changes',
      '/admin/directory/v1/groups/staff%40groups.example/members',
    ]);
    expect(fake.tokensGiven).toBe(1);
    expect(await work.sees(PRIYA, ['1', '5'])).toEqual(['1', '5']);
  });

  it('goes on from the log although a file cannot be read, says so each time, and reads it once it changed', async ({
    fake,
    ingest,
    sync,
  }) => {
    const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
    fake.putFile('6', { name: 'broken.docx', mimeType: docx, bytes: 'no document' });
    fake.putFile('7', { name: 'rules.txt', mimeType: 'text/plain', bytes: 'Boots with steel caps are worn.' });
    expect(await ingest()).toMatchObject({ added: 6, failed: [{ id: 'drive/f6' }] });
    for (let times = 0; times < 2; times++) {
      const at = fake.api.asked.length;
      expect(await sync()).toMatchObject({ unchanged: 6, failed: [{ id: 'drive/f6' }] });
      expect(fake.api.asked.slice(at).some(({ path: asked }) => /\/files\?/.test(asked))).toBe(false);
    }
    fake.putFile('6', { name: 'now.txt', mimeType: 'text/plain', bytes: 'Gloves are worn at the press.' });
    expect(await sync()).toMatchObject({ added: 1, unchanged: 6, failed: [] });
  });

  it('leaves out pictures, what is gone, what takes a link, and who may see it no longer', async ({
    fake,
    work,
    ingest,
  }) => {
    const user = (email: string, more: object = {}) => ({ id: email, type: 'user', emailAddress: email, ...more });
    fake.putPermissions('1', [user(PRIYA, { expirationTime: '2020-01-01T00:00:00Z' }), user(TOM)]);
    const takesLink = { id: '7l', type: 'domain', domain: 'example.com', allowFileDiscovery: false };
    const ofView = {
      id: 'published',
      type: 'domain',
      domain: 'example.com',
      allowFileDiscovery: true,
      view: 'published',
    };
    fake.putPermissions('2', [user(PRIYA, { deleted: true }), user(TOM, { pendingOwner: true }), ofView]);
    fake.putPermissions('3', [{ id: 'anyoneWithLink', type: 'anyone', allowFileDiscovery: false }, takesLink]);
    fake.putPermissions('4', [{ id: 'anyone', type: 'anyone', allowFileDiscovery: true }]);
    fake.putPermissions('5', [{ id: '7k', type: 'domain', domain: 'Example.com', allowFileDiscovery: true }]);
    fake.putFile('6', { name: 'plan.png', mimeType: 'image/png', bytes: 'png' });
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
    const all = ['1', '2', '3', '4', '5'];
    expect(await work.sees(PRIYA, all)).toEqual(['4', '5']);
    expect(await work.sees(TOM, all)).toEqual(['1', '4', '5']);
    expect(await work.sees('eve@elsewhere.org', all)).toEqual(['4']);
    expect(await work.text('1')).not.toContain('image');
  });

  it('counts no suspended member of a group', async ({ fake, work, ingest }) => {
    fake.suspended.add(TOM);
    await ingest();
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    expect(await work.sees(TOM, ['1'])).toEqual([]);
  });

  it('follows groups in groups, and ends in a circle of them', async ({ fake, work, ingest }) => {
    fake.putGroup('staff', ['inner']);
    fake.putGroup('inner', ['staff', PRIYA]);
    expect(await ingest()).toMatchObject({ failed: [] });
    expect(await work.sees(PRIYA, ['1'])).toEqual(['1']);
    expect(await work.sees(TOM, ['1'])).toEqual([]);
  });

  it('in a shared drive a file adds people, a folder with limited access leaves members out, and a new member writes no page', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.isShared = true;
    fake.putPage('2', { title: 'Page 2', html, people: ['eve@example.com'] });
    fake.putPage('3', { title: 'Page 3', html, people: [TOM] });
    fake.putPage('4', { title: 'Page 4', html, parent: '3' });
    fake.limited.add('3');
    await ingest();
    const all = ['1', '2', '3', '4'];
    expect(await work.sees(PRIYA, all)).toEqual(['1', '2', '3']);
    expect(await work.sees('eve@example.com', all)).toEqual(['2']);
    expect(await work.sees(TOM, all)).toEqual(all);
    fake.openTo({ groups: ['staff'], people: ['new@example.com'] });
    const report = await sync();
    expect(report).toMatchObject({ unchanged: 5, failed: [] });
    expect(report.rescoped).toBeUndefined();
    expect(await work.sees('new@example.com', all)).toEqual(['1', '2', '3']);
  });

  it('in a shared drive a folder with limited access keeps members out of what inherits from it', async ({
    fake,
    work,
    ingest,
  }) => {
    fake.isShared = true;
    fake.putPage('2', { title: 'Page 2', html, parent: '1' });
    fake.limited.add('1');
    await ingest();
    expect(await work.sees(PRIYA, ['1', '2', '3'])).toEqual(['1', '3']);
  });

  it('closes a file whose permissions may not be read, and opens it once they may', async ({
    fake,
    work,
    ingest,
    sync,
  }) => {
    fake.isShared = true;
    fake.putPage('2', { title: 'Page 2', html, people: [TOM] });
    let refuses = true;
    fake.api.onRequest = ({ path: asked }) => {
      if (refuses && asked.includes('/files/f2/permissions')) fake.api.faults.push({ status: 403, body: {} });
    };
    expect((await ingest()).failed).toMatchObject([{ code: 'PLATFORM_REFUSED' }]);
    expect(await work.sees(TOM, ['1', '2'])).toEqual(['1']);
    refuses = false;
    expect(await sync()).toMatchObject({ rescoped: 1, failed: [] });
    expect(await work.sees(TOM, ['1', '2'])).toEqual(['1', '2']);
  });

  it('says so when Google searched a part of the files alone', async ({ fake, ingest }) => {
    fake.api.onRequest = ({ path: asked }) => {
      if (/\/files\?/.test(asked)) fake.api.faults.push({ body: { files: [], incompleteSearch: true } });
    };
    expect(await ingest()).toMatchObject({ failed: [{ message: expect.stringContaining('a part of the files') }] });
  });

  it('says in Google’s own words why it refuses, and waits where it says that too much was asked', async ({
    fake,
    ingest,
  }) => {
    const message = 'Google Drive API has not been used in project 7 before or it is disabled.';
    fake.api.onRequest = ({ path: asked }) => {
      if (asked.startsWith('/drive/v3/files/root0'))
        fake.api.faults.push({ status: 403, body: { error: { message } } });
    };
    expect((await ingest()).failed[0]?.message).toContain(message);
    const reason = {
      status: 403,
      body: { error: { errors: [{ reason: 'userRateLimitExceeded' }], message: 'Slower.' } },
    };
    fake.api.onRequest = undefined;
    fake.api.faults.push(undefined, reason);
    expect(await ingest()).toMatchObject({ added: 5, failed: [] });
  });

  it('takes the links that people copy', () => {
    const at = (input: string) => connector.locate(input)?.location;
    expect(at('https://drive.google.com/drive/u/0/folders/1AbC-d_e?usp=sharing')).toBe(
      'drive:https://drive.google.com/drive/folders/1AbC-d_e',
    );
    expect(at('https://docs.google.com/document/d/1XyZ/edit#heading=h.1')).toContain('/folders/1XyZ');
    expect(at('everything')).toBe('drive:everything');
    expect(at('https://drive.google.com/drive/my-drive')).toBeUndefined();
  });
});
