import { spawn } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdminPath } from '../start.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../testing/chromium.ts';
import { openOidcProvider } from '../testing/oidc-provider.ts';
import { openSampleWeb } from '../testing/sample-web.ts';
import { byKeyboard, byMouse, type Hand } from './testing/hand.ts';

/**
 * The whole path of a newcomer, from the sign-in link that `parley start` prints to a corrected answer for the next asker: by
 * mouse, by keyboard alone, and on a phone. People sign in with a real provider, and axe checks every state on the way.
 */
describe.skipIf(chromiumPath === undefined).each([
  ['by mouse, in the light', byMouse, 'light', 1280],
  ['by keyboard alone, in the dark', byKeyboard, 'dark', 1280],
  ['by mouse on a phone', byMouse, 'light', 390],
] as const)(`the whole way, %s${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, (_, handOf, colorScheme, width) => {
  const accounts = {
    priya: { name: 'Priya', email: 'priya@example.com', email_verified: true },
    omar: { name: 'Omar', email: 'omar@example.com', email_verified: true },
  };
  let provider: Awaited<ReturnType<typeof openOidcProvider>>;
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let folder: string;
  let priya: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let hand: Hand;
  const looks = { viewport: { width, height: 900 }, colorScheme, locale: 'en-GB' };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-walk-'));
    await writeFile(path.join(folder, 'depot.md'), '# The depot in Aalborg\n\nThe depot in Aalborg opens at 7:00.\n');
    provider = await openOidcProvider(accounts);
    web = await openSampleWeb({ ...provider.settings, PARLEY_CONSOLE_FOLDERS: folder });
    provider.register(`${web.url}/sign-in/callback`);
    priya = await openBrowser(looks);
    page = priya.pages()[0] ?? (await priya.newPage());
    hand = handOf(page);
  });
  afterAll(async () => {
    await priya?.dispose();
    await web?.close();
    await provider?.close();
  });

  /** Expects no axe violation and no horizontal overflow. */
  const isClean = async (on: Page, state: string) => {
    expect(await violations(on), state).toEqual([]);
    expect(await on.evaluate(() => document.documentElement.scrollWidth), state).toBeLessThanOrEqual(width);
  };
  /** Signs in on the provider's own pages. */
  const signInAt = async (on: Page, login: string) => {
    await on.locator('input[name=login]').fill(login);
    await on.locator('input[name=password]').fill('any');
    await on.locator('button[type=submit]').click();
    await on.getByRole('button', { name: 'Continue' }).click();
    await on.waitForURL(`${web.url}/**`);
  };
  const goTo = async (name: string) => {
    if (width < 700) await hand.press(page.getByRole('button', { name: 'Menu' }));
    await hand.press(page.getByRole('link', { name, exact: true }));
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };
  const QUESTION = 'What is the gate code of the depot in Aalborg?';
  const ask = async (on: Page, by: Hand, question: string) => {
    await by.type(on.locator('#question'), question);
    await on.keyboard.press('Enter');
    await on.locator('.turn:last-child[data-phase=done]').waitFor();
    return on.locator('.turn').last().innerText();
  };

  it('the sign-in link makes an admin, who gives Priya a role; she signs in with the provider', async () => {
    const link = await firstAdminPath(web.parley);
    await page.goto(`${web.url}${link}`);
    await page.getByRole('button', { name: 'Continue as admin' }).waitFor();
    await isClean(page, 'the first admin');
    await hand.press(page.getByRole('button', { name: 'Continue as admin' }));
    await page.getByRole('heading', { name: 'Sources' }).waitFor();
    await goTo('People');
    await hand.type(page.getByLabel('E-mail address'), 'priya@example.com');
    await hand.choose(page.getByLabel('Role', { exact: true }), 'admin');
    await hand.press(page.getByRole('button', { name: 'Give the role' }));
    await page.getByRole('cell', { name: 'priya@example.com' }).waitFor();
    await isClean(page, 'people');
    if (width < 700) await hand.press(page.getByRole('button', { name: 'Menu' }));
    await hand.press(page.getByRole('button', { name: 'Sign out' }));
    await page.getByRole('heading', { name: 'Sign in to open the console' }).waitFor();
    await isClean(page, 'signed out');

    await page.goto(web.url);
    await isClean(page, 'the chat before sign-in');
    await hand.press(page.getByRole('link', { name: 'Continue with your organisation' }));
    await signInAt(page, 'priya');
    await page.locator('.suggestion').first().waitFor();
    await isClean(page, 'the chat');
  });

  it('she adds a source', async () => {
    if (width < 700) await hand.press(page.getByRole('button', { name: 'Threads' }));
    await hand.press(page.getByRole('link', { name: 'Console' }));
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
    await hand.press(page.getByRole('button', { name: 'Add a source' }));
    await hand.press(page.getByRole('tab', { name: 'Folder' }));
    await hand.type(page.getByRole('tabpanel', { name: 'Folder' }).getByLabel('Path'), folder);
    await isClean(page, 'a folder to add');
    await hand.press(page.getByRole('button', { name: 'Add and read' }));
    const card = page.locator('.card', { hasText: path.basename(folder).toLowerCase() });
    await card.getByText('added 1 page').waitFor();
    await isClean(page, 'a source that was added');
  });

  it('she asks, looks at the reasoning, and rates the answer down', async () => {
    if (width < 700) await hand.press(page.getByRole('button', { name: 'Menu' }));
    await hand.press(page.getByRole('link', { name: 'Ask a question' }));
    await page.locator('.welcome').waitFor();
    expect(await ask(page, hand, QUESTION)).not.toContain('4711');
    await isClean(page, 'an answer');
    await hand.press(page.getByRole('button', { name: 'Show reasoning' }));
    await page.getByRole('heading', { name: 'How this answer came about' }).waitFor();
    await isClean(page, 'the reasoning');
    await page.keyboard.press('Escape');
  });

  it('five clicks after the thumb down, the case passes, and so does the eval gate', async () => {
    const before = hand.presses;
    await hand.press(page.getByRole('button', { name: 'This did not help' }));
    await page.locator('.feedback-form').waitFor();
    await isClean(page, 'the form of a thumb down');
    if (width < 700) await hand.press(page.getByRole('button', { name: 'Threads' }));
    await hand.press(page.getByRole('link', { name: 'Console' }));
    await goTo('Feedback');
    await isClean(page, 'feedback');
    await hand.press(page.getByRole('button', { name: QUESTION }));
    await hand.type(page.getByLabel('The right answer'), 'The gate code of the depot in Aalborg is 4711.');
    await isClean(page, 'a case');
    await hand.press(page.getByRole('button', { name: 'Save and review' }));
    await page.getByText('has the right answer').waitFor();
    await isClean(page, 'a case that passes');
    // On a phone, opening the menu takes two additional presses.
    expect(hand.presses - before).toBeLessThanOrEqual(width < 700 ? 7 : 5);

    const out = path.join(folder, 'eval');
    // Without a model, the eval runs in quote mode.
    const gate = path.join(folder, 'gate.json');
    await writeFile(
      gate,
      JSON.stringify({ mode: 'quote', bounds: { '*': { accuracy: { min: 1 }, leaks: { max: 0 } } } }),
    );
    const { code, said } = await parley(
      ['eval', '--questions', 'cases', '--gate', gate, '--out', out],
      web.parley.settings.PARLEY_DATA,
    );
    expect(said).toContain('1 of 1 case passed');
    expect(code, said).toBe(0);
  });

  it('the next asker gets her answer, with her name and the date', async () => {
    const omar = await openBrowser(looks);
    try {
      await theNextAsker(omar);
    } finally {
      await omar.dispose();
    }
  });

  const theNextAsker = async (omar: BrowserContext) => {
    const next = omar.pages()[0] ?? (await omar.newPage());
    await next.goto(`${web.url}/sign-in`);
    await signInAt(next, 'omar');
    const answer = await ask(next, handOf(next), 'gate code of the Aalborg depot?');
    expect(answer).toContain('4711');
    await next.locator('.turn .source').first().click();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
    await next.locator('.panel .document', { hasText: `Answered by Priya on ${day}.` }).waitFor();
    await isClean(next, 'the page of the answer');
  };
});

/** Runs a `parley` command in a process of its own, on a data folder. */
const parley = (command: readonly string[], data: string) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../../cli/main.ts'), ...command], {
      env: { PATH: process.env.PATH, HOME: tmpdir(), PARLEY_DATA: data },
    });
    const said: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (words) => said.push(String(words)));
    child.on('close', (code) => resolve({ code, said: said.join('') }));
  });
