import path from 'node:path';
import { counted } from '../core/text/counted.ts';
import type { IngestProgress, IngestReport, SkippedFiles } from '../ingest/report.ts';
import { print, printError, progressLine } from './output.ts';

/** Prints the report of an ingest or sync: the counts and skipped files. Failures are printed by `printFailures`. */
export const printReport = (report: IngestReport, { dryRun = false }: { dryRun?: boolean } = {}): void => {
  for (const { id, does } of report.plan ?? []) print(`${does.padEnd(6)}  ${id}`);
  print(
    `${dryRun ? 'Would do: ' : ''}${summary(report)}`,
    ...skippedLines(report.skipped, report.source),
    ...noticeLines(report.leftOut),
  );
  for (const [host, files] of Object.entries(report.unlinkedHosts ?? {}))
    print(
      `${counted(files, 'file')} ${files === 1 ? 'says that its address is' : 'say that their addresses are'} at ${host}; citations link there only with PARLEY_LINK_HOSTS=${host}`,
    );
};

/** Prints failures on stderr and sets the exit code to 1 if there are any. */
export const printFailures = ({ failed }: Pick<IngestReport, 'failed'>): void => {
  for (const { input, message, remedy } of failed) printError(`${failureLine(input, message)} ${remedy}`);
  if (failed.length > 0) process.exitCode = 1;
};

/** The failure with its input before it, unless the message begins or ends with that input. */
export const failureLine = (input: string, message: string): string =>
  message.startsWith(`${input} `) || message.endsWith(` ${input}.`) ? message : `${shortPath(input)}: ${message}`;

const summary = (report: IngestReport): string =>
  [
    `${report.source}: ${counted(report.added, 'page')} added, ${report.updated} updated, ${report.unchanged} unchanged`,
    report.deleted > 0 ? `, ${report.deleted} deleted` : '',
    report.failed.length > 0 ? `, ${report.failed.length} failed` : '',
    report.copies.length > 0
      ? `, ${report.copies.length} left out as copies of others (such as ${report.copies[0]?.input})`
      : '',
    report.skipped.total > 0 ? `, ${counted(report.skipped.total, 'file')} passed over` : '',
    `; ${counted(report.passages, 'passage')}, ${counted(report.tables, 'table')}, ${counted(report.triples, 'stated fact')} in ${report.seconds.toFixed(1)} s`,
  ].join('');

/** Up to this many skipped files are all listed; with more, only the first of each reason. */
const MAX_ALL_NAMED = 100;
const MAX_NAMED_PER_REASON = 5;
const MAX_REASONS_SHOWN = 10;

/**
 * The skipped files, one line per reason: `passed over: 3 (hidden): .env, .github, .idea`.
 * @param source the source in the hint for listing the others
 */
export const skippedLines = (
  { total, reasons, files }: SkippedFiles,
  source: string,
  maxAllNamed = MAX_ALL_NAMED,
): string[] => {
  const max = total <= maxAllNamed ? total : MAX_NAMED_PER_REASON;
  const byFrequency = Object.entries(reasons).sort(([, a], [, b]) => b - a);
  let named = 0;
  const lines = byFrequency.slice(0, MAX_REASONS_SHOWN).map(([reason, count]) => {
    const names = files.filter((file) => file.reason === reason).slice(0, max);
    named += names.length;
    const more = count > names.length ? [`${count - names.length} more`] : [];
    return `  passed over: ${count} (${reason}): ${[...names.map(({ input }) => shortPath(input)), ...more].join(', ')}`;
  });
  const others = byFrequency.slice(MAX_REASONS_SHOWN);
  if (others.length > 0)
    lines.push(
      `  passed over: ${others.reduce((sum, [, count]) => sum + count, 0)} for ${others.length} other reasons`,
    );
  if (named < total)
    lines.push(
      `  \`parley sources ${source}\` names ${total > files.length ? `the first ${files.length}` : 'them all'}`,
    );
  return lines;
};

const MAX_NOTICES_SHOWN = 20;

/** What was left out of pages that were read, a line each: `note: budget.xlsx: Sheet "Costs": …`. */
export const noticeLines = (
  { total, first }: NonNullable<IngestReport['leftOut']> = { total: 0, first: [] },
): string[] => {
  const shown = first.slice(0, MAX_NOTICES_SHOWN);
  return [
    ...shown.map(({ input, notice }) => `  note: ${shortPath(input)}: ${notice}`),
    ...(total > shown.length
      ? [`  ${total - shown.length} more notes; \`parley extract FILE\` prints those of a file`]
      : []),
  ];
};

/** The path relative to the working directory if that is shorter. */
export const shortPath = (input: string): string => {
  const relative = path.isAbsolute(input) ? path.relative(process.cwd(), input) : input;
  return relative.length < input.length ? relative : input;
};

/** The first pages take as long as the start of the processes that read them, so that no time is told from fewer. */
const MIN_PAGES_FOR_TIME = 5;
/** Without a terminal, progress is printed as a line this often. */
const LINE_EVERY_MS = 10_000;

/**
 * Shows the progress of a run: `Reading 512 of 1169 pages, 84 a second, 8 s left: guide/setup.md`. In a terminal it is one line
 * that overwrites itself, otherwise a line on stderr every ten seconds.
 */
export const ingestProgress = (now: () => number = () => performance.now()) => {
  const line = progressLine();
  let began = now();
  let printed = began;
  let last = 0;
  // Encoding takes nearly all of the time, so with an encoder, speed and remaining time count encoded pages only.
  let encoded: { done: number; rate: number } | undefined;
  return {
    show({ phase, done, total, input }: IngestProgress): void {
      const at = now();
      if (phase === 'reading' && done < last) {
        began = at;
        encoded = undefined;
      }
      const rate = done / Math.max(0.001, (at - began) / 1000);
      if (phase === 'encoding') encoded = { done, rate };
      else last = done;
      const { done: finished, rate: speed } = encoded ?? { done, rate };
      const left =
        total && speed > 0 && finished >= MIN_PAGES_FOR_TIME ? `, ${duration((total - finished) / speed)} left` : '';
      const pages = total ? `${done} of ${counted(total, 'page')}` : counted(done, 'page');
      const text = `${phase === 'encoding' ? 'Encoding' : 'Reading'} ${pages}, ${perSecond(speed)} a second${left}: ${shortPath(input)}`;
      line.show(text);
      if (!line.live && at - printed >= LINE_EVERY_MS) {
        printed = at;
        printError(text);
      }
    },
    clear: () => line.clear(),
  };
};

const perSecond = (rate: number): string => (rate >= 10 ? String(Math.round(rate)) : rate.toFixed(1));

const duration = (seconds: number): string => {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
};
