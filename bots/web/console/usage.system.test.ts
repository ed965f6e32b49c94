import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { UsageView } from '../console-api.ts';
import { createRoles } from '../people/roles.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openScriptedWeb, page as pageOf } from '../testing/scripted-web.ts';
import { type Console, openConsole } from './testing/open-console.ts';
import { plantTurns } from './testing/plant-turns.ts';

describe.skipIf(chromiumPath === undefined)(`usage${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let shown: Console;
  let web: Console['web'];
  let page: Page;

  beforeAll(async () => {
    shown = await openConsole({ PARLEY_PRICES: 'input=0.4,output=1.6' });
    ({ web, page } = shown);
  });
  afterAll(async () => {
    await shown?.close();
  });

  const view = async (days: string): Promise<UsageView> =>
    (await (await fetch(`${web.url}/api/console/quality/usage?days=${days}`)).json()) as UsageView;
  const open = () => shown.open('usage');

  it('says that nobody has asked, then counts the questions of the chat', async () => {
    await open();
    await page.getByText('Nobody has asked anything').waitFor();
    expect(await violations(page)).toEqual([]);
    for (const question of ['How long is parental leave?', 'Where can I park my zeppelin?']) {
      await page.goto(web.url);
      await page.fill('#question', question);
      await page.keyboard.press('Enter');
      await page.locator('.turn[data-phase=done]').waitFor();
    }
    await open();
    await page.locator('.chart-place canvas').first().waitFor();
    expect(await page.locator('.totals').innerText()).toMatch(/Questions\s+2\s+Answered[^0-9]*50 %\s+Not found\s+50 %/);
    const { all, days } = await view('30');
    expect(all).toMatchObject({ questions: 2, answered: 1, notFound: 1, other: 0 });
    expect(days).toHaveLength(30);
    expect(days.at(-1)?.questions).toBe(2);
  });

  it('draws a month of usage, and shows the same figures in tables, with costs if prices are set', async () => {
    await plantTurns(web.parley.stores.conversations, Date.now());
    await open();
    await page.locator('.chart-place canvas').nth(2).waitFor();
    const { all, strategies, days } = await view('30');
    expect(all.questions).toBe(days.reduce((sum, day) => sum + day.questions, 0));
    expect(all.usd).toBeCloseTo((all.inputTokens * 0.4 + all.outputTokens * 1.6) / 1e6, 9);
    expect(strategies.map(({ strategy }) => strategy).sort()).toEqual(expect.arrayContaining(['par', 'vanilla']));
    const row = page.locator('.grid tr', { has: page.getByRole('rowheader', { name: 'par', exact: true }) });
    expect(await row.innerText()).toContain(String(strategies.find(({ strategy }) => strategy === 'par')?.questions));
    const questions = page.getByRole('figure', { name: 'Questions a day' });
    await questions.getByText('As a table').click();
    const told = await questions.locator('tbody tr').allInnerTexts();
    const sums = told.map((line) =>
      line
        .split('\t')
        .slice(1)
        .reduce((sum, cell) => sum + Number(cell), 0),
    );
    expect(sums).toEqual(days.map((day) => day.questions).reverse());
    expect(await violations(page)).toEqual([]);
    // The legend shows the values of the day at the pointer.
    await questions.locator('.u-over').hover();
    expect(await questions.locator('.legend').innerText()).toMatch(/\d+ \w+\s+Answered \d+/);
    await page.getByRole('button', { name: '7 days' }).click();
    await expect
      .poll(() => page.locator('.totals dd').first().innerText())
      .toBe(String((await view('7')).all.questions));
  });

  it('works in the dark theme and on a phone, without errors in the browser console', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    expect(await violations(page)).toEqual([]);
    expect((await contrasts(page)).low).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(shown.complaints).toEqual([]);
  });

  it('refuses an invalid number of days', async () => {
    for (const days of ['0', 'x', '1e9', '-3']) {
      const response = await fetch(`${web.url}/api/console/quality/usage?days=${days}`);
      expect(response.status, days).toBe(400);
    }
  });
});

describe('usage, by role', () => {
  it('is for reviewers: an asker is refused', async () => {
    const provider = await openOidcProvider({ ann: { email: 'ann@example.com', email_verified: true } });
    const web = await openScriptedWeb(async () => ({ text: 'Thirty [1].' }), {
      settings: provider.settings,
      pages: [pageOf('docs/leave.md', 'Leave', 'Thirty days.')],
    });
    provider.register(`${web.url}/sign-in/callback`);
    const ann = createBrowser();
    const ask = async () => (await ann.send(`${web.url}/api/console/quality/usage`)).response.status;
    try {
      expect(await ask()).toBe(401);
      await ann.signIn(web.url, 'ann');
      expect(await ask()).toBe(403);
      await createRoles(web.stores.keyValues).setRole('ann@example.com', 'reviewer');
      expect(await ask()).toBe(200);
    } finally {
      await web.close();
      await provider.close();
    }
  });
});
