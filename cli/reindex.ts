import type { Command } from 'commander';
import { print, printJson, progressLine } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('reindex')
    .description('Makes the search index again from what is stored: after a change of PARLEY_EMBEDDINGS, or of Parley.')
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nInterrupted, the same command goes on where it was. The old vectors serve until all of the new ones are there.',
    )
    .action((options: { json?: boolean }) =>
      withParley(
        async ({ stores, encoder }, signal) => {
          const { reindex } = await import('../retrieval/index.ts');
          const progress = progressLine();
          const report = await reindex(
            { stores, encoder },
            { signal, onProgress: ({ done, total }) => progress.show(`${done} of ${total} passages`) },
          );
          progress.clear();
          if (options.json) return printJson(report);
          const dropped = report.dropped > 0 ? `, ${report.dropped} vectors of another encoder replaced` : '';
          print(
            `${report.passages} passages indexed${encoder ? `, ${report.encoded} encoded by ${encoder.name}` : ' (no encoder is set)'}${dropped}.`,
          );
        },
        { encodes: true },
      ),
    );
};
