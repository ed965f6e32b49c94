import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openScriptedWeb, page as pageOf } from './testing/scripted-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;
const HOLIDAY = 'יש לכל עובד 28 ימי חופשה.';
const ANSWER = `${HOLIDAY} [1]\n\n- ראשון\n- שני\n\n| עיר | תקרה |\n| --- | --- |\n| חיפה | 90 |\n\nNobody has more.`;

describe.skipIf(!chromiumPath)(`texts that run from right to left${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openScriptedWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    const holidays = pageOf('he/holidays.md', 'חופשה', HOLIDAY);
    web = await openScriptedWeb(
      async () => ({
        text: ANSWER,
        citations: [
          {
            n: 1,
            documentId: 'he/holidays.md',
            passageId: 'he/holidays.md#0',
            title: 'חופשה',
            quote: HOLIDAY,
            kind: 'passage',
          },
        ],
      }),
      { pages: [holidays] },
    );
    browser = await openBrowser({ viewport: { width: 1280, height: 900 } });
    page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto(web.url);
    await page.fill('#question', 'כמה ימי חופשה יש?');
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });

  /** Where the first and the last letter of an element stand, and how far its text is from its two sides. */
  const places = (locator: Locator) =>
    locator.first().evaluate((element) => {
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      const nodes: Text[] = [];
      while (walker.nextNode())
        if ((walker.currentNode as Text).data.trim() !== '') nodes.push(walker.currentNode as Text);
      const at = (node: Text | undefined, offset: number) => {
        const range = document.createRange();
        if (node) range.setStart(node, offset);
        if (node) range.setEnd(node, offset + 1);
        return range.getBoundingClientRect();
      };
      const first = at(nodes[0], 0);
      const text = nodes[0]?.data.trimEnd() ?? '';
      const last = at(nodes[0], text.length - 1);
      const box = element.getBoundingClientRect();
      return {
        first: first.right,
        last: last.right,
        fromRight: box.right - first.right,
        fromLeft: first.left - box.left,
      };
    });
  const runsFromRight = async (locator: Locator) => {
    const { first, last, fromRight } = await places(locator);
    expect(last).toBeLessThan(first);
    expect(fromRight).toBeLessThan(40);
  };

  it('are typed, shown and quoted so, with their full stop at the left', async () => {
    expect(await page.locator('#question').evaluate((box) => getComputedStyle(box).direction)).toBe('rtl');
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-phase=done]').waitFor();
    await runsFromRight(page.locator('.question'));
    await runsFromRight(page.locator('.answer p'));
    await runsFromRight(page.locator('.source-quote'));
    await runsFromRight(page.locator('.thread-title'));
  });

  it('have the marks of their lists and the first column of their tables at the right', async () => {
    const directions = page
      .locator('.answer :is(ul, table)')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).direction));
    expect(await directions).toEqual(['rtl', 'rtl']);
    const [first, second] = await Promise.all([
      places(page.locator('tbody td')),
      places(page.locator('tbody td').nth(1)),
    ]);
    expect(first.first).toBeGreaterThan(second.first);
  });

  it('leave a paragraph in English as it is, and the page around them', async () => {
    const { first, last, fromLeft } = await places(page.locator('.answer > p').last());
    expect(last).toBeGreaterThan(first);
    expect(fromLeft).toBeLessThan(2);
    expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe('ltr');
  });

  it('run so in the page that opens beside the answer', async () => {
    await page.locator('.source').click();
    await page.locator('.panel .document mark').first().waitFor();
    await runsFromRight(page.locator('.panel .document p'));
    await runsFromRight(page.locator('.panel-title'));
  });
});
