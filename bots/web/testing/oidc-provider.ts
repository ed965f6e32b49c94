import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Claims of one account. The key under which a test registers it is its `sub` and login name. */
export interface Account {
  name?: string;
  email?: string;
  email_verified?: boolean;
  groups?: string[];
}

const CLIENT = { OIDC_CLIENT_ID: 'parley', OIDC_CLIENT_SECRET: 'a secret of the test' };

/** Starts a real OpenID Connect provider (the npm package oidc-provider) on loopback, with the test's accounts. */
export const openOidcProvider = async (accounts: Record<string, Account>, port = 0) => {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    settings: { OIDC_ISSUER: issuer, ...CLIENT, OIDC_SCOPES: 'openid email profile groups' },
    /**
     * Registers Parley as a client and starts answering; called once Parley listens and its redirect URI is known.
     * @param options `resource`: lets other programs register themselves and get access tokens (RFC 9068) for this address
     */
    register(redirectUri: string, { resource }: { resource?: string } = {}) {
      const provider = new Provider(issuer, {
        clients: [
          { client_id: CLIENT.OIDC_CLIENT_ID, client_secret: CLIENT.OIDC_CLIENT_SECRET, redirect_uris: [redirectUri] },
        ],
        scopes: ['openid', 'email', 'profile', 'groups', ...(resource === undefined ? [] : ['search', 'ask'])],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'], groups: ['groups'] },
        features: {
          devInteractions: { enabled: true },
          ...(resource !== undefined && {
            registration: { enabled: true },
            resourceIndicators: {
              enabled: true,
              useGrantedResource: () => true,
              getResourceServerInfo: (_context: unknown, indicator: string) => ({
                scope: 'search ask',
                audience: indicator,
                accessTokenTTL: 600,
                accessTokenFormat: 'jwt' as const,
              }),
            },
          }),
        },
        ...(resource !== undefined && {
          extraTokenClaims: (_context: unknown, token: object) => {
            const account = 'accountId' in token ? accounts[String(token.accountId)] : undefined;
            const { email, email_verified } = account ?? {};
            return { email, email_verified };
          },
        }),
        cookies: { keys: ['one key of the test'] },
        findAccount: (_context: unknown, id: string) =>
          accounts[id] && { accountId: id, claims: () => ({ sub: id, ...accounts[id] }) },
      });
      server.removeAllListeners('request');
      server.on('request', provider.callback());
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

/** A minimal browser for tests: follows redirects and keeps cookies for each host. */
export const createBrowser = () => {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string) => {
    const { host } = new URL(url);
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };
  const send = async (url: string, init: RequestInit = {}): Promise<{ url: string; response: Response }> => {
    const jar = jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    const location = response.headers.get('location');
    return location ? send(new URL(location, url).href) : { url, response };
  };
  return {
    send,
    cookies: jarOf,
    /** Signs in through Parley's `/sign-in` and the provider's pages; returns the last page. */
    async signIn(parley: string, login: string, to = '/') {
      return this.approve(`${parley}/sign-in?to=${encodeURIComponent(to)}`, login);
    },
    /** Opens an address that redirects to the provider, signs in and consents there; returns the last page. */
    async approve(url: string, login: string) {
      let at = await send(url);
      for (const prompt of ['login', 'consent']) {
        if (!at.url.includes('/interaction/')) break;
        const page = await at.response.text();
        const action = /action="([^"]+)"/.exec(page)?.[1] ?? at.url;
        at = await send(new URL(action, at.url).href, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ prompt, login, password: 'any' }).toString(),
        });
      }
      return at;
    },
  };
};
