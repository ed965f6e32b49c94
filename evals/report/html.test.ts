import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { estimate } from '../metrics/bootstrap.ts';
import type { EvalRow } from '../run/row.ts';
import { toScored } from '../run/row.ts';
import { differencesOf, groupBy, type Summary, summariseStrategy } from '../run/summary.ts';
import { htmlReport } from './html.ts';
import { paretoFront } from './page/scatter.ts';
import { reportData } from './report-data.ts';

const strategies = ['direct', 'vanilla', 'auto'];
const text = 'Founded by </script><img src=x onerror="document.title=1"> Ada [1].';
const rows = strategies.flatMap((strategy, s) =>
  Array.from(
    { length: 30 },
    (_, i): EvalRow => ({
      id: `q${i}`,
      strategy,
      gold: {
        question: `Who founded <b>firm</b> ${i}?`,
        kind: i % 2 ? 'bridge' : 'one-hop',
        answers: ['Ada'],
        supportingIds: ['d1'],
        answerable: true,
      },
      answer: {
        question: 'x',
        text,
        shortAnswer: i % (s + 2) ? 'Ada' : 'Bob',
        verdict: 'answered',
        confidence: 1,
        citations: [{ n: 1, documentId: 'd1', passageId: 'd1#0', title: 'Firm', quote: 'by Ada', kind: 'passage' }],
        strategy,
        usage: { calls: 1, inputTokens: 100 * 10 ** s, outputTokens: 10, seconds: s + 0.5 },
        mode: 'model',
        trace: [
          {
            node: 'search',
            kind: 'tool',
            name: 'search_passages',
            at: 0,
            ms: 20,
            data: { hits: [{ documentId: 'd1', text: 'x'.repeat(5000) }] },
          },
          { node: 'answer', kind: 'task', name: 'answer-question', at: 21, ms: 400 },
        ],
      },
      scores: { accuracy: Number(i % (s + 2) !== 0), 'recall@5': 1 },
      usage: { calls: 1, inputTokens: 100 * 10 ** s, outputTokens: 10, seconds: s + 0.5 },
      retrieved: ['d1'],
      retrievedPassages: ['d1#0'],
    }),
  ),
);
const byStrategy = groupBy(rows.map(toScored), ({ strategy }) => strategy);
const summary = {
  run: {
    dataset: 'firms',
    questions: 30,
    missing: 0,
    complete: true,
    createdAt: '2026-01-01T00:00:00Z',
    seconds: 3,
    mode: 'model',
    model: 'openai:x',
    seed: 0,
    simulated: true,
    datasetHash: 'abcdef',
    promptHash: '123456',
    embeddings: null,
    fastModel: null,
    reranker: null,
  },
  strategies: [...byStrategy].map(([strategy, ofStrategy]) => summariseStrategy(strategy, ofStrategy, 0)),
  differences: differencesOf(byStrategy, 0),
  problems: [{ place: 'f.jsonl:3', message: 'id is missing' }],
  missingGold: { questions: 0, ids: [] },
  failures: [],
} as unknown as Summary;

async function* stream() {
  yield* rows;
}
const page = async () => {
  const point = (x: number, value: number) => ({ x, estimate: { ...estimate([value])!, value } });
  return htmlReport(
    await reportData([{ summary, rows: stream() }], {
      breaches: [
        {
          strategy: 'vanilla',
          metric: 'accuracy',
          message: 'vanilla: accuracy is 50.0, below 90.0',
          rows: [toScored(rows[0]!)],
        },
      ],
      curves: [
        {
          knob: 'hallucination',
          metric: 'accuracy',
          series: [{ label: 'vanilla', points: [point(0, 0.9), point(0.5, 0.4)] }],
        },
      ],
    }),
  );
};

it('the Pareto front keeps what nothing cheaper equals', () => {
  const points = [
    { x: 1, y: 0.2 },
    { x: 2, y: 0.5 },
    { x: 3, y: 0.4 },
    { x: 4, y: 0.5 },
    { x: 5, y: 0.9 },
  ];
  expect(paretoFront(points)).toEqual([points[0], points[1], points[4]]);
});

it('is one file that names nothing outside itself', async () => {
  const html = await page();
  expect(html).not.toMatch(/(?:src|href)="?(?:https?:)?\/\//);
  expect(html).not.toMatch(/@import|url\((?!data:)/);
  expect(html.match(/<script/g)).toHaveLength(2);
});

it('cuts long traces, and keeps every answer', async () => {
  const data = await reportData([{ summary, rows: stream() }]);
  const [hit] = (data.questions[0]!.results[0]!.trace[0]!.data as { hits: { text: string }[] }).hits;
  expect(hit!.text).toHaveLength('x'.repeat(600).length + '… (5000 characters)'.length);
  expect(data.questions).toHaveLength(30);
  expect(data.questions.every(({ results }) => results.every((result) => result?.text === text))).toBe(true);
});

const chromium = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync);

describe.skipIf(chromium === undefined)('in Chromium (skipped where it is not installed)', () => {
  let browser: Browser;
  let path: string;

  beforeAll(async () => {
    path = join(mkdtempSync(join(tmpdir(), 'parley-report-')), 'report.html');
    writeFileSync(path, await page());
    const { chromium: launcher } = await import('playwright-core');
    browser = await launcher.launch({
      executablePath: chromium!,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    });
  });
  afterAll(() => browser?.close());

  const open = async (
    colorScheme: 'light' | 'dark',
    width = 1280,
    hash = '',
  ): Promise<{ view: Page; faults: string[] }> => {
    const view = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
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
