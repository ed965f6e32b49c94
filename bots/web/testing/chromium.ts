import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';

const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of Chromium on this machine, or of CHROMIUM_PATH; undefined when there is none. */
export const chromiumPath = places.find((place) => place !== undefined && existsSync(place));

/** Reason with which browser tests are skipped. */
export const NO_CHROMIUM = 'no Chromium here (install chromium, or name one in CHROMIUM_PATH)';

/** Opens a browser with a temporary profile, which `dispose` deletes. */
export const openBrowser = async (
  options: BrowserContextOptions = {},
): Promise<BrowserContext & { dispose(): Promise<void> }> => {
  const { chromium } = await import('playwright-core');
  const profile = await mkdtemp(path.join(tmpdir(), 'parley-chromium-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
    ...options,
  });
  // High enough for a slow, shared machine: this timeout only ends a test that hangs.
  context.setDefaultTimeout(120_000);
  return Object.assign(context, {
    async dispose() {
      await context.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  });
};
