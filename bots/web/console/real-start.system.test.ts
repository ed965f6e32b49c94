import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type StartedParley, startParley } from '../../../cli/testing/start-parley.ts';
import { htmlPage } from '../../../ingest/sources/testing/fake-site.ts';
import { type FakeZendesk, startZendesk } from '../../../ingest/sources/zendesk/testing/fake-zendesk.ts';
import { openEmbedded } from '../../../stores/embedded/index.ts';
import { askerIdOf } from '../asker.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../testing/chromium.ts';

/** An admin's tasks in a browser against a real `parley start` process, and the audit records of these tasks. */
describe.skipIf(chromiumPath === undefined)(
  `the console of a started Parley${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`,
  () => {
    let folder: string;
    let parley: StartedParley;
    let url: string;
    let zendesk: FakeZendesk;
    let browser: Awaited<ReturnType<typeof openBrowser>>;
    let page: Page;
    let site: Server;
    let siteUrl: string;
    let erased: string;
    const asked: string[] = [];
    const texts = new Map<string, string>();
    /** The web site answers requests for `/handbook/slow` only after this promise resolves. */
    let gate: Promise<void> = Promise.resolve();

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'parley-started-'));
      site = createServer(async (request, response) => {
        const where = request.url ?? '/';
        asked.push(where);
        if (where === '/handbook/slow') await gate;
        const text = texts.get(where);
        response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(text);
      });
      await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
      siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
      texts.set('/handbook/', htmlPage('Start', ['/handbook/boats', '/handbook/slow', '/handbook/private/pay']));
      texts.set('/handbook/boats', htmlPage('Boats', ['/handbook/deep']));
      for (const name of ['slow', 'deep', 'private/pay']) texts.set(`/handbook/${name}`, htmlPage(name));

      zendesk = await startZendesk();
      zendesk.openTo({ people: ['priya@example.com'] });
      for (const id of ['1', '2'])
        zendesk.putPage(id, { title: `Article ${id}`, html: `<p>Helmets are rule ${id}.</p>` });
      const credentials = path.join(folder, 'credentials.yaml');
      await writeFile(credentials, stringify(zendesk.credentials), { mode: 0o600 });

      const access = path.join(folder, 'access.yaml');
      await writeFile(access, 'groups:\n  crew: { members: [priya@example.com] }\n');
      const data = path.join(folder, 'data');
      await mkdir(data);
      const stores = openEmbedded(path.join(data, 'parley.db'));
      const old = '2026-01-05T08:00:00.000Z';
      await stores.conversations.putConversation({
        id: 'web:old',
        platform: 'web',
        title: 'Old',
        createdAt: old,
        updatedAt: old,
      });
      await stores.close();
      parley = await startParley(
        'web,worker',
        {
          PARLEY_DATA: data,
          PARLEY_ACCESS: access,
          PARLEY_CREDENTIALS: credentials,
          PARLEY_FETCH_ALLOW: '127.0.0.1,localhost',
          PARLEY_RETENTION_DAYS: '30',
          PORT: '0',
        },
        { cwd: folder, says: /http:\/\/localhost:\d+/ },
      );
      url = /http:\/\/localhost:\d+/.exec(parley.heard.out)?.[0] ?? '';
      browser = await openBrowser({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
      page = browser.pages()[0] ?? (await browser.newPage());
    });
    afterAll(async () => {
      await browser?.dispose();
      parley?.child.kill('SIGKILL');
      await zendesk?.close();
      site?.closeAllConnections();
      await new Promise((resolve) => site.close(resolve));
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    });

    const open = async (where: string) => {
      await page.goto(`${url}/console/${where}`);
      await page.locator('h1').waitFor();
    };
    const card = (name: string) => page.locator('.card', { has: page.getByRole('heading', { name, exact: false }) });
    const adding = async (tab: string) => {
      await open('sources');
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByRole('tab', { name: tab }).click();
    };

    it('crawls a web site within its limits, with live progress', async () => {
      let release = () => {};
      gate = new Promise((resolve) => {
        release = resolve;
      });
      await adding('Web site');
      await page.getByLabel('Address').fill(`${siteUrl}/handbook/`);
      await page.getByLabel('Links deep').fill('1');
      await page.getByText('More', { exact: true }).click();
      await page.getByLabel('Name', { exact: false }).first().fill('boathouse');
      await page.getByLabel('Never paths like').fill('/handbook/private/**');
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Add and read' }).click();
      await card('boathouse').getByText('Reading…').waitFor();
      await card('boathouse').getByRole('progressbar').waitFor();
      expect(await violations(page)).toEqual([]);
      release();
      await card('boathouse').getByText('added 3 pages').waitFor();
      expect(asked).not.toContain('/handbook/private/pay');
      expect(asked).not.toContain('/handbook/deep');
    });

    it('shows in a dry run what a sync would change, and then syncs', async () => {
      texts.set('/handbook/boats', htmlPage('Boats of 2027'));
      await open('sources');
      await card('boathouse').getByRole('button', { name: 'Dry run' }).click();
      await card('boathouse').getByText('A sync would update 1').waitFor();
      await open('pages?source=boathouse');
      await page.getByRole('button', { name: 'Boats', exact: true }).waitFor();
      await open('sources');
      await card('boathouse').getByRole('button', { name: 'Sync now' }).click();
      await card('boathouse').getByText('The last run updated 1').waitFor();
      await open('pages?source=boathouse');
      await page.getByRole('button', { name: 'Boats of 2027' }).waitFor();
    });

    it('ingests from a connector', async () => {
      await adding('Connector');
      await page.locator('input[name=location]').fill(zendesk.input);
      await page.getByText('More', { exact: true }).click();
      await page.getByLabel('Name', { exact: false }).first().fill('help');
      await page.getByRole('button', { name: 'Add and read' }).click();
      await card('help').getByText('added 2 pages').waitFor();
      expect(await violations(page)).toEqual([]);
    });

    it('ingests files that are dropped on the form', async () => {
      await adding('Files');
      const dropped = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['# Tea\n\nTea is served at 4.'], 'tea.md', { type: 'text/markdown' }));
        return transfer;
      });
      await page.locator('.drop').dispatchEvent('dragover', { dataTransfer: dropped });
      await page.locator('.drop').dispatchEvent('drop', { dataTransfer: dropped });
      await page.locator('.files').getByText('tea.md').waitFor();
      await page.getByLabel('Name of the source').fill('kitchen');
      await page.getByRole('button', { name: 'Upload and read' }).click();
      await card('kitchen').getByText('added 1 page').waitFor();
    });

    it('takes files that are dropped anywhere on the page of sources', async () => {
      await open('sources');
      await page.getByRole('button', { name: 'Add a source' }).waitFor();
      const dropped = await page.evaluateHandle(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File(['# Cake\n\nCake is on Fridays.'], 'cake.md', { type: 'text/markdown' }));
        return transfer;
      });
      await page.locator('h1').dispatchEvent('drop', { dataTransfer: dropped });
      await page.locator('.files').getByText('cake.md').waitFor();
      expect(await page.locator('.files li').count()).toBe(1);
      await page.keyboard.press('Escape');
      await page.locator('.dialog').waitFor({ state: 'detached' });
    });

    it('opens the form that an address names, and forgets it when it is closed', async () => {
      await open('sources?add=files');
      await page.locator('.drop').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('.dialog').waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
    });

    it('shows what the access file would change at the next start', async () => {
      await open('access');
      expect(await page.getByRole('row', { name: /^crew/ }).innerText()).toContain('none');
      await writeFile(
        path.join(folder, 'access.yaml'),
        'groups:\n  crew: { members: [priya@example.com, omar@example.com] }\nsources:\n  kitchen: group:crew\n',
      );
      await open('access');
      expect(await page.getByRole('row', { name: /^crew/ }).innerText()).toContain('+ omar@example.com');
      expect(await page.getByRole('row', { name: /kitchen/ }).innerText()).toMatch(/group.crew[\s\S]*before/);
      expect(await violations(page)).toEqual([]);
    });

    it('shows when a token expires and when it was last used', async () => {
      await open('tokens');
      await page.getByLabel('Name').fill('n8n');
      await page.getByLabel('How long it lives').selectOption('7 days');
      await page.getByRole('button', { name: 'Make a token' }).click();
      const text = await page.locator('.card code').innerText();
      const row = page.getByRole('row', { name: /n8n/ });
      expect(await row.innerText()).toContain('never');
      const ends = await page.evaluate(() => new Date(Date.now() + 7 * 86_400_000).toLocaleDateString());
      expect(await row.innerText()).toContain(ends);
      expect((await fetch(`${url}/api/v1/about`, { headers: { authorization: `Bearer ${text}` } })).status).toBe(200);
      await expect
        .poll(async () => {
          await open('tokens');
          await row.waitFor();
          return row.innerText();
        })
        .not.toContain('never');
    });

    it("exports a person's data, and erases it", async () => {
      await page.goto(url);
      await page.fill('#question', 'When is tea served?');
      await page.keyboard.press('Enter');
      await page.locator('.turn[data-phase=done]').waitFor();
      const cookie = (await browser.cookies(url)).find(({ name }) => name === 'parley_asker');
      const id = askerIdOf(cookie?.value ?? '');
      erased = id;
      await open('people');
      await page.getByRole('button', { name: "A person's data" }).click();
      await page.getByLabel("The person's e-mail address or id").fill(id);
      expect(await violations(page)).toEqual([]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download' }).click();
      const file = await (await download).path();
      expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
        id,
        turns: [{ question: 'When is tea served?' }],
      });
      page.once('dialog', (dialog) => void dialog.accept());
      await page.getByRole('button', { name: 'Erase', exact: true }).click();
      await page.getByText(/^Erased: /).waitFor();
      await page.goto(url);
      await page.locator('.welcome').waitFor();
      expect(await page.locator('body').innerText()).not.toContain('When is tea served?');
    });

    it('deletes threads that are older than the retention period, and says so', async () => {
      const retention = page.getByRole('region', { name: 'Retention' });
      await expect
        .poll(
          async () => {
            await open('settings');
            return retention.innerText();
          },
          { interval: 1000 },
        )
        .toMatch(/30 days[\s\S]*0 threads[\s\S]*: 1 thread/);
    });

    it('records all of this in the audit trail, without the id of the erased person', async () => {
      await open('audit');
      await page.locator('.trail li').first().waitFor();
      const trail = await page.locator('.trail').innerText();
      for (const change of [
        /added the source boathouse[\s\S]*depth 1/,
        /synced boathouse/,
        /added the source help/,
        /uploaded a file to kitchen/,
        /made the token/,
        /exported what is kept of/,
        /erased all that was kept of a person/,
        /deleted/,
      ])
        expect(trail).toMatch(change);
      expect(trail).not.toContain(erased);
      expect(await violations(page)).toEqual([]);
    });
  },
);
