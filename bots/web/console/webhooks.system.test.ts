import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../core/log.ts';
import { openGuardedFetcher } from '../../../runtime/guarded-fetcher.ts';
import { runJobs } from '../../../runtime/jobs/run-jobs.ts';
import { createWebhooks, WEBHOOK } from '../../../runtime/webhooks/webhooks.ts';
import type { AuditView, WebhooksView } from '../console-api.ts';
import { createRoles } from '../people/roles.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openScriptedWeb } from '../testing/scripted-web.ts';
import { type Console, openConsole } from './testing/open-console.ts';

/** Starts a webhook receiver that answers with the queued `statuses`, and then with 204. */
const openReceiver = async () => {
  const received: { body: string; headers: Record<string, string> }[] = [];
  const statuses: number[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(statuses.shift() ?? 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { url, received, statuses, close: () => new Promise((resolve) => server.close(resolve)) };
};

describe.skipIf(chromiumPath === undefined)(`webhooks${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let shown: Console;
  let web: Console['web'];
  let page: Page;
  let receiver: Awaited<ReturnType<typeof openReceiver>>;

  beforeAll(async () => {
    receiver = await openReceiver();
    shown = await openConsole({ PARLEY_FETCH_ALLOW: '127.0.0.1' });
    ({ web, page } = shown);
  });
  afterAll(async () => {
    await shown?.close();
    await receiver?.close();
  });

  const open = () => shown.open('webhooks');
  const view = async (): Promise<WebhooksView> =>
    (await (await fetch(`${web.url}/api/console/admin/webhooks`)).json()) as WebhooksView;
  const trail = async () =>
    ((await (await fetch(`${web.url}/api/console/admin/audit`)).json()) as AuditView).records.map(
      ({ action }) => action,
    );
  const card = () => page.locator('li.card', { hasText: receiver.url });

  it('adds a webhook for some events, and shows its secret once; the receiver’s library accepts the signature', async () => {
    await open();
    await page.getByText('No program is told of anything yet').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByLabel('Address').fill(`${receiver.url}?key=of-the-receiver`);
    await page.getByLabel('feedback').uncheck();
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    const secret = await page.locator('[role=status] code').innerText();
    expect(secret).toMatch(/^whsec_/);
    expect(await card().innerText()).toMatch(/active[\s\S]*a question no page answers, a source that fails/);
    expect(await card().innerText()).not.toContain('feedback');

    await card().getByRole('button', { name: 'Send a test' }).click();
    await card().getByText('The receiver took the test.').waitFor();
    const [event] = receiver.received;
    expect(new Webhook(secret).verify(event?.body ?? '', event?.headers ?? {})).toMatchObject({ type: 'test' });

    const { endpoints } = await view();
    expect(endpoints[0]?.events).toEqual(['question.unanswered', 'source.failed', 'page.poisoned']);
    await open();
    expect(await page.content()).not.toContain('whsec_');
    expect(JSON.stringify(endpoints)).not.toContain('secret');
    const audit = await (await fetch(`${web.url}/api/console/admin/audit`)).text();
    expect(audit).toContain('"webhook.add"');
    // The trail contains neither the webhook's secret nor the receiver's own key, which is part of the address.
    expect(audit).not.toMatch(/whsec_|of-the-receiver/);
  });

  it('explains why a receiver refused a test', async () => {
    receiver.statuses.push(401);
    await card().getByRole('button', { name: 'Send a test' }).click();
    const words = await card().getByRole('alert').innerText();
    expect(words).toContain('answered 401. It must take a POST and answer with a status from 200 to 299');
    expect(await violations(page)).toEqual([]);
  });

  it('lists events that could not be delivered, and queues them again', async () => {
    const once = { ...WEBHOOK, attempts: 1 };
    const fetcher = async () => openGuardedFetcher(web.parley.settings);
    const webhooks = createWebhooks({ stores: web.parley.stores, fetcher, log: silentLog, kind: once });
    await webhooks.emit({ type: 'source.failed', source: 'wiki', failure: { code: 'X', message: 'Down.' } });
    receiver.statuses.push(500);
    const jobs = runJobs({
      queue: web.parley.stores.jobs,
      handlers: [{ kind: once, atOnce: 1, pollMs: 10, run: web.parley.webhooks.deliver }],
      log: silentLog,
    });
    await expect.poll(async () => (await view()).failed.length).toBe(1);
    await jobs.close();
    await open();
    await card().getByText('1 event not delivered').waitFor();
    expect(await page.locator('.grid tbody tr').innerText()).toMatch(/a source that fails\s.*answered 500/s);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send them again' }).click();
    await page.getByText('1 event will be sent again.').waitFor();
    await card().getByText('active', { exact: true }).waitFor();
    expect((await web.parley.stores.jobs.depth()).find(({ kind }) => kind === 'webhook')?.waiting).toBe(1);
  });

  it('works in the dark theme and on a phone, removes a webhook, and records it in the audit trail', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    expect(await violations(page)).toEqual([]);
    expect((await contrasts(page)).low).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    page.once('dialog', (dialog) => void dialog.accept());
    await card().getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No program is told of anything yet').waitFor();
    expect((await view()).endpoints).toEqual([]);
    expect(await trail()).toEqual(['webhook.remove', 'webhook.retry', 'webhook.test', 'webhook.test', 'webhook.add']);
    expect(shown.complaints).toEqual([]);
  });

  it('refuses an invalid address, an unknown event and an unknown webhook', async () => {
    const post = async (path: string, body: unknown) =>
      (
        await fetch(`${web.url}/api/console/admin/webhooks${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: web.url },
          body: JSON.stringify(body),
        })
      ).status;
    const url = 'https://hooks.example.com';
    expect(await post('', { url: 'javascript:alert(1)', events: ['feedback.given'] })).toBe(400);
    expect(await post('', { url, events: [] })).toBe(400);
    expect(await post('', { url, events: ['everything'] })).toBe(400);
    expect(await post('/none/test', {})).toBe(404);
    expect(await post('/none/remove', {})).toBe(404);
    expect((await view()).endpoints).toEqual([]);
  });
});

describe('webhooks, by role', () => {
  it('is for admins: a reviewer is refused', async () => {
    const provider = await openOidcProvider({ ann: { email: 'ann@example.com', email_verified: true } });
    const web = await openScriptedWeb(async () => ({ text: 'Thirty [1].' }), { settings: provider.settings });
    provider.register(`${web.url}/sign-in/callback`);
    const ann = createBrowser();
    const ask = async () => (await ann.send(`${web.url}/api/console/admin/webhooks`)).response.status;
    try {
      expect(await ask()).toBe(401);
      await ann.signIn(web.url, 'ann');
      expect(await ask()).toBe(403);
      await createRoles(web.stores.keyValues).setRole('ann@example.com', 'reviewer');
      expect(await ask()).toBe(403);
      await createRoles(web.stores.keyValues).setRole('ann@example.com', 'admin');
      expect(await ask()).toBe(200);
    } finally {
      await web.close();
      await provider.close();
    }
  });
});
