import type { Command } from 'commander';
import { ingestProgress, printFailures, printReport } from './ingest-output.ts';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('sync')
    .description('Reads sources again: adds new pages, updates changed ones, deletes those that are no longer there.')
    .argument('[source...]', 'source ids; all of them by default')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--failed', 'read only the pages that failed the last time')
    .option('--json', 'print the report as JSON')
    .action((sources: string[], options: { dryRun?: boolean; failed?: boolean; json?: boolean }) =>
      withParley(
        async (parley, signal) => {
          const progress = ingestProgress();
          const report = await parley
            .sync(sources, {
              dryRun: options.dryRun === true,
              failed: options.failed === true,
              signal,
              onProgress: progress.show,
            })
            .finally(progress.clear);
          if (options.json) printJson(report);
          else if (options.failed && report.source === '') print('Nothing failed the last time.');
          else printReport(report, { dryRun: options.dryRun });
          printFailures(report);
        },
        { encodes: true },
      ),
    );
};
