import type { BrowserContextOptions } from 'playwright-core';
import { openBrowser } from '../../testing/chromium.ts';
import { openSampleWeb } from '../../testing/sample-web.ts';

export type Console = Awaited<ReturnType<typeof openConsole>>;

/** Starts the web over the sample handbook, and a browser for its console: a desktop window in the light theme. */
export const openConsole = async (settings: Record<string, string> = {}, options: BrowserContextOptions = {}) => {
  const web = await openSampleWeb(settings);
  const browser = await openBrowser({ viewport: { width: 1280, height: 900 }, colorScheme: 'light', ...options });
  const page = browser.pages()[0] ?? (await browser.newPage());
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return {
    web,
    page,
    /** Opens a page of the console and waits until it has loaded its data. */
    async open(path: string) {
      await page.goto(`${web.url}/console/${path}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
    },
    /** Errors in the browser's console so far, each with the address that it is about. */
    complaints,
    async close() {
      await browser.dispose();
      await web.close();
    },
  };
};
