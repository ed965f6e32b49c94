import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;

describe.skipIf(!chromiumPath)(`the focus and the announcements of the page, by keyboard alone${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    [web, browser] = await Promise.all([openSampleWeb(), openBrowser({ viewport: { width: 1280, height: 800 } })]);
    page = browser.pages()[0] ?? (await browser.newPage());
    page.on('dialog', (dialog) => void dialog.accept());
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });
  beforeEach(async () => {
    await page.goto(web.url);
    await page.locator('.suggestion').first().waitFor();
  });

  /** What has the focus: its label or words; '' when the page has lost it. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element && element !== document.body ? (element.getAttribute('aria-label') ?? element.textContent) : '';
    });
  const announced = () => page.locator('body > [aria-live]').textContent();
  const press = async (selector: string) => {
    await page.locator(selector).first().focus();
    await page.keyboard.press('Enter');
  };
  const answered = (n = 1) => page.locator(`.turn:nth-child(${n})[data-phase=done]`).waitFor();

  it('is in the question box after a suggested question was asked, and after one that goes on from an answer', async () => {
    await press('.suggestion');
    await answered();
    await expect.poll(focused).toBe('Your question');
    await page.fill('#question', 'What does a Heron H4 cost?');
    await page.keyboard.press('Enter');
    await answered(2);
    await page.locator('.next button').first().waitFor();
    await press('.next button');
    await answered(3);
    await expect.poll(focused).toBe('Your question');
  });

  it('is in the question box after a question was sent with the button', async () => {
    await page.fill('#question', 'How many weeks of parental leave do I get?');
    await press('.send');
    await answered();
    await expect.poll(focused).toBe('Your question');
  });

  it('is in the question box when a note that it was in is dismissed, and a place where the person clicked stays', async () => {
    await press('.banner summary');
    await press('.banner button');
    await expect.poll(focused).toBe('Your question');
    await page.evaluate(() => localStorage.clear());
    await page.locator('.welcome h1').click();
    expect(await focused()).toBe('');
  });

  it('says once what was answered, with its number of sources, and what was copied, deleted and erased', async () => {
    await press('.suggestion');
    await answered();
    await expect.poll(announced).toMatch(/^Answer: Every parent gets 26 weeks.* 1 source\.$/s);
    await browser.grantPermissions(['clipboard-write']);
    await press('[aria-label="Copy the answer"]');
    await expect.poll(announced).toBe('The answer is copied.');
    await page.fill('#question', 'Who won the Tour de France in 1998?');
    await page.keyboard.press('Enter');
    await answered(2);
    await expect.poll(announced).not.toMatch(/\d sources?\.$/);
    await press('[aria-label="Delete this thread"]');
    await expect.poll(announced).toBe('The thread is deleted.');
    await press('.sidebar button:has-text("Erase my threads")');
    await expect.poll(announced).toBe('Your threads, answers and feedback are erased.');
    await expect.poll(focused).toBe('Your question');
  });
});
