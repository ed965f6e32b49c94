import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepFrom, writtenFrom } from '../../../agent/testing/open-agent.ts';
import { type StubServer, startStubServer } from '../../../agent/testing/stub-server.ts';
import { createCases } from '../../../runtime/cases/cases.ts';
import type { ComparedAnswer, UsageView } from '../console-api.ts';
import { createRoles } from '../people/roles.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { createBrowser, openOidcProvider } from '../testing/oidc-provider.ts';
import { openSampleWeb } from '../testing/sample-web.ts';
import { type Console, openConsole } from './testing/open-console.ts';

const QUESTION = 'How many weeks of parental leave do I get?';
const WEEKS = '26 weeks';

/** The stub model never answers this question. */
const SLOW = 'Who may wait for ever?';
/** Starts a stub model server that answers from the sources in the prompt. The strategies and their usage figures are real. */
const openModel = () =>
  startStubServer((request) => {
    if (request.user.includes(SLOW)) return { wait: new Promise(() => {}), reply: { status: 500 } };
    if (request.task === 'next-query')
      return { json: { done: request.nth > 0, query: 'How long is parental leave in weeks?' } };
    if (request.task === 'answer-step') return { json: stepFrom(request, WEEKS, 'Leave is 26 weeks', WEEKS) };
    return { json: writtenFrom(request, [WEEKS], `Leave is **26 weeks**, says ${request.task}`, WEEKS) };
  });

describe.skipIf(chromiumPath === undefined)(`compare${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let shown: Console;
  let web: Console['web'];
  let model: StubServer;
  let page: Page;

  beforeAll(async () => {
    model = await openModel();
    shown = await openConsole({ PARLEY_MODEL: 'openai:stub', PARLEY_MODEL_BASE_URL: model.url });
    ({ web, page } = shown);
  });
  afterAll(async () => {
    await shown?.close();
    await model?.close();
  });

  const open = () => shown.open('compare');
  const side = (strategy: string) => page.getByRole('region', { name: strategy, exact: true });
  const ask = async (first: string, second: string) => {
    await page.getByLabel('Question').fill(QUESTION);
    await page.getByLabel('First strategy').selectOption(first);
    await page.getByLabel('Second strategy').selectOption(second);
    await page.getByRole('button', { name: 'Ask both' }).click();
    await side(first).locator('.facts').waitFor();
    await side(second).locator('.facts').waitFor();
  };
  const facts = async (strategy: string): Promise<Record<string, string>> => {
    const [names, values] = await Promise.all([
      side(strategy).locator('.facts dt').allInnerTexts(),
      side(strategy).locator('.facts dd').allInnerTexts(),
    ]);
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  };

  it('answers one question with two strategies, and shows the calls and tokens that each really used', async () => {
    await open();
    expect(await violations(page)).toEqual([]);
    expect(await page.getByLabel('First strategy').inputValue()).toBe('auto');
    await ask('vanilla', 'iterdrag');
    expect(model.requests.map(({ task }) => task)).toEqual([
      'answer-question',
      'next-query',
      'answer-step',
      'next-query',
      'conclude',
    ]);
    const [plain, rounds] = [await facts('vanilla'), await facts('iterdrag')];
    expect([plain['Model calls'], rounds['Model calls']]).toEqual(['1', '4']);
    const tokens = (given: Record<string, string>) => Number(given.Tokens?.replaceAll(',', ''));
    expect(tokens(plain)).toBeGreaterThan(0);
    expect(tokens(rounds)).toBeGreaterThan(tokens(plain));
    for (const given of [plain, rounds]) expect(Number(given.Seconds)).toBeGreaterThan(0);
    expect(await side('vanilla').locator('.answer-text').innerText()).toContain('says answer-question');
    expect(await side('iterdrag').locator('.answer-text').innerText()).toContain('says conclude');
    expect(await side('vanilla').locator('.answer-text strong').innerText()).toBe(WEEKS);
    expect(await side('vanilla').locator('.cited q').first().innerText()).toContain(WEEKS);
    expect(await violations(page)).toEqual([]);
    await side('vanilla').locator('.cite').first().click();
    await page.locator('.dialog .passage').first().waitFor();
    await expect.poll(() => page.locator('.dialog').innerText()).toContain(WEEKS);
    const usage = (await (await fetch(`${web.url}/api/console/quality/usage?days=7`)).json()) as UsageView;
    expect(usage.all.questions).toBe(0);
  });

  it('cancels the model’s request when the asker stops, and does not start the second answer', async () => {
    await open();
    const before = model.requests.length;
    await page.getByLabel('Question').fill(SLOW);
    await page.getByLabel('First strategy').selectOption('vanilla');
    await page.getByLabel('Second strategy').selectOption('iterdrag');
    await page.getByRole('button', { name: 'Ask both' }).click();
    await expect.poll(() => model.requests.length).toBe(before + 1);
    await page.getByRole('button', { name: 'Stop' }).click();
    await side('vanilla').getByText('Stopped.').waitFor();
    expect(await side('iterdrag').count()).toBe(0);
    await expect.poll(() => model.aborted).toBe(1);
    expect(model.requests.length).toBe(before + 1);
  });

  it('works in the dark theme and on a phone, and compares a strategy with quoting', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await open();
    await ask('vanilla', 'quote');
    expect(await facts('quote')).toMatchObject({ 'Model calls': '0' });
    await side('quote').getByText('quoted', { exact: true }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect((await contrasts(page)).low).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(shown.complaints).toEqual([]);
  });

  it('says that only quoting is available without a model, and quotes', async () => {
    const plain = await openSampleWeb();
    try {
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto(`${plain.url}/console/compare`);
      await page.getByText('No model is set, so Parley only quotes').waitFor();
      expect(await page.getByLabel('Second strategy').count()).toBe(0);
      await page.getByLabel('Question').fill(QUESTION);
      await page.getByRole('button', { name: 'Ask', exact: true }).click();
      await expect.poll(() => side('quote').locator('.answer-text').innerText()).toContain(WEEKS);
      expect(await violations(page)).toEqual([]);
    } finally {
      await plain.close();
    }
  });
});

describe('compare, by role', () => {
  it('is for reviewers, and answers from pages that they may see themselves', async () => {
    const provider = await openOidcProvider({ ann: { email: 'ann@example.com', email_verified: true } });
    const web = await openSampleWeb(provider.settings);
    provider.register(`${web.url}/sign-in/callback`);
    const folder = await mkdtemp(path.join(tmpdir(), 'parley-compare-'));
    const ann = createBrowser();
    const question = 'What is the vault code of the zeppelin?';
    const ask = async (strategy = 'quote') =>
      (
        await ann.send(`${web.url}/api/console/quality/compare`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: web.url },
          body: JSON.stringify({ question, strategy }),
        })
      ).response;
    try {
      await writeFile(path.join(folder, 'vault.md'), '# Zeppelin\n\nThe vault code of the zeppelin is 4711.\n');
      await web.parley.ingest([folder], { source: 'vault', scopes: ['staff'] });
      expect((await ask()).status).toBe(401);
      await ann.signIn(web.url, 'ann');
      expect((await ask()).status).toBe(403);
      await createRoles(web.parley.stores.keyValues).setRole('ann@example.com', 'reviewer');
      const response = await ask();
      expect(response.status).toBe(200);
      const body = await response.text();
      expect((JSON.parse(body) as ComparedAnswer).mode).toBe('quote');
      expect(body).not.toMatch(/4711|vault\.md/);
      expect((await web.parley.ask(question, { scopes: ['staff'] })).text).toContain('4711');
      expect((await ask('magic')).status).toBe(400);
    } finally {
      await web.close();
      await provider.close();
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('counts towards the daily limit of the person who asks, as does trying a case', async () => {
    const web = await openSampleWeb({ PARLEY_DAILY_QUESTIONS_PER_PERSON: '2' });
    const person = createBrowser();
    const post = async (path: string, body: unknown = {}) => {
      const { response } = await person.send(`${web.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, json: await response.json() };
    };
    const compare = () => post('/api/console/quality/compare', { question: QUESTION, strategy: 'quote' });
    try {
      const { id } = await createCases(web.parley.stores).add({
        question: QUESTION,
        answers: [WEEKS],
        scopes: ['everyone'],
      });
      const tryNow = () => post(`/api/console/quality/cases/${encodeURIComponent(id)}/try`);
      expect((await compare()).status).toBe(200);
      expect(await tryNow()).toMatchObject({ status: 200, json: { passes: true } });
      for (const refused of [await compare(), await tryNow()])
        expect(refused).toMatchObject({ status: 429, json: { code: 'TOO_MANY_QUESTIONS' } });
    } finally {
      await web.close();
    }
  });

  it('quotes, and says so, once the daily token limit is reached', async () => {
    const model = await openModel();
    const web = await openSampleWeb({
      PARLEY_MODEL: 'openai:stub',
      PARLEY_MODEL_BASE_URL: model.url,
      PARLEY_DAILY_TOKENS_PER_PERSON: '1',
    });
    const person = createBrowser();
    const compare = async () => {
      const { response } = await person.send(`${web.url}/api/console/quality/compare`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ question: QUESTION, strategy: 'vanilla' }),
      });
      return (await response.json()) as ComparedAnswer;
    };
    try {
      expect((await compare()).mode).toBe('model');
      const calls = model.requests.length;
      const { mode, notices } = await compare();
      expect([mode, model.requests.length]).toEqual(['quote', calls]);
      expect(notices?.join()).toContain('share of the model is used up');
    } finally {
      await web.close();
      await model.close();
    }
  });
});
