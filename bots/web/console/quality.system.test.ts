import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unknownAnswer } from '../../../stores/testing/conversation-samples.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM } from '../testing/chromium.ts';
import { type Console, openConsole } from './testing/open-console.ts';

/** Options for `expect.poll`: the server caches gaps for 20 seconds, and each poll loads a whole page. */
const EVERY_SECOND = { interval: 1000 };

describe.skipIf(chromiumPath === undefined)(`quality${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`, () => {
  let shown: Console;
  let web: Console['web'];
  let page: Page;

  beforeAll(async () => {
    shown = await openConsole();
    ({ web, page } = shown);
  });
  afterAll(async () => {
    await shown?.close();
  });

  /** Asks in the chat page and returns the text of the finished turn. */
  const ask = async (question: string): Promise<string> => {
    await page.goto(web.url);
    await page.fill('#question', question);
    await page.keyboard.press('Enter');
    await page.locator('.turn[data-phase=done]').waitFor();
    return page.locator('.turn[data-phase=done]').innerText();
  };

  it('publishing an answer closes a gap, and the next asker gets it with its writer and date', async () => {
    for (const wording of ['Where can I park my zeppelin?', 'zeppelin parking', 'Where do I park a zeppelin?'])
      expect(await ask(wording)).not.toContain('hangar');
    await page.goto(`${web.url}/console/gaps`);
    const gap = page.locator('.gap', { hasText: 'zeppelin' });
    await gap.waitFor();
    expect(await gap.count()).toBe(1);
    expect(await gap.innerText()).toMatch(/3\s*times/);
    expect(await violations(page)).toEqual([]);
    await gap.locator('.title-link').click();
    await expect.poll(() => page.locator('.wordings input:checked').count()).toBe(3);
    await page.getByLabel('The answer').fill('You can park your zeppelin at hangar 4, after calling the front desk.');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Publish the answer' }).click();
    await page.locator('.dialog').waitFor({ state: 'detached' });
    await gap.waitFor({ state: 'detached' });

    // Somebody else asks in other words.
    for (const question of ['zeppelin parking', 'is there a place to park the zeppelin of a customer'])
      expect(await ask(question)).toContain('hangar 4');
    const answer = await ask('Where can I park my zeppelin?');
    expect(answer).toContain('hangar 4');
    await page.locator('.turn .source').first().click();
    await page.locator('.panel .document').waitFor();
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date());
    expect(await page.locator('.panel .document').innerText()).toContain(
      `Answered by the person at this machine on ${day}.`,
    );
  });

  it('shows fifty gaps at first, and more on request', async () => {
    const { conversations } = web.parley.stores;
    const askedAt = new Date().toISOString();
    const syllables = ['ba', 'ko', 'mi', 'ru', 'te', 'vo', 'zu', 'la'];
    const nameOf = (n: number) => `${syllables[n % 8]}${syllables[Math.floor(n / 8) % 8]}dorf`;
    for (let n = 0; n < 60; n += 1) {
      const question = `${nameOf(n)}?`;
      const id = `web:many-${n}`;
      await conversations.putConversation({
        id,
        platform: 'web',
        title: question,
        createdAt: askedAt,
        updatedAt: askedAt,
      });
      await conversations.putTurn({
        id: `many-${n}`,
        conversationId: id,
        eventId: `many-${n}`,
        askerId: `web:${n}`,
        question,
        scopes: ['everyone'],
        status: 'done',
        askedAt,
        answer: unknownAnswer(question),
      });
    }
    // The server caches gaps for 20 seconds.
    const more = page.getByRole('button', { name: /^Show more \(\d+\)$/ });
    await expect
      .poll(async () => {
        await page.goto(`${web.url}/console/gaps`);
        await page.locator('.gap').first().waitFor();
        return more.count();
      }, EVERY_SECOND)
      .toBe(1);
    expect(await page.locator('.gap').count()).toBe(50);
    await more.click();
    await expect.poll(() => page.locator('.gap').count()).toBeGreaterThanOrEqual(60);
    expect(await more.count()).toBe(0);
  });

  it('a wording that is unticked stays open as a gap of its own, and closes with its own answer', async () => {
    const same = ['Where can I moor my submarine?', 'mooring a submarine'];
    const other = 'Who pays for mooring my submarine?';
    for (const wording of [...same, other]) await ask(wording);
    const gap = page.locator('.gap', { hasText: 'submarine' });
    const close = async (words: string) => {
      await page.getByLabel('The answer').fill(words);
      await page.getByRole('button', { name: 'Publish the answer' }).click();
      await page.locator('.dialog').waitFor({ state: 'detached' });
    };
    const found = async () => {
      await page.goto(`${web.url}/console/gaps`);
      await page.locator('.gap, .empty').first().waitFor();
      return gap.count();
    };
    // The server caches gaps for 20 seconds.
    await expect.poll(found, { timeout: 60_000 }).toBe(1);
    await gap.locator('.title-link').click();
    const box = page.locator('.wordings').getByLabel(other);
    await box.focus();
    await page.keyboard.press('Space');
    expect(await box.isChecked()).toBe(false);
    expect(await violations(page)).toEqual([]);
    await close('Submarines are moored at pier 9.');

    await expect.poll(() => gap.innerText()).toContain(other);
    expect(await gap.count()).toBe(1);
    expect(await gap.innerText()).toMatch(/1\s*time\b/);
    expect(await ask(same[1]!)).toContain('pier 9');
    await page.goto(`${web.url}/console/gaps`);
    await gap.locator('.title-link').click();
    expect(await page.locator('.wordings').count()).toBe(0);
    await close('The harbour master pays for the mooring of a submarine.');
    await gap.waitFor({ state: 'detached' });
    expect(await ask(other)).toContain('harbour master pays');
  });

  it('a wifi password in a published answer reaches the next asker unchanged', async () => {
    await ask('What is the wifi password for guests?');
    await page.getByRole('button', { name: 'This did not help' }).click();
    await expect.poll(async () => (await web.parley.stores.cases.list({ limit: 1 })).length).toBe(1);
    await page.goto(`${web.url}/console/inbox`);
    await page.getByRole('button', { name: /wifi password/ }).click();
    await page.getByLabel('The words that matter').fill('pelican-harbour-42');
    await page.getByLabel('The right answer').fill('The wifi password for guests is **pelican-harbour-42**.');
    await page.getByRole('button', { name: 'Save and review' }).click();
    await page.getByText('has the right answer').waitFor();
    // An answer's Markdown is rendered.
    const shown = page.getByRole('region', { name: 'Ask it now' }).locator('.answer-text');
    await shown.locator('strong').first().waitFor();
    expect(await shown.innerText()).not.toContain('**');
    expect(await violations(page)).toEqual([]);
    expect(await ask('wifi password for guests?')).toContain('pelican-harbour-42');
  });

  it('a thumb down becomes a reviewed case in five clicks, and the question asked again has the right answer', async () => {
    await ask('What is the home office allowance in Norway?');
    await page
      .getByRole('button', { name: /did not help|not help/i })
      .first()
      .click();
    await expect
      .poll(async () => Object.values(await web.parley.stores.cases.counts()).some((count) => count > 0))
      .toBe(true);
    await page.goto(`${web.url}/console/inbox`);
    let clicks = 0;
    const click = async (name: string | RegExp) => {
      clicks += 1;
      await page.getByRole('button', { name }).first().click();
    };
    await click(/home office allowance/);
    await page.getByLabel('The right answer').fill('NOK 10,500');
    expect(await violations(page)).toEqual([]);
    await click('Save and review');
    // Saving asks the question again at once.
    await page.getByText('has the right answer').waitFor();
    expect(clicks).toBeLessThanOrEqual(5);
    await click('Ask it now');
    await page.getByText('has the right answer').waitFor();
    const [found] = await web.parley.stores.cases.list({ limit: 1 });
    expect(found).toMatchObject({ status: 'reviewed', answers: ['NOK 10,500'] });
  });

  it('an answer that is published from the feedback inbox closes the gap of the same question', async () => {
    await ask('How long is the warranty of the dirigible?');
    const gapOf = async () => {
      await page.goto(`${web.url}/console/gaps`);
      await page.getByRole('button', { name: /^Open/ }).waitFor();
      return page.locator('.gap', { hasText: 'dirigible' }).count();
    };
    await page.getByRole('button', { name: 'This did not help' }).click();
    const form = page.locator('.feedback-form');
    await form.getByLabel('What would have been right?').fill('Two years.');
    // The whole form is scrolled into view, above the composer.
    await expect
      .poll(async () => {
        const [send, box] = [await form.boundingBox(), await page.locator('.composer').boundingBox()];
        return (send?.y ?? 0) + (send?.height ?? 0) <= (box?.y ?? 0);
      })
      .toBe(true);
    await form.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your feedback is saved').first().waitFor();
    await expect.poll(gapOf, EVERY_SECOND).toBe(1);
    await page.goto(`${web.url}/console/inbox`);
    await page.getByRole('button', { name: /dirigible/ }).click();
    await expect.poll(() => page.getByLabel('The right answer').inputValue()).toBe('Two years.');
    await page.getByRole('button', { name: 'Save and review' }).click();
    await page.getByText('has the right answer').waitFor();
    await expect.poll(gapOf, EVERY_SECOND).toBe(0);
    // The asker gets a notice at the next visit.
    await page.goto(`${web.url}/console/inbox`);
    await page.getByRole('button', { name: /dirigible/ }).click();
    const tell = page.getByRole('button', { name: 'Tell the asker' });
    await tell.click();
    await tell.waitFor({ state: 'detached' });
    expect(await violations(page)).toEqual([]);
    await page.goto(web.url);
    await page
      .getByText(/How long is the warranty of the dirigible\?/)
      .first()
      .waitFor();
    expect(await page.locator('main').innerText()).toContain('How long is the warranty of the dirigible?');
  });

  it('a reviewer who answers a gap that another reviewer closed gets an error and keeps the typed text', async () => {
    await ask('Who feeds the sea eagles?');
    const found = page.locator('.gap', { hasText: 'sea eagles' });
    await expect
      .poll(async () => {
        await page.goto(`${web.url}/console/gaps`);
        await page.getByRole('button', { name: /^Open/ }).waitFor();
        return found.count();
      }, EVERY_SECOND)
      .toBe(1);
    await found.locator('.title-link').click();
    await page.getByLabel('The answer').fill('Nobody does.');
    const id = new URL(page.url()).searchParams.get('id') ?? '';
    const answer = async (leaveOut: string[]) => {
      const response = await fetch(`${web.url}/api/console/quality/gaps/${id}/answer`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          version: 0,
          answer: 'The ranger feeds the sea eagles.',
          scopes: ['everyone'],
          leaveOut,
        }),
      });
      return response.status;
    };
    // An answer must apply to at least one wording.
    expect(await answer(['Who feeds the sea eagles?'])).toBe(400);
    expect(await answer([])).toBe(200);
    await page.getByRole('button', { name: 'Publish the answer' }).click();
    await page.locator('.dialog .problem', { hasText: 'Somebody else changed' }).waitFor();
    expect(await page.getByLabel('The answer').inputValue()).toBe('Nobody does.');
    expect(await violations(page)).toEqual([]);
    expect(await ask('Who feeds the sea eagles?')).toContain('The ranger');
  });

  it('a reviewer who edits a case that another reviewer changed gets an error and keeps the typed text', async () => {
    const [found] = await web.parley.stores.cases.list({ limit: 1 });
    await page.goto(`${web.url}/console/inbox?id=${encodeURIComponent(found?.id ?? '')}`);
    await page.getByLabel('The right answer').fill('NOK 12,000');
    const other = await fetch(`${web.url}/api/console/quality/cases/${encodeURIComponent(found?.id ?? '')}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ version: found?.version, note: 'checked with payroll' }),
    });
    expect(other.status).toBe(200);
    // The page reloads the case and keeps the typed text.
    await page.getByRole('button', { name: 'Ask it now' }).click();
    await page.locator('.passage[role=status]').waitFor();
    expect(await page.getByLabel('The right answer').inputValue()).toBe('NOK 12,000');
    await page.getByRole('button', { name: 'Save and review' }).click();
    await page.locator('.dialog .problem', { hasText: 'Somebody else changed' }).waitFor();
    expect(await page.getByLabel('The right answer').inputValue()).toBe('NOK 12,000');
    expect((await web.parley.stores.cases.get(found?.id ?? ''))?.answers).toEqual(found?.answers);
  });
});
