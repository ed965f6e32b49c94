import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TraceEvent } from '../../../core/answer.ts';
import { answerOf } from '../../conversation/testing/scripted-agent.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { unreachable } from '../testing/keyboard.ts';
import { type Console, openConsole } from './testing/open-console.ts';

const LISTS = ['sources', 'pages', 'search?q=norway', 'graph?entity=norway', 'names', 'inbox', 'gaps', 'runs', 'usage'];
const ADMIN = ['people', 'access', 'tokens', 'webhooks', 'settings', 'audit'];
const traceOf = (data: unknown): TraceEvent => ({ node: 'search', kind: 'state', name: 'drawing', at: 1, data });
const TREE = traceOf({
  drawing: 'tree',
  nodes: Array.from({ length: 40 }, (_, n) => ({
    id: `n${n}`,
    ...(n > 0 && { parent: `n${Math.floor((n - 1) / 3)}` }),
    kind: ['SAY', 'RA', 'QT', 'SA'][n % 4],
    label: `Step ${n}: who leads the team that makes the buoy?`,
    value: (n % 10) / 10,
    visits: n % 9,
  })),
});
const GRAPH = traceOf({
  drawing: 'graph',
  nodes: ['open', 'running', 'done', 'failed'].map((status, n) => ({
    id: `n${n}`,
    label: `Sub-question ${n}`,
    status,
  })),
  edges: [1, 2, 3].map((n) => ({ from: 'n0', to: `n${n}` })),
});

/** States that one comes to by a click, a failure or a wait. The pages as they open are checked in console.system.test.ts. */
describe.skipIf(chromiumPath === undefined).each(['light', 'dark'] as const)(
  `states of chat and console, in the %s theme${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`,
  (colorScheme) => {
    let shown: Console;
    let page: Page;
    let url: string;

    beforeAll(async () => {
      shown = await openConsole({}, { colorScheme, permissions: ['clipboard-write'] });
      ({ page } = shown);
      ({ url } = shown.web);
    });
    afterAll(() => shown?.close());

    /**
     * Expects no axe violation, enough contrast, and every control within reach of the Tab key. An open dialog keeps the focus
     * inside, so then only the first two.
     */
    const isClean = async (state: string) => {
      const isModal = await page.getByRole('dialog').isVisible();
      const faults = [
        ...(await violations(page)),
        ...(await contrasts(page)).low,
        ...(isModal ? [] : (await unreachable(page)).map((html) => `not by keyboard: ${html}`)),
      ];
      expect(faults, state).toEqual([]);
    };
    const answerSlowly = async (path: string) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(path, async (route) => {
        if (route.request().method() === 'POST') await promise;
        await route.fallback();
      });
      return async () => {
        resolve();
        await page.unroute(path);
      };
    };

    it('each kind of source to add', async () => {
      await shown.open('sources');
      await page.getByRole('button', { name: 'Add a source' }).click();
      for (const tab of await page.getByRole('tab').all()) {
        await tab.click();
        await page.getByRole('tabpanel', { name: await tab.innerText() }).waitFor();
        const more = page.getByText('More', { exact: true });
        if (await more.isVisible()) await more.click();
        await isClean(`a source to add: ${await tab.innerText()}`);
      }
    });

    it('files that are being uploaded, and files that could not be', async () => {
      await shown.open('sources');
      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByRole('tab', { name: 'Files' }).click();
      const buffer = Buffer.from('# Lunch\n\nLunch is at the Cannery at 12:30.');
      await page.locator('input[type=file]').setInputFiles([{ name: 'lunch.md', mimeType: 'text/markdown', buffer }]);
      await page.getByLabel('Name of the source').fill('dropped');
      await isClean('files that are chosen');
      const goOn = await answerSlowly('**/api/console/**');
      await page.getByRole('button', { name: 'Upload and read' }).click();
      await page.getByRole('button', { name: 'Upload and read', disabled: true }).waitFor();
      await isClean('an upload under way');
      await goOn();
      await page.locator('.card', { hasText: 'dropped' }).getByText('added 1 page').waitFor();

      await page.getByRole('button', { name: 'Add a source' }).click();
      await page.getByRole('tab', { name: 'Files' }).click();
      await page.locator('input[type=file]').setInputFiles([{ name: 'lunch.md', mimeType: 'text/markdown', buffer }]);
      await page.getByLabel('Name of the source').fill('dropped again');
      await page.route('**/api/console/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await page.getByRole('button', { name: 'Upload and read' }).click();
      await page.getByRole('dialog').getByRole('alert').waitFor();
      await isClean('an upload that failed');
      await page.unroute('**/api/console/**');
    });

    it('what forgetting a source would remove', async () => {
      await shown.open('sources');
      await page.locator('.card', { hasText: 'dropped' }).getByRole('button', { name: 'Forget' }).click();
      await isClean('before the dry run');
      await page.getByRole('button', { name: 'See what would go' }).click();
      await page.locator('.receipt').waitFor();
      await isClean('after the dry run');
    });

    it('every page of the console whose data cannot be loaded', async () => {
      await page.route('**/api/console/**', (route) =>
        route.fulfill({
          status: 503,
          json: { error: { code: 'STORE_UNAVAILABLE', message: 'The store does not answer.', remedy: 'Try again.' } },
        }),
      );
      for (const where of [...LISTS, ...ADMIN]) {
        await page.goto(`${url}/console/${where}`);
        await page.getByRole('alert').first().waitFor();
        await isClean(`${where}, whose data cannot be loaded`);
      }
      await page.unroute('**/api/console/**');
    });

    it('a name in the graph with a passage that states a fact', async () => {
      await shown.open('graph?entity=norway');
      await page.locator('.fact-list summary').first().click();
      await page.locator('.fact-list blockquote').first().waitFor();
      await isClean('a fact with its passage');
    });

    it('the reasoning as a tree and as a graph, in the wide view', async () => {
      const { conversations } = shown.web.parley.stores;
      await page.goto(url);
      await page.fill('#question', 'How many weeks of parental leave do I get?');
      await page.keyboard.press('Enter');
      await page.locator('.turn[data-phase=done]').waitFor();
      const { value } = await conversations.allTurns()[Symbol.asyncIterator]().next();
      const askerId = (value as { askerId: string }).askerId;
      const at = new Date().toISOString();
      for (const [name, trace] of Object.entries({ tree: TREE, graph: GRAPH })) {
        const [id, question] = [`web:${name}`, 'How many weeks of parental leave do I get?'];
        await conversations.putConversation({ id, platform: 'web', title: name, createdAt: at, updatedAt: at });
        await conversations.putTurn({
          id: name,
          conversationId: id,
          eventId: name,
          askerId,
          question,
          scopes: ['everyone'],
          status: 'done',
          askedAt: at,
          answer: answerOf(question, { text: 'Every parent gets 26 weeks.', trace: [trace] }),
        });
        await page.goto(`${url}/t/${encodeURIComponent(id)}`);
        await page.getByRole('button', { name: 'Show reasoning' }).click();
        await page.locator('.drawing').first().waitFor();
        await isClean(`the reasoning as a ${name}`);
        await page.getByRole('button', { name: 'Wide view' }).click();
        await isClean(`the reasoning as a ${name}, wide`);
      }
    });

    it('a thread that was shared, one that is not there, and a question that failed', async () => {
      await page.getByRole('button', { name: 'Copy a link to this thread' }).click();
      await page.getByText('Link copied').waitFor();
      await isClean('the link is copied');
      await page.goto(`${url}/s/${'x'.repeat(32)}`);
      await page.locator('.notice, .note, [role=alert]').first().waitFor();
      await isClean('a shared thread that is not there');
      await page.goto(url);
      await page.route('**/api/v1/**', (route) =>
        route.request().method() === 'POST' ? route.abort() : route.fallback(),
      );
      await page.fill('#question', 'How many weeks?');
      await page.keyboard.press('Enter');
      await page.locator('.turn[data-phase=failed]').waitFor();
      await isClean('a question that could not be sent');
      await page.unroute('**/api/v1/**');
    });
  },
);
