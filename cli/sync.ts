import type { Command } from 'commander';
import { summary } from './ingest.ts';
import { complain, print, printJson, progressLine } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('sync')
    .description('Reads sources again: adds what is new, updates what changed, deletes what is gone.')
    .argument('[source...]', 'source ids; all of them by default')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--failed', 'read only the pages that failed the last time')
    .option('--json', 'print the report as JSON')
    .action((sources: string[], options: { dryRun?: boolean; failed?: boolean; json?: boolean }) =>
      withParley(
        async (parley, signal) => {
          const progress = progressLine();
          const report = await parley.sync(sources, {
            dryRun: options.dryRun === true,
            failed: options.failed === true,
            signal,
            onProgress: ({ done, input }) => progress.show(`${done}  ${input}`),
          });
          progress.clear();
          if (options.json) printJson(report);
          else if (options.failed && report.source === '') print('Nothing failed the last time.');
          else {
            for (const { id, does } of report.plan ?? []) print(`${does.padEnd(6)}  ${id}`);
            print(options.dryRun ? `Would do: ${summary(report)}` : summary(report));
          }
          for (const failure of report.failed) complain(`${failure.input}: ${failure.message} ${failure.remedy}`);
          if (report.failed.length > 0) process.exitCode = 1;
        },
        { encodes: true },
      ),
    );
};
