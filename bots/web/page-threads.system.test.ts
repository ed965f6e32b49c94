import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { violations } from './testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { openSampleWeb } from './testing/sample-web.ts';

const skipped = chromiumPath ? '' : ` [skipped: ${NO_CHROMIUM}]`;

describe.skipIf(!chromiumPath)(`threads, sources and the sample at the page${skipped}`, () => {
  let web: Awaited<ReturnType<typeof openSampleWeb>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'parley-threads-'));
    [web, browser] = await Promise.all([
      openSampleWeb(),
      openBrowser({ viewport: { width: 1280, height: 800 }, acceptDownloads: true, permissions: ['clipboard-write'] }),
    ]);
    page = browser.pages()[0] ?? (await browser.newPage());
    await page.goto(web.url);
  });
  afterAll(async () => {
    await browser?.dispose();
    await web?.close();
  });

  const ask = async (question: string) => {
    const before = await page.locator('.turn').count();
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator(`.turn:nth-child(${before + 1})[data-phase=done]`).waitFor();
  };

  it('a thread is renamed, pinned, exported and shared from its menu', async () => {
    await ask('What is the home office allowance in Norway?');
    const menu = page.locator('.thread-menu');
    page.once('dialog', (dialog) => void dialog.accept('Baby plans'));
    await menu.getByRole('button', { name: 'Rename this thread' }).click();
    await page.locator('.thread', { hasText: 'Baby plans' }).waitFor();
    await menu.getByRole('button', { name: 'Pin this thread' }).click();
    await page.locator('.thread .pinned .icon').waitFor();
    const download = page.waitForEvent('download');
    await menu.getByRole('button', { name: 'Export as Markdown' }).click();
    const file = await (await download).path();
    expect(await readFile(file, 'utf8')).toMatch(
      /^# Baby plans\n\n## What is the home office allowance in Norway\?\n\n[\s\S]*NOK 10,500[\s\S]*\[1\] /,
    );
    await menu.getByRole('button', { name: 'Copy a link to this thread' }).click();
    await menu.getByText('Link copied').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('a link to a thread that is not shared says so, as the heading of the page', async () => {
    const other = await page.context().newPage();
    await other.goto(`${web.url}/s/${'x'.repeat(32)}`);
    await other.locator('.note h1').waitFor();
    expect(await violations(other)).toEqual([]);
    await other.close();
  });

  it('a question can be asked again, and can be edited before that', async () => {
    const last = page.locator('.turn').last();
    await last.getByRole('button', { name: 'Edit the question' }).click();
    await expect.poll(() => page.inputValue('#question')).toBe('What is the home office allowance in Norway?');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('question');
    await page.fill('#question', '');
    await last.getByRole('button', { name: 'Ask again' }).click();
    await page.locator('.turn:nth-child(2)[data-phase=done]').waitFor();
  });

  it('offers follow-up questions, which the pages answer and which were not asked before', async () => {
    await page.goto(web.url);
    await page.locator('.suggestion').first().waitFor();
    await ask('Who is the lead of Hardware?');
    const next = page.getByRole('group', { name: 'Ask next' }).getByRole('button');
    await next.first().waitFor();
    const offered = await next.allInnerTexts();
    expect(offered.length).toBeLessThanOrEqual(3);
    expect(offered).not.toContain('Who is the lead of Hardware?');
    for (const question of offered) expect((await web.parley.ask(question)).verdict, question).toBe('answered');
    expect(await violations(page)).toEqual([]);
    await next.first().press('Enter');
    const second = page.locator('.turn:nth-child(2)[data-phase=done]');
    await second.waitFor();
    expect(await second.locator('.question').innerText()).toBe(offered[0]);
    expect(await second.locator('.source').count()).toBeGreaterThan(0);
    // Only the newest answer has them.
    expect(await page.locator('.turn:nth-child(1) .next').count()).toBe(0);
  });

  it('an “I don’t know” offers the nearest pages, which open', async () => {
    await ask('What colour is the parental leave form for astronauts?');
    const nearest = page.locator('.turn').last().locator('.nearest button').first();
    await nearest.waitFor();
    const title = await nearest.innerText();
    // The title appears once, as a link, and not in the answer's text as well.
    const shown = await page.locator('.turn').last().innerText();
    expect(shown.split(title)).toHaveLength(2);
    const words = await page.locator('.turn').last().locator('.nearest .excerpt').first().innerText();
    expect(shown.split(words)).toHaveLength(2);
    await nearest.click();
    await page.locator('.panel-title', { hasText: title }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('the closest passage is not sure, and not unknown', async () => {
    await ask('Who noticed the outage of 14 March 2026?');
    const turn = page.locator('.turn').last();
    await turn.locator('.nearest').waitFor();
    expect(await turn.locator('.verdict').innerText()).toBe('Not sure');
    expect(await turn.innerText()).toContain('the closest passage is');
    // The card lists the other pages too, and once.
    expect(await turn.locator('.answer').innerText()).not.toContain('come close too');
    expect(await turn.locator('.nearest button').count()).toBeGreaterThan(1);
  });

  it('sources can be chosen as soon as there are two', async () => {
    await writeFile(path.join(folder, 'snacks.md'), '# Snacks\n\nThe snack budget is 40 euros a month.');
    await web.parley.ingest([folder], { source: 'snacks' });
    await page.goto(web.url);
    await page.getByRole('button', { name: /Where to look/ }).click();
    await page.getByRole('checkbox', { name: 'snacks' }).check();
    await page.keyboard.press('Escape');
    await ask('What is the home office allowance in Norway?');
    expect(await page.locator('.turn').last().locator('.verdict').textContent()).toMatch(/I don.t know/);
  });

  it('the sample is labelled as such and removed with one button; the team’s own pages stay', async () => {
    await page.goto(web.url);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'remove the sample' }).click();
    await page.getByText('answers from 1 page').waitFor();
    expect((await web.parley.stores.documents.sources()).map(({ id }) => id)).toEqual(['snacks']);
  });

  it('a thread is deleted after a confirmation', async () => {
    await page.locator('.thread', { hasText: 'Baby plans' }).click();
    await page.locator('.turn').first().waitFor();
    page.once('dialog', (dialog) => void dialog.accept());
    await page.getByRole('button', { name: 'Delete this thread' }).click();
    await page.locator('.thread', { hasText: 'Baby plans' }).waitFor({ state: 'detached' });
  });
});
