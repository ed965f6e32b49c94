import { expect, it } from 'vitest';
import type { JobView } from '../console-api.ts';
import { jobView, sourceView } from './source-view.ts';

const failure = (n: number, more = {}) => ({
  input: `page-${n}.pdf`,
  code: 'INPUT_UNREADABLE',
  message: '',
  remedy: '',
  ...more,
});
const view = (failed: unknown[]) =>
  sourceView(
    {
      id: 'docs',
      kind: 'folder',
      location: '/docs',
      scopes: ['everyone'],
      documents: 1,
      passages: 1,
      options: { failed },
    },
    { policy: undefined, uploads: '/uploads' },
  );

it('counts every page that could not be read, and lists the first hundred', () => {
  const { failed, failures, unlisted } = view(Array.from({ length: 317 }, (_, n) => failure(n)));
  expect([failed, failures.length, unlisted]).toEqual([317, 100, 217]);
});

it('counts the pages of a place of which one line is kept', () => {
  const { failed, failures, unlisted } = view([failure(1), failure(2, { message: '4000 pages failed.', pages: 4000 })]);
  expect([failed, failures.length, unlisted]).toEqual([4001, 2, 0]);
});

it('names uploaded files in a job, not the folders of the server', () => {
  const job = {
    id: '1',
    source: 'uploads',
    what: 'upload',
    by: 'Ann',
    startedAt: '',
    state: 'running',
    progress: { phase: 'reading', done: 0, total: 2, input: '/data/uploads/it/vpn.pdf' },
    report: {
      added: 0,
      updated: 0,
      unchanged: 0,
      deleted: 0,
      seconds: 1,
      failedPages: 2,
      failed: [failure(1, { input: '/data/uploads/it/scan.pdf' }), failure(2, { input: 'https://acme.example/a' })],
    },
  } satisfies JobView;
  const shown = jobView(job, '/data/uploads');
  expect(shown.progress?.input).toBe('vpn.pdf');
  expect(shown.report?.failed.map(({ input }) => input)).toEqual(['scan.pdf', 'https://acme.example/a']);
  expect(
    jobView({ ...job, progress: { ...job.progress, input: '/srv/it/vpn.pdf' } }, '/data/uploads').progress?.input,
  ).toBe('/srv/it/vpn.pdf');
});
