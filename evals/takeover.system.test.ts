import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySaver } from '@langchain/langgraph';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCheckpoints } from '../agent/checkpoints.ts';
import { createAgent, type Models, openModels, STRATEGIES } from '../agent/index.ts';
import { type Clock, systemClock } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import { readSettings } from '../core/settings.ts';
import { createRetriever } from '../retrieval/index.ts';
import { createIngest } from '../runtime/ingest.ts';
import { openEmbedded } from '../stores/embedded/index.ts';
import { openWorldRun, type WorldRun } from './run/world-run.ts';

/** Strategies that grow a search tree, which is not kept: after a takeover they begin anew. */
const BEGIN_ANEW = ['airrag', 'airrag-lite'];

const folder = mkdtempSync(join(tmpdir(), 'parley-takeover-'));
const stores = openEmbedded(':memory:');
let world: WorldRun;
let models: Models;
let question: string;

beforeAll(async () => {
  const settings = readSettings({ PARLEY_DATA: folder });
  world = await openWorldRun({ seed: 7, size: 80, triples: 1 }, { folder, count: 60, settings });
  await createIngest({ settings: world.settings, stores, log: silentLog }).ingest(world.corpus);
  models = openModels(world.settings)!;
  const rows = readFileSync(world.questions, 'utf8').trim().split('\n');
  question = rows
    .map((row) => JSON.parse(row) as { kind: string; question: string })
    .find(({ kind }) => kind.startsWith('bridge'))!.question;
});
afterAll(async () => {
  await world.close();
  await stores.close();
});

/** Stands still: an agent is told the seconds that it has left, and a slow machine would change its prompts. */
const standing: Clock = { now: () => Date.parse('2026-11-22T00:00:00Z'), sleep: systemClock.sleep };

/** Asks in a process of its own, which dies when it calls the model for the `diesAt`th time. */
const ask = async (strategy: string, saver: MemorySaver, turnId: string, diesAt = Number.POSITIVE_INFINITY) => {
  const death = new AbortController();
  let calls = 0;
  const counted = (model: Models['main']): Models['main'] => ({
    ...model,
    call(request) {
      calls += 1;
      if (calls < diesAt) return model.call(request);
      death.abort();
      return new Promise((_, reject) => reject(death.signal.reason));
    },
  });
  const agent = createAgent({
    models: { ...models, main: counted(models.main), fast: counted(models.fast) },
    retriever: createRetriever({ stores, log: silentLog }),
    stores,
    checkpoints: createCheckpoints(saver, silentLog),
    clock: standing,
  });
  const answer = await agent
    .answer({
      text: question,
      strategy,
      scopes: ['everyone'],
      asOf: '2026-11-22T00:00:00Z',
      turn: { id: turnId, askerId: 'web:1' },
      signal: death.signal,
    })
    .catch((error: unknown) => {
      if (death.signal.aborted) return undefined;
      throw error;
    });
  return { answer, calls };
};

describe('a question whose process dies', () => {
  for (const { name } of STRATEGIES.filter(({ cites }) => cites)) {
    it(`goes on in another with the same answer: ${name}`, async () => {
      // The first question loads modules, which changes the order in which the Blender's branches call.
      await ask(name, new MemorySaver(), 'warm');
      const whole = await ask(name, new MemorySaver(), 'whole');
      expect(whole.answer).toBeDefined();
      for (const diesAt of new Set([1, Math.ceil(whole.calls / 2), whole.calls])) {
        const saver = new MemorySaver();
        const first = await ask(name, saver, 'turn', diesAt);
        expect(first.answer).toBeUndefined();
        const second = await ask(name, saver, 'turn');
        const { text, verdict, citations } = second.answer!;
        expect({ text, verdict, citations }, `died at call ${diesAt} of ${whole.calls}`).toEqual({
          text: whole.answer!.text,
          verdict: whole.answer!.verdict,
          citations: whole.answer!.citations,
        });
        // What the first process had finished is not asked again, and is counted.
        const anew = BEGIN_ANEW.includes(name) || diesAt === 1;
        if (anew) expect(second.calls).toBe(whole.calls);
        else if (name === 'airrag-blender') expect(second.calls).toBeLessThanOrEqual(whole.calls);
        else if (diesAt === whole.calls) expect(second.calls).toBeLessThan(whole.calls);
        // The Blender is one step of four branches: what a branch had spent in the dead process is not counted.
        if (!BEGIN_ANEW.includes(name) && name !== 'airrag-blender')
          expect(second.answer!.usage.calls).toBeGreaterThanOrEqual(whole.calls);
        // Nothing of an answered question is kept.
        expect(JSON.stringify(saver.storage)).not.toContain('turn');
      }
    });
  }
});
