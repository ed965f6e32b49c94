import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { EvalRow } from '../../../evals/run/row.ts';
import { toScored } from '../../../evals/run/row.ts';
import { summariseStrategy } from '../../../evals/run/summary.ts';
import { openEvalRuns } from '../../../evals/trends/runs.ts';
import { violations } from '../testing/axe.ts';
import { chromiumPath, NO_CHROMIUM, openBrowser } from '../testing/chromium.ts';
import { contrasts } from '../testing/contrast.ts';
import { openSampleWeb } from '../testing/sample-web.ts';

/** Writes a run's folder as `parley eval` does, with 20 questions. @param wrong the questions that are answered wrongly */
const writeRun = async (
  root: string,
  name: string,
  day: number,
  wrong: readonly number[],
  { complete = true, without }: { complete?: boolean; without?: Record<string, readonly number[]> } = {},
) => {
  const folder = path.join(root, name);
  await mkdir(folder, { recursive: true });
  const rowsOf = (strategy: string, wrongly: readonly number[]) =>
    Array.from(
      { length: 20 },
      (_, i): EvalRow => ({
        id: `q${i}`,
        strategy,
        gold: {
          question: `How long is leave ${i}?`,
          kind: 'one-hop',
          answers: ['a'],
          supportingIds: [],
          answerable: true,
        },
        scores: { accuracy: wrongly.includes(i) ? 0 : 1 },
        usage: { calls: 1, inputTokens: 1, outputTokens: 1, seconds: 1 },
        retrieved: [],
        retrievedPassages: [],
      }),
    );
  const all = Object.entries({ vanilla: wrong, ...without }).map(([strategy, wrongly]) => rowsOf(strategy, wrongly));
  const strategies = all.map((rows) => summariseStrategy(rows[0]?.strategy ?? '', rows.map(toScored), 0));
  const rows = all.flat();
  const createdAt = new Date(Date.UTC(2026, 10, day)).toISOString();
  const run = { id: name, createdAt, commit: `abcdef${day}`, datasetHash: 'd'.repeat(64), model: 'openai:m', complete };
  await writeFile(path.join(folder, 'rows.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  await writeFile(path.join(folder, 'summary.json'), JSON.stringify({ run, strategies }));
};

it.skipIf(chromiumPath === undefined)(
  `eval runs are drawn with their commits, and two are laid side by side${chromiumPath ? '' : ` (skipped: ${NO_CHROMIUM})`}`,
  async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'parley-runs-'));
    const web = await openSampleWeb({}, { evalRuns: openEvalRuns(root, path.join(root, 'none.jsonl')) });
    const browser = await openBrowser({ viewport: { width: 1280, height: 1000 }, colorScheme: 'light' });
    try {
      const page = browser.pages()[0] ?? (await browser.newPage());
      const complaints: string[] = [];
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(`${web.url}/console/runs`);
      await page.getByText('No run yet').waitFor();
      await writeRun(root, 'first', 1, [1, 2, 3]);
      await writeRun(root, 'second', 2, [3, 4]);
      await writeRun(root, 'stopped', 3, [], { complete: false });
      await page.reload();
      await page.locator('.chart-place canvas').waitFor();
      await page.getByText('3 questions turned').waitFor();
      const turned = page.locator('table', { hasText: 'questions turned' }).locator('tbody tr');
      const told = (await turned.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '));
      expect(told.filter((line) => line.includes('now right'))).toHaveLength(2);
      expect(told.find((line) => line.includes('now wrong'))).toContain('How long is leave 4?');
      expect(await page.getByText('What each part is worth').count()).toBe(0);
      await page.getByText('As a table').click();
      const runs = await page.getByRole('figure').locator('tbody tr').allInnerTexts();
      expect(runs).toHaveLength(2);
      expect(runs[0]).toMatch(/2026-11-02 abcdef2[\s\S]*90 % \(\d/);
      expect(await violations(page)).toEqual([]);
      await writeRun(root, 'parts', 4, [3], { without: { 'vanilla:rerank=false': [3, 4, 5] } });
      await page.reload();
      const parts = page.locator('table', { hasText: 'vanilla, in parts' }).locator('tbody tr');
      await parts.nth(1).waitFor();
      expect((await parts.allInnerTexts()).map((line) => line.replace(/\s+/g, ' '))).toEqual([
        expect.stringMatching(/^the whole 95 % \(/),
        expect.stringMatching(/^rerank=false 85 % \(.* −10 points/),
      ]);
      expect(await violations(page)).toEqual([]);
      await rm(path.join(root, 'parts'), { recursive: true });
      await page.emulateMedia({ colorScheme: 'dark' });
      // Reloads, since colours are animated for a moment after the theme changes.
      await page.reload();
      await page.locator('.chart-place canvas').waitFor();
      await page.getByText('3 questions turned').waitFor();
      expect((await contrasts(page)).low).toEqual([]);
      const elsewhere = `${web.url}/api/console/quality/runs/compare?before=..%2F&after=first`;
      expect((await fetch(elsewhere)).status).toBe(404);
      expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([]);
      const pictures = process.env.PARLEY_TEST_PICTURES;
      if (pictures) {
        await page.screenshot({ path: path.join(pictures, 'runs-dark.png') });
        await page.emulateMedia({ colorScheme: 'light' });
        await page.waitForTimeout(300);
        await page.screenshot({ path: path.join(pictures, 'runs-light.png') });
      }
    } finally {
      await browser.dispose();
      await web.close();
      await rm(root, { recursive: true, force: true });
    }
  },
);
