import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBrowser, openOidcProvider } from '../web/testing/oidc-provider.ts';
import { openSampleWeb } from '../web/testing/sample-web.ts';
import type { McpFailure } from './failure.ts';

/** An MCP client's storage for a sign-in, and its redirect to the provider. */
const createSignIn = (redirectUrl: string, scope: string) => {
  let information: OAuthClientInformationMixed | undefined;
  let tokens: OAuthTokens | undefined;
  let verifier = '';
  const opened: string[] = [];
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: 'a client nobody registered by hand',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope,
    },
    clientInformation: () => information,
    saveClientInformation: (saved) => {
      information = saved;
    },
    tokens: () => tokens,
    saveTokens: (saved) => {
      tokens = saved;
    },
    redirectToAuthorization: (url) => void opened.push(url.href),
    saveCodeVerifier: (saved) => {
      verifier = saved;
    },
    codeVerifier: () => verifier,
  };
  return { provider, opened, tokens: () => tokens };
};

let provider: Awaited<ReturnType<typeof openOidcProvider>>;
let web: Awaited<ReturnType<typeof openSampleWeb>>;
let callback: Server;
let callbackUrl: string;

beforeAll(async () => {
  provider = await openOidcProvider({
    priya: { name: 'Priya', email: 'priya@example.com', email_verified: true },
    sam: { name: 'Sam', email: 'sam@example.com', email_verified: true },
  });
  web = await openSampleWeb(provider.settings);
  provider.register(`${web.url}/sign-in/callback`, { resource: `${web.url}/mcp` });
  callback = createServer((_, response) => response.end('You may close this window.'));
  await new Promise<void>((resolve) => callback.listen(0, '127.0.0.1', resolve));
  callbackUrl = `http://127.0.0.1:${(callback.address() as AddressInfo).port}/callback`;
});
afterAll(async () => {
  await web?.close();
  await provider?.close();
  callback?.close();
});

/** Connects a client by its URL: the person signs in in the browser, which redirects back to the client. */
const connect = async (login: string, scope: string) => {
  const { provider: authProvider, opened, tokens } = createSignIn(callbackUrl, scope);
  const url = new URL(`${web.url}/mcp`);
  const first = new StreamableHTTPClientTransport(url, { authProvider });
  await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
  const asked = new URL(opened[0] ?? '');
  // The client requests the scope that the refusal named, but a person may choose a smaller one.
  asked.searchParams.set('scope', scope);
  const ended = await createBrowser().approve(asked.href, login);
  await first.finishAuth(new URL(ended.url).searchParams.get('code') ?? '');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider }));
  return { client, token: tokens()?.access_token ?? '' };
};

const list = (token: string) =>
  fetch(`${web.url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
const codeIn = async (response: Response) => ((await response.json()) as McpFailure).error.data?.code;
const codeOf = async (token: string) => codeIn(await list(token));

describe('an MCP client that is given nothing but the URL', () => {
  it('finds the sign-in provider, registers itself, and asks as the person who signed in', async () => {
    const { client, token } = await connect('priya', 'search ask');
    const { structuredContent } = await client.callTool({
      name: 'ask',
      arguments: { question: 'How many weeks of parental leave do I get?' },
    });
    expect(structuredContent).toMatchObject({ verdict: 'answered', answer: expect.stringContaining('26 weeks') });
    const turns = [];
    for await (const turn of web.parley.stores.conversations.allTurns()) turns.push(turn.askerId);
    expect(new Set(turns)).toEqual(new Set(['oidc:priya']));
    expect((await list(token)).status).toBe(200);
    await client.close();
  });

  it('is asked for more when it may only search', async () => {
    const { client, token } = await connect('sam', 'search');
    await client.callTool({ name: 'search', arguments: { query: 'parental leave' } });
    const response = await fetch(`${web.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'ask', arguments: { question: 'x' } },
      }),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toMatch(/error="insufficient_scope", scope="ask"/);
    await client.close();
  });

  it('is refused with a token of another signer, another service, or of yesterday', async () => {
    const { privateKey, publicKey } = await generateKeyPair('RS256');
    expect(await exportJWK(publicKey)).toBeDefined();
    const forged = await new SignJWT({ scope: 'search ask' })
      .setProtectedHeader({ alg: 'RS256', kid: 'x' })
      .setIssuer(provider.issuer)
      .setSubject('priya')
      .setAudience(`${web.url}/mcp`)
      .setExpirationTime('1h')
      .sign(privateKey);
    expect(await codeOf(forged)).toBe('TOKEN_UNKNOWN');
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa('{"sub":"priya"}')}.x`.replaceAll('=', '');
    expect(await codeOf(unsigned)).toBe('TOKEN_UNKNOWN');

    const { client, token } = await connect('priya', 'search');
    await client.close();
    // The same token at a Parley with another address.
    const other = await openSampleWeb(provider.settings);
    const response = await fetch(`${other.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect([response.status, await codeIn(response)]).toEqual([401, 'TOKEN_FOREIGN']);
    await other.close();
  });
});
