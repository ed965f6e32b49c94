import { type CaseOrigin, type CaseResult, type EvalCase, MAX_RESULTS } from '../../core/eval-case.ts';
import type { Stores } from '../../stores/index.ts';
import type { CaseVersions } from './case-versions.ts';
import { originsToTell } from './telling.ts';

/** One eval run over cases with one strategy. */
export interface CaseRun {
  /** The run's id. Recording the same run again has no effect. */
  run: string;
  /** When the answers were made; ISO 8601. */
  at: string;
  strategy: string;
  commit?: string;
  /** The outcomes by case id, without rows that could not be graded. */
  outcomes: Iterable<{ id: string; passed: boolean; shortAnswer: string }>;
}

/** A person who should be told that their question is now answered correctly. */
export interface Telling {
  caseId: string;
  origin: CaseOrigin;
}

/** Stores the results of runs in their cases, and who was told that their question is now answered correctly. */
export const createCaseRuns = (store: Stores['cases'], { update }: CaseVersions, timestamp: () => string) => ({
  async record({ outcomes, ...run }: CaseRun) {
    const failed: EvalCase[] = [];
    const tell: Telling[] = [];
    let recorded = 0;
    for (const { id, passed, shortAnswer } of outcomes) {
      if ((await store.get(id)) === undefined) continue;
      const result: CaseResult = { ...run, passed, shortAnswer };
      const next = await update(id, (found) =>
        found.results.some((one) => one.run === run.run)
          ? found
          : { ...found, version: found.version + 1, results: [...found.results, result].slice(-MAX_RESULTS) },
      );
      recorded += 1;
      if (!passed) failed.push(next);
      tell.push(...originsToTell(next).map((origin) => ({ caseId: id, origin })));
    }
    return { recorded, failed, tell };
  },
  async told({ caseId: id, origin }: Telling) {
    const toldAt = timestamp();
    await update(id, (found) => ({
      ...found,
      version: found.version + 1,
      origins: found.origins.map((one) =>
        one.turnId === origin.turnId && one.askerId === origin.askerId ? { ...one, toldAt } : one,
      ),
    }));
  },
});
