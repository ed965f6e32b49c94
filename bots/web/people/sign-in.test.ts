import { afterEach, describe, expect, it } from 'vitest';
import { chatChecks } from '../../checks.ts';
import { readBotSettings } from '../../settings.ts';
import type { SessionView } from '../api.ts';
import { type Account, createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openScriptedWeb, page } from '../testing/scripted-web.ts';
import { createConsoleTrail } from './audit.ts';
import { createFirstAdminLinks } from './first-admin.ts';
import { createRoles } from './roles.ts';
import { createSessions, SESSION_SECONDS } from './sessions.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).reverse()) await one.close();
});

const openWeb = async (settings: Record<string, string> = {}) => {
  const web = await openScriptedWeb(async () => ({ text: 'Thirty [1].' }), {
    settings,
    pages: [page('docs/leave.md', 'Leave', 'Thirty days.')],
  });
  opened.push(web);
  return web;
};

const openWithProvider = async (accounts: Record<string, Account>, settings: Record<string, string> = {}) => {
  const provider = await openOidcProvider(accounts);
  opened.push(provider);
  const web = await openWeb({ ...provider.settings, ...settings });
  provider.register(`${web.url}/sign-in/callback`);
  return { web, provider };
};

const sessionOf = async (browser: ReturnType<typeof createBrowser>, url: string) =>
  (await (await browser.send(`${url}/api/session`)).response.json()) as SessionView;

const post = (browser: ReturnType<typeof createBrowser>, url: string, body: unknown, headers = {}) =>
  browser.send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

it('doctor asks the provider, and says what is missing before a start is refused', async () => {
  const provider = await openOidcProvider({});
  opened.push(provider);
  provider.register('http://127.0.0.1/sign-in/callback');
  const look = (settings: Record<string, string>) => chatChecks['sign-in'](readBotSettings(settings));
  expect(await look({})).toEqual([]);
  expect(await look(provider.settings)).toMatchObject([{ what: 'sign-in', state: 'ok' }]);
  expect(await look({ ...provider.settings, OIDC_ISSUER: 'http://127.0.0.1:9' })).toMatchObject([
    { what: 'sign-in', state: 'broken', remedy: expect.stringContaining('OIDC_ISSUER') },
  ]);
  await expect(look({ OIDC_ISSUER: provider.issuer })).rejects.toMatchObject({ code: 'BAD_SETTING' });
});

describe('at the machine itself', () => {
  it('nobody has to sign in, and everybody is an admin', async () => {
    const web = await openWeb();
    const { person, signIn } = await sessionOf(createBrowser(), web.url);
    expect(person).toMatchObject({ role: 'admin', by: 'machine' });
    expect(signIn).toEqual({ provider: false, required: false });
  });

  it.each([
    ['behind a proxy', {}, { 'x-forwarded-for': '203.0.113.7' }],
    ['behind a proxy that says so otherwise', {}, { forwarded: 'for=203.0.113.7' }],
    ['with a public address', { PARLEY_PUBLIC_URL: 'http://localhost:1234' }, {}],
    ['listening on the network', { PARLEY_HOST: '0.0.0.0' }, {}],
    ['where sign-in is required', { PARLEY_SIGN_IN: 'required' }, {}],
  ])('not %s', async (_, settings, headers) => {
    const web = await openWeb(settings);
    const response = await fetch(`${web.url.replace(/:\d+$/, '')}:${web.port}/api/session`, { headers });
    expect(((await response.json()) as SessionView).person).toMatchObject({ role: 'asker', by: 'none' });
  });
});

it('after a sign-out the provider asks who signs in, and only then', async () => {
  const { web } = await openWithProvider({ ann: { name: 'Ann' } });
  const browser = createBrowser();
  await browser.signIn(web.url, 'ann');
  // The provider knows the browser: another sign-in goes through without a question.
  expect((await browser.send(`${web.url}/sign-in`)).url).not.toContain('/interaction/');
  await post(browser, `${web.url}/api/session/end`, {});
  const { url } = await browser.send(`${web.url}/sign-in`);
  expect(url).toContain('/interaction/');
  await browser.signIn(web.url, 'ann');
  expect((await sessionOf(browser, web.url)).person).toMatchObject({ name: 'Ann', by: 'oidc' });
  expect((await browser.send(`${web.url}/sign-in`)).url).not.toContain('/interaction/');
});

describe('the one-time link', () => {
  it('signs in one admin once, even when two requests use it at the same time', async () => {
    const web = await openWeb({ PARLEY_SIGN_IN: 'required' });
    const [, secret] = (await createFirstAdminLinks(web.stores.keyValues).make()).split('#once=');
    const [ann, bob] = [createBrowser(), createBrowser()];
    expect((await ann.send(`${web.url}/api/v1/about`)).response.status).toBe(401);
    const replies = await Promise.all([ann, bob].map((one) => post(one, `${web.url}/api/session/once`, { secret })));
    expect(replies.map(({ response }) => response.status).sort()).toEqual([200, 403]);
    const winner = replies[0]?.response.status === 200 ? ann : bob;
    expect((await sessionOf(winner, web.url)).person).toMatchObject({ role: 'admin', by: 'local' });
    expect((await winner.send(`${web.url}/api/v1/about`)).response.status).toBe(200);
    expect(await createRoles(web.stores.keyValues).hasAdmin()).toBe(true);
    const { records } = await createConsoleTrail(web.stores.keyValues).list({ limit: 5 });
    expect(records).toMatchObject([{ action: 'sign-in.once', by: 'Local admin' }]);
  });

  it('expires after a day', async () => {
    const web = await openWeb();
    let now = Date.now();
    const links = createFirstAdminLinks(web.stores.keyValues, { now: () => now, sleep: async () => {} });
    const [, secret = ''] = (await links.make()).split('#once=');
    now += 24 * 3600 * 1000 + 1;
    expect(await links.redeem(secret)).toBe(false);
  });

  it('is refused when another site sends it', async () => {
    const web = await openWeb({ PARLEY_SIGN_IN: 'required' });
    const body = { secret: 'x' };
    const forged = await post(createBrowser(), `${web.url}/api/session/once`, body, {
      origin: 'https://evil.example',
      'sec-fetch-site': 'cross-site',
    });
    expect(forged.response.status).toBe(403);
    expect(await forged.response.text()).toContain('another site');
  });
});

describe('sign-in by a provider', () => {
  const priya: Account = { name: 'Priya', email: 'Priya@Example.com', email_verified: true, groups: ['hr'] };

  it('opens a session with the verified address and groups, and returns to the page that the person came from', async () => {
    const { web } = await openWithProvider({ priya });
    const browser = createBrowser();
    expect((await browser.send(`${web.url}/api/v1/about`)).response.status).toBe(401);
    const end = await browser.signIn(web.url, 'priya', '/t/web:12345678');
    expect(end.url).toBe(`${web.url}/t/web:12345678`);
    expect((await sessionOf(browser, web.url)).person).toEqual({
      id: 'oidc:priya',
      name: 'Priya',
      email: 'priya@example.com',
      role: 'asker',
      by: 'oidc',
    });
    expect((await browser.send(`${web.url}/api/v1/about`)).response.status).toBe(200);
    const [known] = await createRoles(web.stores.keyValues).people();
    expect(known).toMatchObject({ id: 'oidc:priya', groups: ['hr'] });
  });

  it('applies a new role for the e-mail address at once', async () => {
    const { web } = await openWithProvider({ priya });
    const browser = createBrowser();
    await browser.signIn(web.url, 'priya');
    await createRoles(web.stores.keyValues).setRole('PRIYA@example.com', 'reviewer');
    expect((await sessionOf(browser, web.url)).person.role).toBe('reviewer');
  });

  it.each([
    ['unverified', { email: 'ceo@example.com', email_verified: false }, {}, undefined],
    ['of which nothing is said', { email: 'ceo@example.com' }, {}, undefined],
    ['of a provider that is trusted', { email: 'ceo@example.com' }, { OIDC_EMAIL: 'trusted' }, 'ceo@example.com'],
    [
      'unverified, of one that is trusted',
      { email: 'c@example.com', email_verified: false },
      { OIDC_EMAIL: 'trusted' },
      undefined,
    ],
    ['that is missing', {}, {}, undefined],
  ])('an address %s', async (_, account, settings, email) => {
    const { web } = await openWithProvider({ mallory: account }, settings);
    const browser = createBrowser();
    await browser.signIn(web.url, 'mallory');
    expect((await sessionOf(browser, web.url)).person).toMatchObject({ id: 'oidc:mallory', role: 'asker' });
    expect((await sessionOf(browser, web.url)).person.email).toBe(email);
  });

  it('refuses a callback that this browser did not start', async () => {
    const { web } = await openWithProvider({ priya });
    const [browser, victim] = [createBrowser(), createBrowser()];
    const begun = await browser.send(`${web.url}/sign-in`);
    expect(begun.url).toContain('/interaction/');
    for (const who of [victim, browser]) {
      const end = await who.send(`${web.url}/sign-in/callback?code=stolen&state=made-up`);
      expect(new URL(end.url).searchParams.get('failed')).toBe('SIGN_IN_FAILED');
      expect((await sessionOf(who, web.url)).person.by).toBe('none');
    }
  });

  it('says so when the provider is down, and works when it is back', async () => {
    const { web, provider } = await openWithProvider({ priya });
    const port = Number(new URL(provider.issuer).port);
    await provider.close();
    const browser = createBrowser();
    const end = await browser.send(`${web.url}/sign-in`);
    expect(end.url).toContain('/console/sign-in?failed=SIGN_IN_FAILED');
    const again = await openOidcProvider({ priya }, port);
    opened.push(again);
    again.register(`${web.url}/sign-in/callback`);
    await browser.signIn(web.url, 'priya');
    expect((await sessionOf(browser, web.url)).person.by).toBe('oidc');
  });

  it('never sends the browser to another site', async () => {
    const { web } = await openWithProvider({ priya });
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example']) {
      expect((await createBrowser().signIn(web.url, 'priya', to)).url).toBe(`${web.url}/`);
    }
  });
});

describe('erasing a person', () => {
  const priya: Account = { name: 'Priya', email: 'Priya@Example.com', email_verified: true };
  const openWithAdmin = async (accounts: Record<string, Account>) => {
    const { web } = await openWithProvider(accounts);
    const admin = createBrowser();
    const [, secret] = (await createFirstAdminLinks(web.stores.keyValues).make()).split('#once=');
    await post(admin, `${web.url}/api/session/once`, { secret });
    const manage = async (what: string, body: unknown, method = 'POST') => {
      const headers = { 'content-type': 'application/json' };
      const url = `${web.url}/api/console/admin/${what}`;
      const { response } = await admin.send(url, { method, headers, body: JSON.stringify(body) });
      expect(response.status).toBe(200);
      return (await response.json()) as Record<string, unknown>;
    };
    return { web, manage };
  };

  it.each(['oidc:priya', 'PRIYA@example.com'])('removes the role of their e-mail address: %s', async (who) => {
    const { web, manage } = await openWithAdmin({ priya });
    await manage('people/role', { who: 'Priya@Example.com', role: 'admin' }, 'PUT');
    const browser = createBrowser();
    await browser.signIn(web.url, 'priya');
    expect((await sessionOf(browser, web.url)).person.role).toBe('admin');
    expect(JSON.stringify(await manage('person/export', { id: who }))).toMatch(
      /web-role.*web-person|web-person.*web-role/,
    );

    await manage('person/erase', { id: who });
    expect((await sessionOf(browser, web.url)).person.by).toBe('none');
    for await (const record of web.stores.keyValues.all()) expect(JSON.stringify(record)).not.toMatch(/priya/i);
    await browser.signIn(web.url, 'priya');
    expect((await sessionOf(browser, web.url)).person.role).toBe('asker');
  });

  it('keeps the role of an e-mail address that another person signs in with too', async () => {
    const { web, manage } = await openWithAdmin({ priya, again: { ...priya, name: 'Priya, by another account' } });
    await manage('people/role', { who: 'priya@example.com', role: 'reviewer' }, 'PUT');
    const [one, other] = [createBrowser(), createBrowser()];
    await one.signIn(web.url, 'priya');
    await other.signIn(web.url, 'again');
    await manage('person/erase', { id: 'oidc:priya' });
    expect((await sessionOf(one, web.url)).person.by).toBe('none');
    expect((await sessionOf(other, web.url)).person.role).toBe('reviewer');
  });
});

it('a session ends when the person signs out, and after a week', async () => {
  const web = await openWeb();
  let now = Date.now();
  const sessions = createSessions(web.stores.keyValues, { now: () => now, sleep: async () => {} });
  const person = { id: 'oidc:priya', groups: [], by: 'oidc' as const };
  const [one, two] = [await sessions.open(person), await sessions.open(person)];
  await sessions.close(one);
  expect(await sessions.holder(one)).toBeUndefined();
  expect(await sessions.holder(two)).toEqual(person);
  now += SESSION_SECONDS * 1000;
  expect(await sessions.holder(two)).toBeUndefined();
  await sessions.open(person);
  expect(await web.stores.keyValues.list('web-session', { limit: 10 })).toHaveLength(1);
});
