import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Provider } from 'oidc-provider';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepToken, oauthGrant, serviceAccountGrant } from './access-tokens.ts';
import { readCredentials, signedIn } from './credentials.ts';
import { createFetcher } from './fetch.ts';

let provider: Server;
let base: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'parley-tokens-'));
  provider = createServer((...call) => handle(...call));
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done));
  base = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  // A certified authorization server, so that what is asked of it is what such servers expect.
  const handle = new Provider(base, {
    clients: [
      {
        client_id: 'parley',
        client_secret: 's3cret',
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    features: { clientCredentials: { enabled: true } },
    scopes: ['read'],
    ttl: { ClientCredentials: 600 },
  }).callback();
});
afterAll(() => {
  provider.close();
});
const client = (client_secret: string) => ({
  token_url: `${base}/token`,
  client_id: 'parley',
  client_secret,
  scope: 'read',
});

it('asks an authorization server by client credentials, once for as long as the token is good', async () => {
  let now = 0;
  let asked = 0;
  const grant = oauthGrant(client('s3cret'));
  const token = keepToken(
    () => {
      asked++;
      return grant();
    },
    () => now,
  );
  const [first, second] = await Promise.all([token(), token()]);
  expect(first).toMatch(/\w{10}/);
  expect(second).toBe(first);
  now = 500_000;
  expect(await token()).toBe(first);
  // A minute before its 600 seconds are over.
  now = 541_000;
  expect(await token()).not.toBe(first);
  expect(asked).toBe(2);
  // Many that are refused at once share one new token.
  now = 560_000;
  await Promise.all([token(true), token(true), token(true)]);
  expect(asked).toBe(3);
});

it('says what the server says of credentials that it refuses, and asks again the next time', async () => {
  const token = keepToken(oauthGrant(client('wrong')));
  for (let times = 0; times < 2; times++)
    await expect(token()).rejects.toMatchObject({
      code: 'PLATFORM_REFUSED',
      message: expect.stringContaining('invalid_client'),
    });
});

it('signs in with the token, and with a new one once the host refuses it', async () => {
  const seen: (string | undefined)[] = [];
  const host = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(seen.length === 2 ? 401 : 200).end('{}');
  });
  await new Promise<void>((done) => host.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const file = path.join(folder, 'credentials.yaml');
  writeFileSync(
    file,
    `"${origin}": { oauth: { token_url: "${base}/token", client_id: parley, client_secret: "\${SECRET}", scope: read } }`,
  );
  const fetcher = createFetcher({ allow: '127.0.0.1' });
  const own = signedIn(fetcher, readCredentials(file, { SECRET: 's3cret' }), origin);
  await own.fetch(`${origin}/a`);
  await own.fetch(`${origin}/b`);
  expect(seen).toHaveLength(3);
  expect(seen[0]).toMatch(/^Bearer [\w-]/);
  await fetcher.close();
  host.close();
});

it('takes no key that it cannot read, sends none in the clear, and quotes none', async () => {
  const key = path.join(folder, 'key.json');
  const account = { key_file: 'key.json', scopes: ['read'] };
  const grant = () => serviceAccountGrant(account, path.join(folder, 'credentials.yaml'));
  expect(grant).toThrow('There is no such file');
  writeFileSync(key, '{ "private_key": "s3cret"');
  expect(grant).toThrow(/It is no JSON key\.$/);
  const parts = { client_email: 'a@b.example', private_key: 's3cret', token_uri: `${base}/token` };
  writeFileSync(key, JSON.stringify(parts));
  await expect(grant()()).rejects.toThrow('no PKCS#8 key');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  writeFileSync(key, JSON.stringify({ ...parts, private_key, token_uri: 'http://tokens.example/token' }));
  await expect(grant()()).rejects.toMatchObject({ code: 'BAD_SETTING' });
  // The provider does not support such assertions. Its refusal is reported.
  writeFileSync(key, JSON.stringify({ ...parts, private_key }));
  await expect(grant()()).rejects.toMatchObject({ code: 'PLATFORM_REFUSED' });
});
