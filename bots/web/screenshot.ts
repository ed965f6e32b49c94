import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

/**
 * Takes the README's screenshot of the web chat: `node bots/web/screenshot.ts [FILE]`. It shows the real page over the
 * sample handbook in quote mode with one source open. Without FILE it also takes the console's screenshots, so that one
 * command renews all pictures of the README and the guides.
 */
const file = process.argv[2] ?? path.join(import.meta.dirname, '../../docs/images/web-chat.png');

const web = await openSampleWeb();
const browser = await openBrowser({
  viewport: { width: 1280, height: 740 },
  deviceScaleFactor: 1.4,
  colorScheme: 'light',
  locale: 'en-GB',
});
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await page.addInitScript(() => localStorage.setItem('parley-quote-banner', 'yes'));
  const ask = async (question: string, nth: number) => {
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator(`.turn:nth-child(${nth})[data-phase=done]`).waitFor();
  };
  for (const thread of [
    ['Are dogs allowed in The Cannery?'],
    ['Who is the primary on call in the week of 23 November?'],
    ['How many days a year may I work from abroad?', 'What is the home office allowance in Norway?'],
  ]) {
    await page.goto(web.url);
    await page.locator('.suggestion').first().waitFor();
    for (const [i, question] of thread.entries()) await ask(question, i + 1);
  }
  await page.locator('.turn').first().locator('.source').first().click();
  await page.locator('.panel mark, .panel .marked').first().waitFor();
  await page.mouse.move(5, 5);
  await page.evaluate(() => document.fonts.ready);
  await page.locator('.scroll').evaluate((scroll) => scroll.scrollTo({ top: 0, behavior: 'instant' }));
  await page.waitForTimeout(400);
  await writeFile(file, await page.screenshot({ animations: 'disabled' }));
} finally {
  await browser.dispose();
  await web.close();
}
if (process.argv[2] === undefined) await import('./console/screenshots.ts');
