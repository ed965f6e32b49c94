import { describe, expect, it } from 'vitest';
import { missing, testStores } from '../../stores/testing/test-stores.ts';
import { runKills } from './run-kills.ts';

/** `npm run bench -- kills 60` is the long form. */
const KILLS = 4;
const reason = missing(['POSTGRES_URL']);

describe.skipIf(reason !== undefined)(
  `processes that are killed while people ask${reason ? ` (${reason})` : ''}`,
  () => {
    it('lose no question and no job, and answer none twice', async () => {
      const place = testStores(['POSTGRES_URL']);
      try {
        const report = await runKills({ kills: KILLS, seed: 3, place });
        const { lost, answeredTwice, turnsRunning, jobs } = report;
        expect({ lost, answeredTwice, turnsRunning, jobs: jobs.lost }).toEqual({
          lost: [],
          answeredTwice: [],
          turnsRunning: 0,
          jobs: [],
        });
        expect(report.answered).toBeGreaterThan(KILLS);
        expect(jobs.handedIn).toBeGreaterThan(0);
      } finally {
        await place.dispose();
      }
    }, 900_000);
  },
);
