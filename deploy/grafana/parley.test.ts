import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { answerOf } from '../../bots/conversation/testing/scripted-agent.ts';
import { createMetrics } from '../../bots/operations/metrics.ts';

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; legendFormat: string }[];
}

const dashboard = JSON.parse(readFileSync(join(import.meta.dirname, 'parley.json'), 'utf8')) as { panels: Panel[] };
const targets = dashboard.panels.flatMap(({ title, targets = [] }) => targets.map((target) => ({ title, ...target })));

/** Every series of /metrics with the names of its labels, once each thing that is counted has happened. */
const series = async (): Promise<Map<string, Set<string>>> => {
  const metrics = createMetrics();
  const turn = { turnId: 't', eventId: 'e', platform: 'web', seconds: 1, waitedSeconds: 0 } as const;
  metrics.ended({ ...turn, outcome: 'answered', takenOver: true, answer: answerOf('q') });
  metrics.ended({ ...turn, outcome: 'failed', takenOver: false, code: 'INTERNAL' });
  metrics.line({ running: 1, waiting: 2 });
  metrics.jobEnded({ kind: 'sync', outcome: 'done', attempt: 2, seconds: 1, waitedSeconds: 1 });
  const depth = { kind: 'sync', waiting: 1, running: 0, overdue: 0, dead: 0, oldestWaiting: new Date().toISOString() };
  metrics.queue({ depth: async () => [depth] });
  metrics.stores({ records: true });
  const found = new Map<string, Set<string>>();
  for (const line of (await metrics.text()).split('\n')) {
    const [, name, labels = ''] = /^(\w+)(?:\{(.*)\})? /.exec(line) ?? [];
    if (name)
      found.set(name, new Set([...(found.get(name) ?? []), ...[...labels.matchAll(/(\w+)="/g)].map((m) => m[1]!)]));
  }
  return found;
};

/** Labels that Prometheus adds, and a histogram's own. */
const ADDED = ['job', 'instance', 'le'];
/** Words of PromQL that are no names of series. */
const WORDS = /^(sum|max|min|by|rate|increase|histogram_quantile)$/;

it('asks for series and labels that /metrics has', async () => {
  const known = await series();
  expect(targets.length).toBeGreaterThan(15);
  for (const { title, expr, legendFormat } of targets) {
    const bare = expr
      .replaceAll(/\{[^}]*\}/g, '')
      .replaceAll(/\[\w+\]/g, '')
      .replaceAll(/by \([^)]*\)/g, '');
    const names = [...bare.matchAll(/[a-z_]\w*/g)].map(([name]) => name).filter((name) => !WORDS.test(name));
    expect(names.length, `${title}: ${expr}`).toBeGreaterThan(0);
    const labels = names.flatMap((name) => [...(known.get(name) ?? [])]);
    for (const name of names) expect([...known.keys()], title).toContain(name);
    const asked = [
      ...[...expr.matchAll(/(\w+)=~?"/g)].map((match) => match[1]!),
      ...[...expr.matchAll(/by \(([^)]*)\)/g)].flatMap((match) => match[1]!.split(/,\s*/)),
      ...[...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]!),
    ];
    for (const label of asked) expect([...labels, ...ADDED], `${title}: ${expr}`).toContain(label);
  }
});

it('shows every series of Parley’s own', async () => {
  const shown = targets.map(({ expr }) => expr).join('\n');
  const own = [...(await series()).keys()].filter((name) => name.startsWith('parley_'));
  for (const name of new Set(own.map((name) => name.replace(/_(bucket|sum|count)$/, ''))))
    expect(shown).toContain(name);
});

it('has panels with an id of their own that do not lie on each other', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [at, { gridPos: a }] of panels.entries())
    for (const { gridPos: b } of panels.slice(at + 1))
      expect(a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h).toBe(false);
});
