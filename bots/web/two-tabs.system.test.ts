import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;

describe.skipIf(!chromiumPath)(`two tabs of one person${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  beforeAll(async () => {
    [web, browser] = await Promise.all([openSampleWeb(), openBrowser()]);
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });

  it('ask in the same thread at once: both questions are answered, once each, and both tabs show both', async () => {
    const first = browser.pages()[0] ?? (await browser.newPage());
    await first.goto(web.url);
    await first.fill('#question', 'How many weeks of parental leave do I get?');
    await first.keyboard.press('Enter');
    await first.locator('.turn[data-phase=done]').waitFor();
    const second = await browser.newPage();
    await second.goto(first.url());
    await second.locator('.turn[data-phase=done]').waitFor();
    const asked = ['Are dogs allowed in The Cannery?', 'Who is the site lead in Hobart?'];
    await Promise.all(
      [first, second].map(async (tab, at) => {
        await tab.fill('#question', asked[at] ?? '');
        await tab.locator('#question').press('Enter');
        await tab.locator('.turn:nth-child(2)[data-phase=done]').waitFor();
      }),
    );
    for (const tab of [first, second]) {
      await tab.reload();
      await tab.locator('.turn:nth-child(3)[data-phase=done]').waitFor();
      const questions = await tab.locator('.turn .question').allTextContents();
      expect(questions).toHaveLength(3);
      expect(questions.slice(1).sort()).toEqual(asked.toSorted());
    }
  });

  it('one asks, the other shows it when its reader comes back to it', async () => {
    const [first, second] = browser.pages();
    if (!first || !second) throw new Error('two tabs were open');
    const asked = 'Who is the site lead in Porto?';
    await second.fill('#question', asked);
    await second.locator('#question').press('Enter');
    await second.locator('.turn:nth-child(4)[data-phase=done]').waitFor();
    // Headless Chromium takes every tab for the focused one.
    await first.evaluate(() => dispatchEvent(new Event('focus')));
    await first.locator('.turn:nth-child(4)[data-phase=done]').waitFor();
    expect(await first.locator('.turn .question').last().textContent()).toBe(asked);
    const read = second.waitForResponse(/\/api\/v1\/conversations\//);
    await second.evaluate(() => dispatchEvent(new Event('focus')));
    await read;
    expect(await second.locator('.turn').count()).toBe(4);
  });

  it('one deletes the thread, the other asks in it: the question is not lost', async () => {
    const [first, second] = browser.pages();
    if (!first || !second) throw new Error('two tabs were open');
    first.once('dialog', (dialog) => void dialog.accept());
    await first.getByRole('button', { name: 'Delete this thread' }).click();
    await first.locator('.suggestion').first().waitFor();
    await second.fill('#question', 'Are dogs allowed in The Cannery?');
    await second.locator('#question').press('Enter');
    await second.locator('.turn:nth-child(5)[data-phase=done]').waitFor();
    expect(await second.locator('.turn').last().innerText()).toContain('The Cannery');
  });
});
