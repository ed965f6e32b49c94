import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../../bots/web/testing/chromium.ts';
import { page, rows } from '../testing/small-report.ts';

describe.skipIf(chromiumPath === undefined)(`in Chromium${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let path: string;

  beforeAll(async () => {
    path = join(mkdtempSync(join(tmpdir(), 'parley-report-')), 'report.html');
    writeFileSync(path, await page());
    browser = await openBrowser();
  });
  afterAll(() => browser?.dispose());

  const open = async (
    colorScheme: 'light' | 'dark',
    width = 1280,
    hash = '',
  ): Promise<{ view: Page; faults: string[] }> => {
    const view = await browser.newPage();
    await view.setViewportSize({ width, height: 900 });
    await view.emulateMedia({ colorScheme });
    const faults: string[] = [];
    view.on('pageerror', (error) => faults.push(error.message));
    view.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    view.on('request', (request) => !/^(file|data):/.test(request.url()) && faults.push(request.url()));
    await view.goto(`${pathToFileURL(path).href}${hash}`);
    await view.waitForSelector('body[data-ready]');
    return { view, faults };
  };

  it('draws every part without an error or a request, and nothing from a page runs', async () => {
    const { view, faults } = await open('light');
    expect(await view.locator('h2').allTextContents()).toEqual([
      'At a glance',
      'What it costs to be right',
      'Robustness',
      'By kind of question',
      'Which differences are real',
      'Question by question',
    ]);
    expect(await view.locator('.chart .point').count()).toBe(6);
    expect(await view.locator('.gate.broken').textContent()).toContain('accuracy is 50.0, below 90.0');
    expect(await view.locator('.answer .text').first().textContent()).toContain('</script><img');
    expect(await view.title()).toBe('Parley evals: firms');
    expect(faults).toEqual([]);
    await view.close();
  });

  it('walks from a kind to its questions, side by side, with traces', async () => {
    const { view } = await open('light');
    await view.locator('.heat tbody tr', { hasText: 'bridge' }).locator('button').nth(1).click();
    const wrong = rows.filter(
      ({ strategy, gold, scores }) => strategy === 'vanilla' && gold.kind === 'bridge' && scores.accuracy === 0,
    );
    expect(await view.locator('.item').count()).toBe(wrong.length);
    expect(await view.locator('.answer h4').allTextContents()).toEqual(['vanilla', 'direct']);
    await view.locator('.list').press('ArrowDown');
    expect(await view.locator('.expected code').textContent()).toBe(wrong[1]!.id);
    expect(view.url()).toContain(`q=${wrong[1]!.id}`);
    await view.locator('summary.event').first().click();
    expect(await view.locator('.data').first().isVisible()).toBe(true);
    await view.close();
  });

  it.each(['light', 'dark'] as const)('reads well in %s: text stands out from its ground', async (scheme) => {
    const { view } = await open(scheme, 1280, '#q=q3&a=0&b=1');
    const contrasts = await view.evaluate(() => {
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
      const luminance = (color: string) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map((one) =>
          one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
      };
      const ground = (element: Element | null): string => {
        for (let one = element; one; one = one.parentElement) {
          const { backgroundColor } = getComputedStyle(one);
          if (!/, 0\)$|transparent/.test(backgroundColor)) return backgroundColor;
        }
        return 'white';
      };
      return [
        'h1',
        '.lead',
        '.facts span',
        '.heat .cell button',
        '.matrix .number b',
        '.badge.right',
        '.badge.wrong',
        '.gate.broken > b',
        '.item small',
        '.trace .ms',
      ].flatMap((selector) =>
        [...document.querySelectorAll(selector)].slice(0, 8).map((element) => {
          const [a, b] = [luminance(getComputedStyle(element).color), luminance(ground(element))];
          return { selector, ratio: (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05) };
        }),
      );
    });
    expect(new Set(contrasts.map(({ selector }) => selector)).size).toBe(10);
    for (const { selector, ratio } of contrasts) expect(ratio, selector).toBeGreaterThan(4.5);
    await view.close();
  });

  it('changes between light and dark at a press, and fits a phone', async () => {
    const { view } = await open('light', 390);
    const ground = () => view.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await ground();
    await view.locator('.theme').click();
    expect(await ground()).not.toBe(light);
    expect(await view.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await view.close();
  });
});
