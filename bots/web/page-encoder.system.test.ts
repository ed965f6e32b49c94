import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ParleyError } from '../../core/errors.ts';
import { silentLog } from '../../core/log.ts';
import { createEncoderOffer } from './knowledge/encoder-offer.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;

describe.skipIf(!chromiumPath)(`the encoder that the page offers${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const envFile = path.join(mkdtempSync(path.join(tmpdir(), 'parley-offer-')), '.env');
  let downloads = 0;
  let goOn = () => {};
  const offer = () => page.locator('.encoder-offer');

  beforeAll(async () => {
    const encoderParts = {
      lacking: () => ({ name: 'local:x', files: ['x'], packages: [], folder: '/models', megabytes: 205, from: 'here' }),
      // The first download fails; the second waits at 40 % until the test has seen the progress.
      supply: async (_: unknown, onProgress?: (done: number, total: number) => void) => {
        downloads += 1;
        if (downloads === 1)
          throw new ParleyError('ENCODER_UNAVAILABLE', {
            message: 'The download broke off.',
            remedy: 'Check the network.',
          });
        onProgress?.(40, 100);
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
      },
      open: () => ({
        name: 'local:all-MiniLM-L6-v2',
        embed: async (texts: readonly string[]) => texts.map((text) => Float32Array.from([1, text.length % 2, 0, 0])),
      }),
      envFile,
    };
    [web, browser] = await Promise.all([
      openSampleWeb({}, { encoderParts }),
      openBrowser({ viewport: { width: 1280, height: 800 } }),
    ]);
    page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto(web.url);
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });

  it('shows a button with the size of the download, and explains a failure', async () => {
    await offer().getByRole('button', { name: 'set it up (205 MB, once)' }).click();
    await offer().getByText('The download broke off. Check the network.').waitFor();
  });

  it('shows the progress of the download, encodes the pages, and is configured for the next start', async () => {
    await offer().getByRole('button', { name: 'Try again' }).click();
    await offer().getByText('40 %').waitFor();
    expect(await offer().getByRole('progressbar', { name: 'Download' }).getAttribute('value')).toBe('40');
    if (process.env.PARLEY_SCREENSHOTS)
      await page.screenshot({ path: path.join(process.env.PARLEY_SCREENSHOTS, 'encoder.png') });
    goOn();
    await offer().getByText('Start Parley again').waitFor();
    expect(readFileSync(envFile, 'utf8')).toBe('PARLEY_EMBEDDINGS=local:all-MiniLM-L6-v2\n');
    const { passages } = await web.parley.stores.documents.count();
    expect(await web.parley.stores.rebuild.vectors.count()).toBe(passages);
  });

  it('searches by words until the next start, without a notice about vectors', async () => {
    await page.fill('#question', 'What does a Heron H4 cost?');
    await page.keyboard.press('Enter');
    const turn = page.locator('.turn[data-phase=done]');
    await turn.waitFor();
    expect(await turn.locator('.answer').textContent()).toContain('18,900');
    expect(await turn.textContent()).not.toMatch(/encoder|vector/i);
  });

  it('is offered to admins only', async () => {
    const other = await openSampleWeb({ PARLEY_HOST: '0.0.0.0' });
    try {
      for (const method of ['GET', 'POST']) {
        const answer = await fetch(`${other.url}/api/page/encoder`, {
          method,
          ...(method === 'POST' && { body: '{}', headers: { 'content-type': 'application/json' } }),
        });
        expect([method, answer.status]).toEqual([method, 401]);
      }
    } finally {
      await other.close();
    }
  });

  it('is not offered when an encoder is configured', async () => {
    const { stores, settings } = web.parley;
    const set = createEncoderOffer({
      stores,
      settings: { ...settings, PARLEY_EMBEDDINGS: 'openai:text-embedding-3-small' },
      log: silentLog,
    });
    expect([set.view(), set.accept()]).toEqual([undefined, undefined]);
  });
});
