import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jobQueueContract } from '../jobs.contract.ts';
import { openDatabase } from './database.ts';
import { embeddedJobs } from './jobs.ts';

jobQueueContract('embedded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-jobs-'));
  let time = Date.parse('2026-01-01T00:00:00Z');
  const now = () => time;
  const [mine, theirs] = [openDatabase(join(folder, 'parley.db')), openDatabase(join(folder, 'parley.db'))];
  return {
    queue: embeddedJobs(mine, { now }),
    other: embeddedJobs(theirs, { now }),
    async pass(seconds) {
      time += seconds * 1000;
    },
    async close() {
      mine.close();
      theirs.close();
      rmSync(folder, { recursive: true });
    },
  };
});
