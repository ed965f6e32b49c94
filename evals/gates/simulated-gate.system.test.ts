import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Settings } from '../../core/settings.ts';
import { openParley } from '../../runtime/open.ts';
import type { Parley } from '../../runtime/parley.ts';
import { evalCommand } from '../eval-command.ts';
import { readGate } from './gate.ts';

/** The whole of Parley against the simulated model; what is broken is broken on the way, as a bad change would. */
const folder = mkdtempSync(join(tmpdir(), 'parley-gate-'));
const gate = join(folder, 'gate.json');
let runs = 0;

const bySettings = (settings: Settings) => openParley({ settings });
const run = (open: (settings: Settings) => Promise<Parley> = bySettings, held = true) =>
  evalCommand({
    world: { seed: 7, size: 400 },
    corpus: [],
    strategies: ['vanilla'],
    limit: 60,
    seed: 0,
    parallel: 2,
    out: join(folder, `run-${runs++}`),
    gate: held ? gate : undefined,
    environment: { PARLEY_LOG: 'silent' },
    open,
  });

beforeAll(async () => {
  const { summary } = await run(bySettings, false);
  const accuracy = summary.strategies[0]!.metrics.accuracy!.value;
  expect(accuracy).toBeGreaterThan(0.6);
  writeFileSync(
    gate,
    JSON.stringify({
      bounds: { vanilla: { citation_precision: { min: 0.9 } } },
      baseline: { rows: `run-${runs - 1}`, metrics: ['accuracy', 'recall@5', 'citation_precision'] },
    }),
  );
});

describe('the simulated suite with a gate', () => {
  it('comes to the same answers again, and so meets its own baseline', async () => {
    const { breaches, failed } = await run();
    expect(breaches).toEqual([]);
    expect(failed).toBe(false);
  });

  it('fails when citations point elsewhere', async () => {
    const { breaches, failed } = await run(async (settings) => {
      const parley = await openParley({ settings });
      const { agent } = parley;
      return {
        ...parley,
        agent: {
          strategies: agent.strategies,
          answer: async (question, onEvent) => {
            const answer = await agent.answer(question, onEvent);
            return {
              ...answer,
              citations: answer.citations.map((one) => ({ ...one, passageId: `${one.documentId}#99` })),
            };
          },
        },
      };
    });
    expect(failed).toBe(true);
    const broken = breaches!.filter(({ metric }) => metric === 'citation_precision');
    expect(broken.map(({ message }) => message)).toEqual([
      expect.stringContaining('below 90.0'),
      expect.stringContaining('more than the noise'),
    ]);
    expect(broken[0]!.rows.length).toBeGreaterThan(0);
  });

  it('fails when passages are lost', async () => {
    const { breaches, failed } = await run(async (settings) => {
      const parley = await openParley({ settings });
      return {
        ...parley,
        ingest: async (inputs, options) => {
          const report = await parley.ingest(inputs, options);
          const lost: string[] = [];
          for await (const { id } of parley.stores.documents.stamps())
            if (lost.length < report.documents / 2) lost.push(id);
          await parley.stores.apply({ delete: lost });
          return report;
        },
      };
    });
    expect(failed).toBe(true);
    expect(breaches!.map(({ metric }) => metric)).toContain('accuracy');
  });
});

it.each(['simulated.json', 'nightly.json'])('the gate %s that CI holds runs to is a gate', async (name) => {
  const { bounds, baseline } = await readGate(new URL(name, import.meta.url).pathname);
  expect(Object.keys(bounds).length).toBeGreaterThan(0);
  expect(baseline!.metrics).toContain('accuracy');
});
