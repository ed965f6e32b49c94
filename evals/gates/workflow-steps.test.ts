import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSimulatedModel } from '../simulator/server/server.ts';
import { writeWorld } from '../simulator/world/write-world.ts';
import { type Contexts, checkOut, fakeGh, type Runner, runJob, type StepOutcome } from '../testing/run-workflow.ts';

/** The jobs of evals.yml, run step by step in clean folders, with a simulated model as the team's own. */
const FILE = '.github/workflows/evals.yml';
const folder = mkdtempSync(join(tmpdir(), 'parley-workflow-'));
const store = join(folder, 'store');
const bin = join(folder, 'bin');
const world = { seed: 3, size: 200 };
let model: Awaited<ReturnType<typeof startSimulatedModel>>;

beforeAll(async () => {
  await writeWorld(join(folder, 'world'), { ...world, count: 24 });
  model = await startSimulatedModel({ world });
}, 60_000);
afterAll(async () => {
  await model.close();
  rmSync(folder, { recursive: true, force: true });
});

const SECRET = 'the-key-of-the-model';
const contexts = (run: number, attempt = 1, questions = 'questions.jsonl'): Contexts => ({
  github: {
    event_name: 'schedule',
    run_id: String(run),
    run_attempt: String(attempt),
    repository: 'team/parley',
    token: 'token',
    event: {},
  },
  vars: {
    PARLEY_MODEL: 'openai:simulated',
    PARLEY_MODEL_BASE_URL: model.url,
    EVALS_QUESTIONS: join(folder, 'world', questions),
    EVALS_CORPUS: join(folder, 'world', 'corpus.jsonl'),
    EVALS_STRATEGIES: 'vanilla',
    EVALS_LIMIT: '12',
  },
  secrets: { PARLEY_MODEL_API_KEY: SECRET },
});

/** One night in a checkout of its own. */
const night = async (
  run: number,
  { attempt = 1, env = {}, questions }: { attempt?: number; env?: Runner['env']; questions?: string } = {},
) => {
  const workspace = checkOut(join(folder, `night-${run}-${attempt}`, 'checkout'));
  rmSync(join(store, 'artifacts'), { recursive: true, force: true });
  const done = await runJob(FILE, 'nightly', contexts(run, attempt, questions), { store, workspace, bin, env });
  return { ...done!, workspace };
};
const outcomeOf = (steps: readonly StepOutcome[], words: string) => steps.find(({ step }) => step.includes(words));

describe('the nightly job', () => {
  it('keeps its rows when it stops, goes on from them, and then keeps the night', async () => {
    const stopped = await night(1, { env: { EVALS_CAP: 'calls=4' } });
    // The job's own variables win over the machine's: the cap is the repository's to set.
    expect(outcomeOf(stopped.steps, 'evals:nightly')).toBeDefined();
    const first = await runNight(2, 'calls=4');
    expect(first.outcome).toBe('failure');
    const kept = rowsIn(first.workspace);
    expect(kept).toBeGreaterThan(0);
    expect(kept).toBeLessThan(12);
    expect(existsSync(join(first.workspace, 'evals-baseline.jsonl.gz'))).toBe(false);
    const again = await runNight(2, 'tokens=2000000', 2);
    expect(again.steps.filter(({ outcome }) => outcome === 'failure')).toEqual([]);
    expect(rowsIn(again.workspace)).toBe(12);
    expect(readdirSync(join(store, 'caches')).some((key) => key.startsWith('evals-nights-2-2'))).toBe(true);
  }, 120_000);
});

const runNight = async (run: number, cap: string, attempt = 1) => {
  const workspace = checkOut(join(folder, `night-${run}-${attempt}`, 'checkout'));
  const given = contexts(run, attempt);
  const done = await runJob(
    FILE,
    'nightly',
    { ...given, vars: { ...given.vars, EVALS_CAP: cap } },
    { store, workspace, bin },
  );
  return { ...done!, workspace };
};
const rowsIn = (workspace: string): number =>
  readFileSync(join(workspace, '.eval/nightly/rows.jsonl'), 'utf8').trim().split('\n').length;
void fakeGh;
