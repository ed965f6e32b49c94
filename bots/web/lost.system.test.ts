import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CutLine, cutLine } from '../../stores/testing/cut-line.ts';
import { createRoles } from './people/roles.ts';
import { violations } from './testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openOidcProvider } from './testing/oidc-provider.ts';
import { page as documentOf, openScriptedWeb } from './testing/scripted-web.ts';

/** The words of an answer that is streamed in three parts, each released by the test. */
const WORDS = Array.from({ length: 60 }, (_, n) => `w${n}`);

describe.skipIf(!chromiumPath)(`what is lost in the middle${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let provider: Awaited<ReturnType<typeof openOidcProvider>>;
  let web: Awaited<ReturnType<typeof openScriptedWeb>>;
  let line: CutLine;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const parts = [0, 1, 2, 3].map(() => Promise.withResolvers<void>());
  const slow = Promise.withResolvers<void>();

  beforeAll(async () => {
    provider = await openOidcProvider({
      ann: { name: 'Ann', email: 'ann@example.com', email_verified: true },
      bob: { name: 'Bob' },
    });
    web = await openScriptedWeb(
      async ({ text }, say) => {
        if (text === 'count')
          for (const [at, word] of WORDS.entries()) {
            if (at % 20 === 0) await parts[at / 20]?.promise;
            say({ type: 'token', text: `${word} ` });
          }
        if (text === 'count') await parts[3]?.promise;
        if (text === 'slow') {
          say({ type: 'token', text: 'The first half' });
          await slow.promise;
          say({ type: 'token', text: ' and the second' });
        }
        return { text: text === 'count' ? WORDS.join(' ') : `An answer to ${text}.` };
      },
      { settings: provider.settings, pages: [documentOf('docs/a.md', 'A', 'A page.')] },
    );
    line = await cutLine(web.url);
    provider.register(`${line.url}sign-in/callback`);
    await createRoles(web.stores.keyValues).setRole('ann@example.com', 'reviewer');
    browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
    page = browser.pages()[0] ?? (await browser.newPage());
    await signIn(page, 'ann');
  });
  afterAll(async () => {
    await browser?.dispose();
    await line?.close();
    await web?.close();
    await provider?.close();
  });

  const signIn = async (tab: Page, name: string) => {
    await tab.goto(line.url);
    await giveNameToProvider(tab, name);
    await tab.getByRole('button', { name: 'Continue' }).click();
    await tab.locator('.welcome').waitFor();
  };
  const giveNameToProvider = async (tab: Page, name: string) => {
    await tab.getByRole('link', { name: 'Continue with your organisation' }).click();
    await tab.locator('input[name=login]').fill(name);
    await tab.locator('input[name=password]').fill('any');
    await tab.locator('button[type=submit]').click();
  };
  const ask = async (question: string) => {
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator('.turn').last().waitFor();
  };
  const endSessions = async () => {
    for (const { key } of await web.stores.keyValues.list('web-session', { limit: 50 }))
      await web.stores.keyValues.delete('web-session', key);
  };
  const shown = async () => (await page.locator('.turn .answer').last().innerText()).trim().split(/\s+/);

  it('an answer arrives complete over a connection that breaks twice, without lost or repeated words', async () => {
    await ask('count');
    parts[0]?.resolve();
    await page.locator('.answer', { hasText: 'w19' }).waitFor();
    await line.down();
    parts[1]?.resolve();
    await page.locator('.status', { hasText: 'The connection was lost' }).waitFor();
    await line.up();
    await page.locator('.answer', { hasText: 'w39' }).waitFor();
    expect(await shown()).toEqual(WORDS.slice(0, 40));
    line.cutAfter(3);
    parts[2]?.resolve();
    await page.locator('.answer', { hasText: 'w59' }).waitFor();
    expect(await shown()).toEqual(WORDS);
    parts[3]?.resolve();
    await page.locator('.turn[data-phase=done]').waitFor();
    expect(await shown()).toEqual(WORDS);
  });

  it('somebody whose provider gives no e-mail address is told why they may see fewer pages; others are not', async () => {
    const told = (tab: Page) => tab.getByText('gave Parley no verified e-mail address');
    expect(await told(page).count()).toBe(0);
    const theirs = await openBrowser({ viewport: { width: 1280, height: 800 } });
    try {
      const tab = theirs.pages()[0] ?? (await theirs.newPage());
      await signIn(tab, 'bob');
      await told(tab).waitFor();
      expect(await violations(tab)).toEqual([]);
      await tab.goto(`${line.url}console/sources`);
      await told(tab).waitFor();
      expect(await violations(tab)).toEqual([]);
    } finally {
      await theirs.dispose();
    }
  });

  it('a session that ends in the middle of an answer leads to sign-in and back to the answer', async () => {
    await page.goto(line.url);
    await ask('slow');
    await page.locator('.answer', { hasText: 'The first half' }).waitFor();
    await endSessions();
    line.cutAfter(0);
    slow.resolve();
    await page.locator('.failed', { hasText: 'your session has ended' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.locator('.failed').getByRole('link', { name: 'Sign in' }).click();
    await page.locator('.turn[data-phase=done]', { hasText: 'An answer to slow.' }).waitFor();
  });

  it('a question that is asked after the session ended is restored after sign-in', async () => {
    await endSessions();
    await ask('Where is the regatta?');
    await page.locator('.failed', { hasText: 'your session has ended' }).waitFor();
    await page.locator('.failed').getByRole('link', { name: 'Sign in' }).click();
    await page.locator('.turn[data-phase=done]', { hasText: 'An answer to slow.' }).waitFor();
    await expect.poll(() => page.locator('#question').inputValue()).toBe('Where is the regatta?');
    await page.locator('#question').press('Enter');
    await page.locator('.turn[data-phase=done]', { hasText: 'An answer to Where is the regatta?' }).waitFor();
  });

  it('the console says that the session ended, and where to sign in', async () => {
    await page.goto(`${line.url}console/search`);
    await page.getByLabel('Question').fill('leave');
    await endSessions();
    await page.getByLabel('Question').press('Enter');
    await page.locator('.problem', { hasText: 'your session has ended' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await signInAgain(page.locator('.problem').first());
    await page.locator('.problem').waitFor({ state: 'detached' });
  });

  it('a half-typed question is restored when the page is reloaded', async () => {
    await page.goto(line.url);
    await page.fill('#question', 'Where is the reg');
    await page.reload();
    await expect.poll(() => page.locator('#question').inputValue()).toBe('Where is the reg');
    await page.fill('#question', '');
    await page.reload();
    await page.locator('.welcome').waitFor();
    expect(await page.locator('#question').inputValue()).toBe('');
  });

  it('text in the feedback form is kept when sending fails', async () => {
    await page.goto(line.url);
    await ask('Who rows?');
    await page.getByRole('button', { name: 'This did not help' }).click();
    const form = page.locator('.feedback-form');
    await form.getByLabel('What would have been right?').fill('The whole crew rows.');
    await endSessions();
    await form.getByRole('button', { name: 'Send' }).click();
    await page.locator('.feedback-note', { hasText: 'session has ended' }).waitFor();
    expect(await form.getByLabel('What would have been right?').inputValue()).toBe('The whole crew rows.');
    const other = await browser.newPage();
    await other.goto(`${line.url}sign-in`);
    await other.locator('#question').waitFor();
    await other.close();
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your feedback is saved').first().waitFor();
  });

  it('text that a reviewer types is kept when the session ends, and is saved after sign-in in another tab', async () => {
    await page.goto(`${line.url}console/inbox`);
    await page.getByRole('button', { name: 'Who rows?' }).click();
    await page.getByLabel('The right answer').fill('The crew and the cox.');
    await endSessions();
    await comeBack();
    await page.locator('main > .problem', { hasText: 'What you have typed is still here' }).waitFor();
    await page.getByRole('button', { name: 'Save and review' }).click();
    await page.locator('.dialog .problem', { hasText: 'your session has ended' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await signInAgain(page.locator('.dialog .problem'));
    expect(await page.getByLabel('The right answer').inputValue()).toBe('The crew and the cox.');
    await page.getByRole('button', { name: 'Save and review' }).click();
    await expect
      .poll(async () => (await web.stores.cases.list({ limit: 1 })).map(({ answers }) => answers))
      .toEqual([['The crew and the cox']]);
  });

  it('the chat shows a changed role when its reader comes back, and they sign out there, leaving nothing', async () => {
    await page.goto(line.url);
    const account = page.locator('.account');
    await account.getByText('Ann', { exact: true }).waitFor();
    await account.getByRole('link', { name: 'Console' }).waitFor();
    const roles = createRoles(web.stores.keyValues);
    await roles.setRole('ann@example.com', 'asker');
    await comeBack();
    await account.getByRole('link', { name: 'Console' }).waitFor({ state: 'detached' });
    await roles.setRole('ann@example.com', 'reviewer');
    await comeBack();
    await account.getByRole('link', { name: 'Console' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.fill('#question', 'What do I earn?');
    await account.getByRole('button', { name: 'Sign out' }).click();
    // After a sign-out the provider asks who signs in, although its own session goes on.
    await giveNameToProvider(page, 'ann');
    await page.locator('.welcome').waitFor();
    expect(await page.locator('#question').inputValue()).toBe('');
  });

  /** Follows the sign-in link of an error message, which opens a new tab; the provider still has its own session. */
  const signInAgain = async (problem: Locator) => {
    const opened = page.waitForEvent('popup');
    await problem.getByRole('link', { name: 'Sign in' }).click();
    const tab = await opened;
    await tab.getByRole('link', { name: 'Continue with your organisation' }).click();
    await tab.getByRole('heading', { level: 1, name: /Try a search|Feedback/ }).waitFor();
    await tab.close();
    await comeBack();
  };
  /** Fires the event that a tab gets when somebody returns to it: in a headless browser, every tab counts as visible. */
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
});
