import { describe, expect, it } from 'vitest';
import { summary } from '../testing/small-report.ts';
import { terminalTable } from './terminal-table.ts';

const tableOf = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('|'));

describe('the table of a run in a terminal', () => {
  it('says what was run and what the figures are, with every column where there is no width', () => {
    const text = terminalTable(summary);
    expect(text).toMatch(/^Parley evals: firms, 30 questions, /);
    expect(text).toContain('Shares in percent; ± is half of the 95 % interval.');
    expect(text).not.toContain('more columns');
    expect(tableOf(text)[0]).toMatch(/Accuracy.*Recall@5.*Model calls.*Tokens.*Seconds p50.*Seconds p95/);
  });

  it.each([60, 80, 120])('keeps the columns that matter most within %i characters, and counts the others', (width) => {
    const whole = tableOf(terminalTable(summary))[0]!.split(' | ');
    const text = terminalTable(summary, width);
    const lines = tableOf(text);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(width);
    const kept = lines[0]!.split(' | ').map((cell) => cell.replaceAll('|', '').trim());
    expect(kept.slice(0, 3)).toEqual(['Strategy', 'n', 'Accuracy']);
    const left = whole.length - kept.length;
    expect(text.includes(`${left} more columns are in the report.`)).toBe(left > 0);
  });

  it('says that strategies without a model all quote, and not where quoting was asked for', () => {
    const quoted = { ...summary, run: { ...summary.run, mode: 'quote' as const } };
    expect(terminalTable(quoted)).toContain('No model is set, so each strategy answers by quoting.');
    const asked = { ...quoted, strategies: [{ ...summary.strategies[0]!, strategy: 'quote' }] };
    expect(terminalTable(asked)).not.toContain('No model is set');
    expect(terminalTable(summary)).not.toContain('No model is set');
  });
});
