import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFirstAdminLinks } from '../people/first-admin.ts';
import { createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openScriptedWeb } from '../testing/scripted-web.ts';

let web: Awaited<ReturnType<typeof openScriptedWeb>>;
let provider: Awaited<ReturnType<typeof openOidcProvider>>;
let folder: string;
/** Signed in with the provider, and by the link that `parley start` prints for the operator. */
const [priya, operator] = [createBrowser(), createBrowser()];

const send = async (who: typeof priya, url: string, body: unknown, method = 'POST') =>
  (
    await who.send(`${web.url}/api/${url}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).response;
const add = async (who: typeof priya, location: string, kind = 'folder') => {
  const response = await send(who, 'console/sources', { kind, location });
  return { status: response.status, ...((await response.json()) as { message?: string }) };
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-folders-'));
  for (const name of ['team/handbook', 'team-private', 'team:a'])
    await mkdir(path.join(folder, name), { recursive: true });
  await writeFile(path.join(folder, 'team-private', 'pay.md'), 'Pay.');
  await symlink(path.join(folder, 'team-private'), path.join(folder, 'team', 'out'));
  provider = await openOidcProvider({ priya: { name: 'Priya', email: 'priya@example.com', email_verified: true } });
  web = await openScriptedWeb(async () => ({ text: 'Thirty [1].' }), {
    settings: { ...provider.settings, PARLEY_CONSOLE_FOLDERS: `${folder}/team, ${folder}/not-there` },
  });
  provider.register(`${web.url}/sign-in/callback`);
  const [, secret] = (await createFirstAdminLinks(web.stores.keyValues).make()).split('#once=');
  await send(operator, 'session/once', { secret });
  await send(operator, 'console/admin/people/role', { who: 'priya@example.com', role: 'admin' }, 'PUT');
  await priya.signIn(web.url, 'priya');
});
afterAll(async () => {
  await web.close();
  await provider.close();
});

it('an admin who signed in adds what lies in a folder that the operator named', async () => {
  expect((await add(priya, path.join(folder, 'team'))).status).toBe(202);
  expect((await add(priya, path.join(folder, 'team/handbook/'))).status).toBe(202);
});

it.each([
  ['a neighbour whose name begins the same', 'team-private'],
  ['a file', 'team-private/pay.md'],
  ['the folder around it', '.'],
  ['a way out by dots', 'team/../team-private'],
  ['a way out by a link', 'team/out'],
  ['a path where nothing is, in the same words', 'secrets'],
])('and nothing else: %s', async (_, name) => {
  const location = `${folder}/${name}`;
  const message = `${location} is not in a folder that may be added here.`;
  expect(await add(priya, location)).toMatchObject({ status: 403, message });
});

it("nor a path in the form of a connector's place, while such a place is no path", async () => {
  expect((await add(priya, `${folder}/team:a/../team-private`, 'connector')).status).toBe(403);
  expect((await add(priya, 'slack:#support', 'connector')).status).toBe(202);
});

it('whoever holds the machine adds any folder', async () => {
  expect((await add(operator, path.join(folder, 'team-private'))).status).toBe(202);
});
