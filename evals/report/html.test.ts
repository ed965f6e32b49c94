import { expect, it } from 'vitest';
import { page, stream, summary, text } from '../testing/small-report.ts';
import { paretoFront } from './page/scatter.ts';
import { reportData } from './report-data.ts';

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
