import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openBrowser } from '../testing/chromium.ts';
import { openSampleWeb } from '../testing/sample-web.ts';
import { plantTurns } from './testing/plant-turns.ts';

/**
 * Takes the screenshots of docs/console.md: `node bots/web/console/screenshots.ts [FOLDER]`. They show the real console over
 * the sample handbook, with unanswered questions and five weeks of planted usage.
 */
const folder = process.argv[2] ?? path.join(import.meta.dirname, '../../../docs/images');
const QUESTIONS = [
  'Where can I park my bike?',
  'is there bike parking?',
  'Where do I park a bike at the office?',
  'Which font do we use in presentations?',
  'font for presentations',
  'Is jury duty paid?',
  'Do we get paid for jury duty?',
  'What is the wifi password for guests?',
  'wifi password for guests',
  'guest wifi password',
];

const root = path.join(import.meta.dirname, '../../..');
const files = await mkdtemp(path.join(tmpdir(), 'parley-pictures-'));
await writeFile(path.join(files, 'minutes.md'), '# Minutes of the sales meeting\n\nWe meet every Tuesday at ten.');
await writeFile(path.join(files, 'contract.pdf'), '%PDF-1.7, cut off while it was copied');
const placeOf = (text: string) => text.replace(root, '/srv/parley').replace(files, '/srv/sales-notes');
const web = await openSampleWeb();
const browser = await openBrowser({ viewport: { width: 1200, height: 790 }, colorScheme: 'light', locale: 'en-GB' });
try {
  const page = browser.pages()[0] ?? (await browser.newPage());
  await web.parley.ingest([files], { source: 'sales-notes' });
  for (const question of QUESTIONS) {
    await page.goto(web.url);
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-phase=done]').waitFor();
  }
  const take = async (name: string, where: string, ready: string) => {
    await page.goto(`${web.url}/console/${where}`);
    await page.locator(ready).first().waitFor();
    await page.evaluate(() => document.fonts.ready);
    // Replaces paths, so that the pictures do not depend on the machine that takes them.
    for (const place of await page.locator('.card-place').all())
      await place.evaluate(
        (element, path) => {
          // Only if it changes, since setting the text removes links inside the element.
          if (element.textContent !== path) element.textContent = path;
        },
        placeOf((await place.textContent()) ?? ''),
      );
    await page.waitForTimeout(400);
    await writeFile(path.join(folder, `console-${name}.png`), await page.screenshot({ animations: 'disabled' }));
  };
  await take('sources', 'sources', '.failures');
  await take('gaps', 'gaps', '.gap');
  await plantTurns(web.parley.stores.conversations, Date.now());
  await take('usage', 'usage', '.chart-place canvas');
  await take('search', `search?q=${encodeURIComponent('What is the home office allowance in Norway?')}`, '.hit');
} finally {
  await browser.dispose();
  await web.close();
  await rm(files, { recursive: true, force: true });
}
