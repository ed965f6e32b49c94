import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOfPage } from '../api/door.ts';
import { violations } from './testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;

describe.skipIf(!chromiumPath)(`the page over the sample handbook, in quote mode${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    [web, browser] = await Promise.all([openSampleWeb(), openBrowser({ viewport: { width: 1280, height: 800 } })]);
    page = browser.pages()[0] ?? (await browser.newPage());
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(web.url);
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });

  const lastTurn = () => page.locator('.turn').last();
  const ask = async (question: string) => {
    const before = await page.locator('.turn').count();
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator(`.turn:nth-child(${before + 1})[data-phase=done]`).waitFor();
    return (await lastTurn().locator('.answer').textContent()) ?? '';
  };

  it('shows itself before its suggestions are found', async () => {
    let find = () => {};
    const found = new Promise<void>((resolve) => {
      find = resolve;
    });
    await page.route('**/api/v1/about', async (route) => {
      await found;
      await route.continue();
    });
    await page.reload();
    await page.getByRole('heading', { name: 'What would you like to know?' }).waitFor();
    expect(await page.locator('.suggestion').count()).toBe(0);
    find();
    await page.locator('.suggestion').first().waitFor();
    await page.unroute('**/api/v1/about');
  });

  it('suggests questions and explains how to set a model', async () => {
    await page.locator('.suggestion').first().waitFor();
    await expect.poll(() => page.locator('.suggestion').count()).toBe(6);
    // A person at the machine itself is an admin, so the page links to the console.
    expect(await page.locator('.sample a', { hasText: 'Add your own pages' }).getAttribute('href')).toBe(
      '/console/sources?add=files',
    );
    expect(await page.locator('.lead').textContent()).not.toContain('`');
    await page.locator('.banner summary').click();
    expect(await page.locator('.banner').textContent()).toContain('PARLEY_MODEL=');
    expect(await page.locator('.mode').textContent()).toBe('Quoting');
    await page.locator('.banner summary').click();
  });

  it('stays where it is when a file is dropped on it, and says where files are added', async () => {
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File(['Tea is at 4.'], 'tea.md'));
      return transfer;
    });
    const isTaken = await page.evaluate((dataTransfer) => {
      const drop = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      return !document.querySelector('.stage')?.dispatchEvent(drop);
    }, dropped);
    expect(isTaken).toBe(true);
    const note = page.locator('.dropped .note');
    expect(await note.getByRole('link').getAttribute('href')).toBe('/console/sources?add=files');
    expect(await violations(page)).toEqual([]);
    await note.getByRole('button').click();
    expect(await page.locator('.dropped .note').count()).toBe(0);
  });

  it('answers five questions and a follow-up in one thread, each with its source', async () => {
    await page.locator('.suggestion').first().click();
    await lastTurn().and(page.locator('[data-phase=done]')).waitFor();
    expect(await lastTurn().locator('.answer').textContent()).toContain('26 weeks');
    const rest: [string, RegExp][] = [
      ['What is the hotel limit per night in Spain?', /EUR 130/],
      ['What does a Heron H4 cost?', /18,900/],
      ['What discount do universities get?', /20 %/],
      ['What is the home office allowance in Norway?', /NOK 10,500/],
      ['And in Portugal?', /EUR 900/],
    ];
    for (const [question, answer] of rest) expect(await ask(question), question).toMatch(answer);
    expect(await page.locator('.turn').count()).toBe(6);
    for (const turn of await page.locator('.turn').all())
      expect(await turn.locator('.source').count()).toBeGreaterThan(0);
    expect(await page.locator('.thread').count()).toBe(1);
  });

  it('opens a citation at the words that it quotes', async () => {
    await page.locator('.turn').first().locator('.answer .cite').first().click();
    await page.locator('.panel mark').first().waitFor();
    expect(await page.locator('.panel-title').textContent()).toBe('Parental leave');
    expect((await page.locator('.panel mark').allTextContents()).join('')).toContain(
      'Every parent gets 26 weeks at full pay',
    );
    expect(await page.locator('.panel mark').first().isVisible()).toBe(true);
  });

  it('follows a link between pages inside the panel', async () => {
    await page.locator('.panel a', { hasText: '2019 to 2024' }).click();
    await page.locator('.panel-body', { hasText: '16 weeks' }).waitFor();
    expect(page.url()).toContain('/t/');
    await page.keyboard.press('Escape');
    await page.locator('.panel').waitFor({ state: 'hidden' });
  });

  it('opens a table at the row that it quotes', async () => {
    await page.locator('.turn').nth(1).locator('.source').first().click();
    const row = page.locator('.panel tr.marked');
    await row.waitFor();
    expect(await row.allTextContents()).toEqual(['Portugal, Spain, Italy, central and eastern EuropeEUR 130EUR 50']);
    await page.keyboard.press('Escape');
  });

  it('opens a page at the passage in an API citation', async () => {
    const cited = await page.evaluate(async () => {
      const body = JSON.stringify({ question: 'How many weeks of parental leave do I get?' });
      const headers = { 'content-type': 'application/json' };
      const response = await fetch('/api/v1/ask', { method: 'POST', headers, body });
      const { answer } = (await response.json()) as { answer: { citations: Parameters<typeof addressOfPage>[0][] } };
      return answer.citations[0];
    });
    if (!cited) throw new Error('the answer cites nothing');
    const other = await page.context().newPage();
    await other.goto(addressOfPage(cited, web.url));
    await other.locator('.panel mark').first().waitFor();
    expect(await other.locator('.panel-title').textContent()).toBe('Parental leave');
    expect((await other.locator('.panel mark').allTextContents()).join('')).toContain('26 weeks');
    await other.goto(`${web.url}/d?id=handbook/no-such-page`);
    await other.locator('.panel-body .note').waitFor();
    await other.close();
  });

  it('saves thumbs and reasons', async () => {
    const turn = page.locator('.turn').nth(2);
    await turn.getByRole('button', { name: 'This did not help' }).click();
    await turn.getByRole('radio', { name: 'It is outdated' }).check();
    await turn.getByRole('textbox').fill('It is 19,500 now.');
    await turn.getByRole('button', { name: 'Send' }).click();
    await turn.getByText('Your feedback is saved').waitFor();
    await page.locator('.turn').first().getByRole('button', { name: 'This helped' }).click();
    await page.locator('.turn').first().getByText('Your feedback is saved').waitFor();
    const kept: unknown[] = [];
    for await (const { feedback } of web.parley.stores.conversations.allFeedback()) kept.push(feedback);
    expect(kept).toMatchObject([{ rating: 'down', reason: 'outdated', answer: 'It is 19,500 now.' }, { rating: 'up' }]);
  });

  it('says that it does not know, and shows nothing of a private page', async () => {
    const text = await ask('What is Project Bittern?');
    expect(await lastTurn().locator('.verdict').textContent()).toMatch(/I don.t know/);
    expect((await lastTurn().innerText()).match(/I don.t know/g)).toHaveLength(1);
    expect(text).not.toMatch(/Lagoon/);
    const status = await page.evaluate(async () => {
      const query = new URLSearchParams({ id: 'handbook/leadership/board-notes-2026-10.html' });
      return (await fetch(`/api/v1/documents?${query}`)).status;
    });
    expect(status).toBe(404);
  });

  it('has its threads, answers and thumbs again after a restart', async () => {
    const place = new URL(page.url()).pathname;
    await web.restart();
    await page.goto(web.url + place);
    await page.locator('.turn').nth(6).waitFor();
    expect(await page.locator('.turn .question').allTextContents()).toHaveLength(7);
    expect(
      await page.locator('.turn').first().getByRole('button', { name: 'This helped' }).getAttribute('aria-pressed'),
    ).toBe('true');
    expect(await page.locator('.thread').textContent()).toContain('parental leave');
  });

  it('can be used with the keyboard alone', async () => {
    await page.goto(web.url);
    await page.locator('.suggestion').first().waitFor();
    await page.locator('.new-thread').focus();
    await page.keyboard.press('/');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('question');
    await page.keyboard.type('Who is the data protection officer?');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-phase=done]').waitFor();
    await page.keyboard.press('Shift+Tab');
    for (let i = 0; i < 12; i += 1) {
      if (await page.evaluate(() => document.activeElement?.matches('.source'))) break;
      await page.keyboard.press('Shift+Tab');
    }
    await page.keyboard.press('Enter');
    await page.locator('.panel mark').first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('panel-title');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('source');
  });

  it('announces what happens to screen readers, and names every control', async () => {
    await expect
      .poll(() => page.locator('[aria-live]').textContent())
      .toMatch(/^Answer: .*Inês Carvalho.* 1 sources?\.$/s);
    const unnamed = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, input, textarea')]
        .filter((one) => !(one.textContent?.trim() || one.getAttribute('aria-label') || one.closest('label')))
        .map((one) => one.outerHTML),
    );
    expect(unnamed).toEqual([]);
    expect(await page.locator('main').count()).toBe(1);
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });

  it('erases a person’s threads when they ask for it', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Erase my threads' }).click();
    await page.locator('.welcome').waitFor();
    await expect.poll(() => page.locator('.thread').count()).toBe(0);
  });

  it('causes no errors in the browser console', () => {
    expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
  });

  it('folds a question of pages, so that its answer is in sight', async () => {
    await page.goto(web.url);
    const pasted = 'How many weeks of parental leave do I get?\n'.repeat(40);
    await ask(pasted);
    const question = lastTurn().locator('.question');
    const height = async () => (await question.boundingBox())?.height ?? 0;
    expect(await height()).toBeLessThan(200);
    await lastTurn().getByRole('button', { name: 'Show the whole question' }).click();
    expect(await height()).toBeGreaterThan(600);
  });
});
