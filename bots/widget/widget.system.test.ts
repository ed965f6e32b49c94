import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from '../web/testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../web/testing/chromium.ts';
import { openWidgetSites } from './testing/widget-sites.ts';

describe.skipIf(!chromiumPath)(`in a browser${chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`}`, () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let sites: Awaited<ReturnType<typeof openWidgetSites>>;
  const complaints: string[] = [];
  beforeAll(async () => {
    sites = await openWidgetSites();
    browser = await openBrowser({ viewport: { width: 1000, height: 760 } });
    page = browser.pages()[0] ?? (await browser.newPage());
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
  });
  afterAll(async () => {
    await browser?.dispose();
    await sites?.close();
  });

  const ask = async (question: string) => {
    const before = await page.locator('.turn').count();
    await page.getByRole('textbox', { name: 'Your question' }).fill(question);
    await page.keyboard.press('Enter');
    const turn = page.locator('.turn').nth(before);
    await turn.and(page.locator('[data-phase=done]')).waitFor();
    return turn;
  };

  it('opens by keyboard, answers with sources, takes feedback, and closes again', async () => {
    await page.goto(sites.site.origin);
    const launcher = page.getByRole('button', { name: 'Ask the handbook' });
    await launcher.focus();
    await page.keyboard.press('Enter');
    await page.locator('.idea').first().waitFor();
    expect(await page.getByRole('textbox', { name: 'Your question' }).evaluate((box) => box.matches(':focus'))).toBe(
      true,
    );
    // The whole placeholder shows: a text field that was measured while it was hidden has no height.
    expect(
      await page.getByRole('textbox', { name: 'Your question' }).evaluate((box) => box.scrollHeight - box.clientHeight),
    ).toBe(0);
    const turn = await ask('What is the hotel limit per night in Spain?');
    expect(await turn.locator('.answer').textContent()).toContain('EUR 130');
    expect(await turn.locator('.sources li').count()).toBe(1);

    await turn.getByRole('button', { name: 'This did not help' }).click();
    await turn.getByRole('textbox', { name: 'What would have been right?' }).fill('EUR 140');
    await turn.getByRole('button', { name: 'Send' }).click();
    await turn.getByText('Thank you.').waitFor();
    const waiting = await sites.web.parley.stores.cases.list({ limit: 10 });
    expect(JSON.stringify(waiting)).toContain('EUR 140');

    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await expect.poll(() => launcher.evaluate((button) => button.matches(':focus'))).toBe(true);
    expect(await launcher.getAttribute('aria-expanded')).toBe('false');
  });

  it('continues the chat on the next page of the site, and deletes it on request', async () => {
    await page.getByRole('button', { name: 'Ask the handbook' }).click();
    await page.reload();
    await page.locator('.turn').first().waitFor();
    expect(await (await ask('And in Portugal?')).locator('.answer').textContent()).toMatch(/EUR \d+/);
    await page.getByRole('button', { name: 'New conversation' }).click();
    await expect.poll(() => page.locator('.turn').count()).toBe(0);
  });

  it('keeps the focus when an idea was asked, and so closes by Escape', async () => {
    await page.locator('.idea').first().focus();
    await page.keyboard.press('Enter');
    const box = page.getByRole('textbox', { name: 'Your question' });
    expect(await box.evaluate((element) => element.matches(':focus'))).toBe(true);
    await page.locator('.turn').last().and(page.locator('[data-phase=done]')).waitFor();
    await box.fill('Are dogs allowed in The Cannery?');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.turn').nth(1).and(page.locator('[data-phase=done]')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'New conversation' }).click();
  });

  it('is accessible, open and closed', async () => {
    await ask('Are dogs allowed in The Cannery?');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await violations(page)).toEqual([]);
  });

  it('runs under the strictest policy of a site, and neither style reaches the other', async () => {
    await page.goto(sites.strict.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    expect(await (await ask('What does a Heron H4 cost?')).locator('.answer').textContent()).toMatch(/18,900/);
    await page.goto(sites.site.origin);
    const size = await page.locator('.launcher').evaluate((button) => getComputedStyle(button).width);
    expect(size).toBe('56px');
    const inherited = await page.locator('.panel').evaluate((panel) => {
      const { letterSpacing, textTransform, textAlign } = getComputedStyle(panel);
      return { letterSpacing, textTransform, textAlign };
    });
    expect(inherited).toEqual({ letterSpacing: 'normal', textTransform: 'none', textAlign: 'start' });
    const host = page.locator('.parley-widget');
    expect(await host.evaluate((element) => getComputedStyle(element).padding)).toBe('0px');
    expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).fontFamily)).not.toContain('system-ui');
  });

  it('logs no errors on an allowed site, and says on other sites that it may not be embedded there', async () => {
    expect(complaints).toEqual([]);
    await page.goto(sites.stranger.origin);
    await page.getByRole('button', { name: 'Ask a question' }).click();
    await page.getByText('cannot be reached').waitFor();
  });
});
