import type { Page } from 'playwright-core';
import { lacks, quantile } from '../../bench/bench.ts';
import type { TraceEvent } from '../../core/answer.ts';
import type { Stores } from '../../stores/index.ts';
import { answerOf } from '../conversation/testing/scripted-agent.ts';
import { buildBundle } from './bundle.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from './testing/chromium.ts';
import { firstLoad } from './testing/first-load.ts';
import { openSampleWeb } from './testing/sample-web.ts';

export const about =
  'the pages in Chromium: first load, time to the first question, a thread of 1,000 messages, a tree of 2,000, a graph of 5,000';

const TURNS = 500;
const THREAD = 'web:long';
const MAX_FRAME_MS = 1000 / 30;
const STARTS = 5;

/** `npm run bench -- web-page` */
export const run = async (): Promise<void> => {
  if (!chromiumPath) return lacks(NO_CHROMIUM);
  const kb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  console.log(
    `first load of the chat, without fonts: ${kb(await firstLoad(await buildBundle('client')))} (120 kB at most)`,
  );
  const first = await firstLoad(await buildBundle('console'), ['sources']);
  console.log(`first load of the console, without fonts: ${kb(first)} (250 kB at most)`);

  const web = await openSampleWeb();
  const browser = await openBrowser({ viewport: { width: 1280, height: 800 } });
  try {
    const page = browser.pages()[0] ?? (await browser.newPage());
    const [starts, blanks]: [number[], number[]] = [[], []];
    for (let i = 0; i < STARTS; i += 1) {
      blanks.push(await blankPage(page, web.url));
      starts.push(await interactive(page, web.url));
    }
    const [start, blank] = [quantile(starts, 0.5), quantile(blanks, 0.5)];
    console.log(
      `until a question can be typed: ${start.toFixed(0)} ms (1,000 ms at most; ${(start / blank).toFixed(1)} times an empty page of this server, ${blank.toFixed(0)} ms)`,
    );

    const asker = await ownerOf(page, web.url, web.parley.stores.conversations);
    await plantThread(web.parley.stores.conversations, asker);
    await page.goto(`${web.url}/t/${encodeURIComponent(THREAD)}`);
    await page.locator('.turn').last().waitFor();
    report(
      `a thread of ${2 * (await page.locator('.turn').count())} messages scrolls`,
      await scrolled(page, '.scroll'),
    );

    for (const [name, question] of [
      ['a search tree of 2,000 nodes', TREE],
      ['a graph of 5,000 edges', GRAPH],
    ] as const) {
      await page.goto(`${web.url}/t/${encodeURIComponent(`web:${question}`)}`);
      await page.getByRole('button', { name: 'Show reasoning' }).last().click();
      const began = performance.now();
      await page.locator('.drawing').first().waitFor();
      console.log(`${name} is drawn after ${(performance.now() - began).toFixed(0)} ms`);
      report(`${name} pans`, await scrolled(page, '.panel .graph'));
    }
  } finally {
    await browser.dispose();
    await web.close();
  }
};

/** Milliseconds to load a trivial address of the same server: the share of the machine and of Chromium itself. */
const blankPage = async (page: Page, url: string): Promise<number> => {
  const began = performance.now();
  await page.goto(`${url}/healthz`);
  return performance.now() - began;
};

const interactive = async (page: Page, url: string): Promise<number> => {
  const began = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('#question').waitFor();
  return performance.now() - began;
};

/** The asker id of this browser; asks a question so that the id appears in the records. */
const ownerOf = async (page: Page, url: string, conversations: Stores['conversations']): Promise<string> => {
  await page.goto(url);
  await page.fill('#question', 'How many weeks of parental leave do I get?');
  await page.keyboard.press('Enter');
  await page.locator('.turn[data-phase=done]').waitFor();
  for await (const { askerId } of conversations.allTurns()) return askerId;
  throw new Error('no turn was kept');
};

const TREE = 'tree';
const GRAPH = 'graph';
const paragraph = 'Every parent gets 26 weeks at full pay, whether by birth, adoption or surrogacy. '.repeat(4);

const plantThread = async (conversations: Stores['conversations'], askerId: string): Promise<void> => {
  const plant = async (id: string, turns: number, trace: TraceEvent[] = []) => {
    const at = (n: number) => new Date(Date.now() - (turns - n) * 60_000).toISOString();
    await conversations.putConversation({ id, platform: 'web', title: id, createdAt: at(0), updatedAt: at(turns) });
    for (let n = 0; n < turns; n += 1)
      await conversations.putTurn({
        id: `${id}-${n}`,
        conversationId: id,
        eventId: `${id}-${n}`,
        askerId,
        question: `Question ${n}: how many weeks of parental leave do I get?`,
        scopes: ['everyone'],
        status: 'done',
        askedAt: at(n),
        answer: answerOf(`Question ${n}`, { text: paragraph, trace }),
      });
  };
  await plant(THREAD, TURNS);
  await plant(`web:${TREE}`, 1, [traceOf({ drawing: 'tree', nodes: tree(2000) })]);
  await plant(`web:${GRAPH}`, 1, [traceOf({ drawing: 'graph', ...graph(1000, 5000) })]);
};

const traceOf = (data: unknown): TraceEvent => ({ node: 'search', kind: 'state', name: 'drawing', at: 1, data });

const tree = (size: number) =>
  Array.from({ length: size }, (_, n) => ({
    id: `n${n}`,
    ...(n > 0 && { parent: `n${Math.floor((n - 1) / 4)}` }),
    kind: ['SAY', 'RA', 'QT', 'SA'][n % 4],
    label: `Step ${n}: who leads the team that makes the buoy?`,
    value: (n % 100) / 100,
    visits: n % 9,
  }));

const graph = (nodes: number, edges: number) => ({
  nodes: Array.from({ length: nodes }, (_, n) => ({
    id: `n${n}`,
    label: `Sub-question ${n}`,
    status: 'done' as const,
  })),
  edges: Array.from({ length: edges }, (_, n) => ({
    from: `n${Math.floor((n % nodes) / 2)}`,
    to: `n${Math.min(nodes - 1, (n % nodes) + 1 + Math.floor(n / nodes))}`,
  })),
});

/** Scrolling speed: about three screens per second, as with a flick of a finger. */
const PIXELS_A_MS = 2.4;

/** Duration of each frame, in milliseconds, while the element is scrolled for 2 s. */
const scrolled = (page: Page, selector: string): Promise<number[]> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      (element, { lastsMs, speed }) =>
        new Promise<number[]>((resolve) => {
          const frames: number[] = [];
          const began = performance.now();
          let last = began;
          const step = (now: number) => {
            frames.push(now - last);
            last = now;
            const ms = now - began;
            if (ms >= lastsMs) return resolve(frames.slice(1));
            // Starts in the middle of the content.
            element.scrollTop = (element.scrollHeight - element.clientHeight) / 2 + ms * speed;
            element.scrollLeft = ms * speed;
            requestAnimationFrame(step);
          };
          requestAnimationFrame(step);
        }),
      { lastsMs: 2000, speed: PIXELS_A_MS },
    );

const report = (what: string, frames: readonly number[]): void => {
  const [half, most] = [quantile(frames, 0.5), quantile(frames, 0.95)];
  const rate = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
  console.log(
    `${what} at ${rate.toFixed(0)} frames a second; a frame takes ${half.toFixed(0)} ms, 95 of 100 at most ${most.toFixed(0)} ms (${MAX_FRAME_MS.toFixed(0)} ms for 30 a second)`,
  );
};
