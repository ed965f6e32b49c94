import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Summary } from '../run/summary.ts';
import { addNight, readHistory, trendCurves, turnedTrends } from './history.ts';

const summary = (night: number, accuracy: number, over: Partial<Summary['run']> = {}): Summary => {
  const estimate = { value: accuracy, low: accuracy - 0.02, high: accuracy + 0.02, n: 200 };
  return {
    run: {
      id: `run-${night}`,
      createdAt: new Date(Date.UTC(2026, 0, 1 + night, 3)).toISOString(),
      commit: `${'0'.repeat(10)}${night}`.slice(-10),
      version: '1.0.0',
      datasetHash: 'a'.repeat(64),
      model: 'openai:m',
      complete: true,
      missing: 0,
      ...over,
    },
    strategies: [{ strategy: 'auto', n: 200, graded: 200, kinds: {}, metrics: { accuracy: estimate } }],
  } as unknown as Summary;
};

it('keeps each finished run once, and follows those of one question set and model', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parley-history-')), 'history.jsonl');
  await addNight(path, summary(0, 0.5, { datasetHash: 'b'.repeat(64) }));
  for (let night = 1; night <= 32; night += 1) await addNight(path, summary(night, night % 2 ? 0.9 : 0.91));
  await addNight(path, summary(32, 0.1));
  await expect(addNight(path, summary(33, 0.1, { complete: false, missing: 3 }))).rejects.toMatchObject({
    code: 'EVAL_FAILED',
  });
  const nights = await readHistory(path);
  expect(nights).toHaveLength(33);
  expect(turnedTrends(nights)).toEqual([]);
  const [curve] = trendCurves(nights);
  expect(curve).toMatchObject({ metric: 'accuracy', series: [{ label: 'auto' }] });
  expect(curve!.series[0]!.points).toHaveLength(32);
  expect(curve!.labels![0]).toBe('2026-01-02 0000000');
  for (let night = 33; night <= 45; night += 1) await addNight(path, summary(night, 0.905 - (night - 32) * 0.002));
  const [turned] = turnedTrends(await readHistory(path));
  expect(turned!.message).toMatch(/^auto: Accuracy went from 90.5 to 8\d\.\d since 2026-02-\d\d \(0+\d+\)$/);
  const [drawn] = trendCurves(await readHistory(path));
  expect(drawn!.turns).toEqual([{ x: expect.any(Number), label: 'auto' }]);
  expect(drawn!.labels![drawn!.turns![0]!.x]!.slice(0, 7)).toBe('2026-02');
  writeFileSync(path, `${readFileSync(path, 'utf8')}{broken\n`);
  expect(await readHistory(path)).toHaveLength(46);
  expect(await readHistory(`${path}.none`)).toEqual([]);
});
