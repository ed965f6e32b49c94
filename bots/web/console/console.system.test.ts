import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRoles } from '../people/roles.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { unreachable } from '../testing/keyboard.ts';
import { type Console, openConsole } from './testing/open-console.ts';

const PAGES = [
  ...[
    'sources',
    'pages',
    'search?q=site+lead',
    'graph?entity=norway',
    'names',
    'inbox',
    'gaps',
    'runs',
    'compare',
    'usage',
  ],
  ...['people', 'access', 'tokens', 'webhooks', 'settings', 'audit', 'sign-in', 'nowhere'],
];

describe.skipIf(chromiumPath === undefined)(`the console${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let shown: Console;
  let web: Console['web'];
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-console-'));
    shown = await openConsole({}, { acceptDownloads: true });
    ({ web, page } = shown);
  });
  afterAll(async () => {
    await shown?.close();
  });

  const open = async (where: string) => {
    await page.goto(`${web.url}/console/${where}`);
    await page.locator('h1').waitFor();
  };

  it('adds a folder, shows which files could not be read and why, and forgets it after a dry run', async () => {
    await writeFile(path.join(folder, 'snacks.md'), '# Snacks\n\nThe snack budget of Lagoon is 40 euros a month.');
    await writeFile(path.join(folder, 'broken.pdf'), '%PDF-1.7 and nothing that follows');
    await open('sources');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('tab', { name: 'Folder' }).click();
    await page.getByLabel('Path').fill(folder);
    await page.getByText('More', { exact: true }).click();
    await page.getByLabel('Name', { exact: false }).first().fill('Snacks');
    await page.getByRole('button', { name: 'Add and read' }).click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'snacks' }) });
    await card.getByText('1 page could not be read').waitFor();
    await card.getByText('1 page could not be read').click();
    expect(await card.locator('.failures').innerText()).toContain('broken.pdf');
    expect(await violations(page)).toEqual([]);

    await card.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'See what would go' }).click();
    expect(await page.locator('.receipt').innerText()).toMatch(/1\s+documents/);
    await page.getByRole('button', { name: 'Keep it' }).click();
    expect((await web.parley.stores.documents.sources()).map(({ id }) => id)).toContain('snacks');
    await card.getByRole('button', { name: 'Forget' }).click();
    await page.getByRole('button', { name: 'See what would go' }).click();
    await page.getByRole('button', { name: 'Forget it' }).click();
    // Below an open dialog no heading has a role, so that a card that is not found may still be there.
    await expect
      .poll(async () => (await web.parley.stores.documents.sources()).map(({ id }) => id), { timeout: 20_000 })
      .not.toContain('snacks');
    await card.waitFor({ state: 'detached' });
  });

  it('rejects a missing folder at once, and keeps showing why an address could not be read', async () => {
    await open('sources');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('tab', { name: 'Folder' }).click();
    await page.getByLabel('Path').fill(path.join(folder, 'nothing-here'));
    await page.getByRole('button', { name: 'Add and read' }).click();
    await page.locator('.dialog .problem', { hasText: 'There is no file or folder' }).waitFor();
    await page.getByRole('tab', { name: 'Web site' }).click();
    // Without a scheme, as people type it. Parley refuses to fetch localhost by default.
    await page.getByLabel('Address').fill('localhost/handbook');
    await page.getByRole('button', { name: 'Add and read' }).click();
    await page.locator('.dialog').waitFor({ state: 'detached' });
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'localhost' }) });
    await card.getByText(/PARLEY_FETCH_ALLOW/).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.reload();
    await card.waitFor();
    await card.getByRole('button', { name: 'Put away' }).click();
    await card.waitFor({ state: 'detached' });
  });

  it('keeps the account visible and every page reachable in a low window', async () => {
    await page.setViewportSize({ width: 1280, height: 560 });
    await open('sources');
    const account = await page.locator('.account').boundingBox();
    expect((account?.y ?? 0) + (account?.height ?? 0)).toBeLessThanOrEqual(560);
    await page.getByRole('link', { name: 'Changes' }).click();
    await page.getByRole('heading', { name: 'Changes', level: 1 }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('ingests uploaded files, and does not run a script in a file name or title', async () => {
    await open('sources');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.locator('input[type=file]').setInputFiles([
      {
        name: 'lunch.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# Lunch\n\nLunch is at the Cannery at 12:30.'),
      },
      {
        name: '<img src=x onerror=alert(1)>.md',
        mimeType: 'text/markdown',
        buffer: Buffer.from('# <img src=x onerror=alert(1)>\n\nA page with script in its title.'),
      },
    ]);
    await page.getByLabel('Name of the source').fill('dropped');
    await page.getByRole('button', { name: 'Upload and read' }).click();
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'dropped' }) });
    await card.getByText('added 2 pages').waitFor();
    await expect.poll(() => card.locator('.facts').innerText()).toMatch(/Pages\s+2/);
    await open('pages?source=dropped');
    await page.getByRole('button', { name: /onerror/ }).click();
    await page.locator('.passage').first().waitFor();
    expect(await page.locator('.dialog img').count()).toBe(0);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.locator('.dialog').waitFor({ state: 'detached' });
  });

  it('given a file of 51 MB, a damaged one and a good one, says what is wrong with each, and ingests the good one', async () => {
    const files = ['film.pdf', 'damaged.docx', 'tea.md'].map((name) => path.join(folder, name));
    await writeFile(files[0] ?? '', Buffer.alloc(51 * 1024 * 1024));
    await writeFile(files[1] ?? '', 'PK\u0003\u0004 and nothing that follows');
    await writeFile(files[2] ?? '', '# Tea\n\nTea is served at 4.');
    await open('sources');
    await page.getByRole('button', { name: 'Add a source' }).click();
    await page.getByRole('tab', { name: 'Files' }).click();
    await page.locator('input[type=file]').setInputFiles(files);
    await page.getByLabel('Name of the source').fill('mixed');
    await page.getByRole('button', { name: 'Upload and read' }).click();
    await page.locator('.files .refused', { hasText: 'larger than 50 MB' }).waitFor();
    expect(await page.locator('.files .refused').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    const card = page.locator('.card', { has: page.getByRole('heading', { name: 'mixed' }) });
    await card.getByText('1 page could not be read').click();
    expect(await card.locator('.failures').innerText()).toContain('damaged.docx');
    await expect.poll(() => card.locator('.facts').innerText()).toMatch(/Pages\s+1/);
  });

  it('refuses a file that is too large', async () => {
    const response = await fetch(`${web.url}/api/console/uploads/large/big.bin`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body: Buffer.alloc(50 * 1024 * 1024 + 1),
    });
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ code: 'INPUT_TOO_LARGE' });
  });

  it('never writes outside of the uploads folder, whatever the file name', async () => {
    for (const name of ['..%2F..%2Fescaped.md', '%2Fetc%2Fescaped.md', '..%5Cescaped.md', '.%2E']) {
      const response = await fetch(`${web.url}/api/console/uploads/..%2F..%2Fx/${name}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: '# Escaped',
      });
      expect([201, 400, 404]).toContain(response.status);
      if (response.status === 201) expect(await response.json()).toEqual({ folder: 'x', kept: true });
    }
  });

  it('finds a page by words of its title, and shows its passages, its tables and who may see it', async () => {
    await open('pages');
    await page.getByLabel('Words of the title').fill('salary');
    await page
      .getByRole('button', { name: /salary/i })
      .first()
      .click();
    await page.locator('.passage').first().waitFor();
    expect(await page.locator('.dialog .facts').innerText()).toContain('people-team');
    await page.locator('.dialog .grid').first().waitFor();
  });

  it('shows why each passage matched', async () => {
    await open('search');
    await page.getByLabel('Question').fill('How long is parental leave?');
    await page.keyboard.press('Enter');
    await page.locator('.hit').first().waitFor();
    const first = page.locator('.hit').first();
    expect(await first.locator('h2').innerText()).toBe('Parental leave');
    expect(await first.locator('.reasons').innerText()).toMatch(/words: .*parental/);
    await page.getByLabel('Type').selectOption('powerpoint');
    await page.keyboard.press('Tab');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('is of type powerpoint').waitFor();
    await expect.poll(() => page.locator('.hit').count()).toBe(0);
    await page.getByLabel('Type').selectOption('table');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.locator('.hit').first().waitFor();
    // A table is rendered as a table, not as Markdown.
    expect(await page.locator('.hit table tbody td').first().innerText()).not.toBe('');
    expect(await page.locator('.hits').innerText()).not.toMatch(/\|/);
    expect(await violations(page)).toEqual([]);
  });

  it('draws the facts around a name, and shows the passages that state each fact', async () => {
    await open('graph');
    await page.getByLabel('A name').fill('Norway');
    await page.getByRole('button', { name: 'Norway', exact: true }).click();
    // The drawing comes last, and moves the list below it.
    await page.locator('.graph-place canvas').first().waitFor();
    await page.locator('.fact-list summary').first().click();
    await page.locator('.fact-list blockquote', { hasText: 'Norway' }).first().waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('shows why names are merged, separates two permanently, and rejoins them', async () => {
    const pages = path.join(folder, 'names');
    await mkdir(pages);
    const file = path.join(pages, 'partners.md');
    await writeFile(
      file,
      '# Partners\n\n| Partner | Seat |\n| --- | --- |\n| Tidal Data Institute (TDI) | Bergen |\n\nTidal Data Institute (TDI) tests our buoys.',
    );
    await web.parley.ingest([pages], { source: 'names' });
    await open('names');
    const joined = page.getByRole('list', { name: 'Names that count as one' }).locator('li', { hasText: 'TDI' });
    await joined.waitFor();
    expect(await joined.innerText()).toMatch(/Tidal Data Institute is also called \(short form in brackets\) TDI/);
    expect(await violations(page)).toEqual([]);
    await joined.getByRole('button', { name: /Take apart/ }).press('Enter');
    await joined.waitFor({ state: 'detached' });
    // The separation survives another sync of the page.
    await writeFile(file, `${await readFile(file, 'utf8')}\n\nTidal Data Institute (TDI) moved in 2024.`);
    await web.parley.sync(['names']);
    await open('names');
    const apart = page.getByRole('list', { name: 'Taken apart' }).locator('li', { hasText: 'TDI' });
    await apart.waitFor();
    expect(await joined.count()).toBe(0);
    await apart.getByRole('button', { name: /Join again/ }).click();
    await joined.waitFor();
    await web.parley.forget('names');
  });

  it('gives a role before the first sign-in, and records each change in the audit trail', async () => {
    await open('people');
    await page.getByLabel('E-mail address').fill('Priya@example.com');
    await page.getByLabel('Role', { exact: true }).selectOption('reviewer');
    await page.getByRole('button', { name: 'Give the role' }).click();
    await page.getByRole('cell', { name: 'priya@example.com' }).waitFor();
    await open('audit');
    const trail = await page.locator('.trail').innerText();
    for (const change of [
      /changed the role of priya@example\.com[\s\S]*role: reviewer/i,
      /forgot snacks/,
      /added the source snacks/,
      /uploaded a file to dropped/,
    ])
      expect(trail).toMatch(change);
  });

  it('creates a token that works, shows it once, and revokes it', async () => {
    await open('tokens');
    await page.getByLabel('Name').fill('n8n');
    await page.getByRole('button', { name: 'Make a token' }).click();
    const text = await page.locator('.card code').innerText();
    const about = () => fetch(`${web.url}/api/v1/about`, { headers: { authorization: `Bearer ${text}` } });
    expect((await about()).status).toBe(200);
    await open('tokens');
    expect(await page.locator('main').innerText()).not.toContain(text);
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'End it' }).click();
    await page.getByText('ended', { exact: true }).waitFor();
    expect((await about()).status).toBe(401);
  });

  it('checks all settings, and shows where each value comes from and the retention periods', async () => {
    await open('settings');
    await page.getByRole('row', { name: /PARLEY_DATA .* environment/ }).waitFor();
    await page.getByRole('row', { name: /PARLEY_HOST 127.0.0.1 default/ }).waitFor();
    expect(await page.getByRole('region', { name: 'Retention' }).innerText()).toMatch(
      /for good[\s\S]*0 threads, 0 changes[\s\S]*never/,
    );
    await page.getByRole('button', { name: 'Check them' }).press('Enter');
    const found = page.getByRole('region', { name: 'What the check found' });
    await found.getByText('All that is set works.').waitFor();
    expect(await found.innerText()).toMatch(/works\s+data file: is sound[\s\S]*not used\s+model: none is set/);
    expect(await violations(page)).toEqual([]);
  });

  it("exports a person's data by their e-mail address, and shows the id that belongs to it", async () => {
    const id = 'oidc:0f8c-7712';
    await createRoles(web.parley.stores.keyValues).recordSignIn(
      { id, name: 'Ines Duarte', email: 'ines@example.com', groups: [], by: 'oidc' },
      new Date().toISOString(),
    );
    await open('people');
    expect(await page.getByRole('row', { name: /Ines Duarte/ }).innerText()).toContain(id);
    await page.getByRole('button', { name: "A person's data" }).click();
    await page.getByLabel("The person's e-mail address or id").fill(' Ines@Example.com');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({ id });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('is accessible on a phone, by keyboard, and in the light and dark themes, as is the chat', async () => {
    await open('sources');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page');
    await page.locator('h1').click();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(web.url);
    await page.fill('#question', 'How many days a year may I work from abroad?');
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-phase=done]').waitFor();
    const everywhere = [web.url, page.url(), ...PAGES.map((where) => `${web.url}/console/${where}`)];
    const found: Record<string, string[]> = {};
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 390],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      for (const where of everywhere) {
        await page.goto(where);
        await page.locator('h1:visible').first().waitFor();
        await page.waitForLoadState('networkidle');
        // Pages scroll inside `main`, so its overflow does not show in the width of the document.
        const wide = await page.evaluate(() => {
          const main = document.querySelector('main');
          const beyond = main ? main.scrollWidth - main.clientWidth : 0;
          return document.documentElement.scrollWidth + beyond;
        });
        const faults = [
          ...(await violations(page)),
          ...(await contrasts(page)).low,
          ...(wide > width ? [`${wide} px wide`] : []),
          // The controls are the same in both themes, so checking one of them is enough.
          ...(colorScheme === 'light' ? (await unreachable(page)).map((html) => `not by keyboard: ${html}`) : []),
        ];
        if (faults.length > 0) found[`${where} at ${width}, ${colorScheme}`] = faults;
      }
    }
    expect(found).toEqual({});
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('causes no script error and no violation of the Content-Security-Policy', () => {
    // `/nowhere` is opened on purpose, so its 404 is not a complaint.
    expect(shown.complaints.filter((text) => !/status of 422|\/nowhere$/.test(text))).toEqual([]);
  });
});
