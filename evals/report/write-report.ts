import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgainstBaseline } from '../gates/against-baseline.ts';
import type { Breach } from '../gates/gate.ts';
import type { Comparison } from '../run/compare-runs.ts';
import { readRunRows } from '../run/run-folder.ts';
import type { Summary } from '../run/summary.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import type { Curve } from './page/report-data.ts';
import { armLabel, reportData } from './report-data.ts';

/** What a gate said of a run; kept beside it, so that a report that is drawn again still says it. */
export interface GateVerdict {
  /** Absent without a gate, empty when it is met. */
  breaches?: readonly Breach[];
  changes?: readonly string[];
  against?: AgainstBaseline;
}

const VERDICT = 'gate.json';

/** Keeps what the gate said in the run's folder. */
export const keepVerdict = (folder: string, verdict: GateVerdict): Promise<void> =>
  writeFile(join(folder, VERDICT), `${JSON.stringify(verdict)}\n`);

/** What the gate said of the run in a folder; nothing where it was run without one. */
export const readVerdict = async (folder: string): Promise<GateVerdict> => {
  const path = join(folder, VERDICT);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as GateVerdict) : {};
};

/** Writes report.md and report.html of a run's folder, from its summary and its rows. */
export const writeReports = async (
  folder: string,
  summary: Summary,
  { breaches, changes, curves, against }: GateVerdict & { curves?: Curve[] } = {},
): Promise<void> => {
  await writeFile(join(folder, 'report.md'), markdownReport(summary, breaches, changes, against));
  const data = await reportData([{ summary, rows: readRunRows(folder) }], { breaches, curves });
  await writeFile(join(folder, 'report.html'), await htmlReport(data));
};

/** Writes a page with two runs side by side, question by question. */
export const writeComparisonPage = async ({ a, b, differences }: Comparison, target: string): Promise<void> => {
  const [before, after] = await Promise.all([readSummary(a), readSummary(b)]);
  const data = await reportData(
    [
      { label: 'before', summary: before, rows: readRunRows(a) },
      { label: 'after', summary: after, rows: readRunRows(b) },
    ],
    { differences: differences.map((one) => ({ ...one, a: armLabel('before', one.a), b: armLabel('after', one.b) })) },
  );
  await writeFile(target, await htmlReport(data));
};

const readSummary = async (folder: string): Promise<Summary> =>
  JSON.parse(await readFile(join(folder, 'summary.json'), 'utf8')) as Summary;
