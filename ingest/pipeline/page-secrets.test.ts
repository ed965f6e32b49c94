import { expect, it } from 'vitest';
import { seededRandom } from '../../core/seeded-random.ts';
import { extractMarkdown } from '../extract/markdown/markdown.ts';
import { withoutPageSecrets } from './page-secrets.ts';

const random = seededRandom(11);
const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const drawn = (length: number) =>
  `a1B${Array.from({ length: length - 3 }, () => SIGNS[Math.floor(random() * SIGNS.length)]).join('')}`;

const tableOf = (rows: number) =>
  extractMarkdown(
    new TextEncoder().encode(
      `# Keys\n\n| bot | token | from |\n| --- | --- | --- |\n${Array.from(
        { length: rows },
        (_, at) => `| b${at} | ghp_${drawn(36)} | secret key is ${drawn(40)} |`,
      ).join('\n')}\n\n## After the keys\n\nThe rest of the page.`,
    ),
  );

it('masks each secret of a long table in text and cells, and its places move along', () => {
  const page = withoutPageSecrets(tableOf(300));
  const [table] = page.tables;
  expect(table?.rows).toHaveLength(300);
  for (const cells of table?.rows ?? [])
    expect(cells.slice(1)).toEqual(['[secret removed: GitHub token]', 'secret key is [secret removed: AWS key]']);
  expect(page.markdown).not.toMatch(/ghp_|a1B/);
  expect(page.markdown.slice(table?.start, table?.end)).toMatch(/^\| bot[\s\S]*\|\s*$/);
  expect(page.markdown.slice(table?.end)).toMatch(/^\s*## After the keys/);
  expect(page.metadata.notices).toEqual(['600 secrets removed: GitHub token (300 times), AWS key (300 times)']);
});

it('takes a table of ten times as many secrets not much more than ten times as long', () => {
  const timed = (rows: number): number => {
    const page = tableOf(rows);
    const before = process.cpuUsage();
    withoutPageSecrets(page);
    return process.cpuUsage(before).user;
  };
  timed(100);
  expect(timed(4000)).toBeLessThan(40 * Math.max(timed(400), 20_000));
});
