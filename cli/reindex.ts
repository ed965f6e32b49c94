import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import type { Parley } from '../runtime/parley.ts';
import { print, printJson, progressLine } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('reindex')
    .description(
      'Rebuilds the search index from the stored pages, after PARLEY_EMBEDDINGS changed or Parley was updated.',
    )
    .option('--json', 'print what was done as JSON')
    .addHelpText(
      'after',
      '\nIf it is interrupted, the same command continues. The old vectors serve until all new ones are there.',
    )
    .action(({ json }: { json?: boolean }) =>
      withParley((parley, signal) => rebuildIndex(parley, signal, json === true), { encodes: true }),
    );
};

const rebuildIndex = async ({ stores, encoder }: Parley, signal: AbortSignal, json: boolean): Promise<void> => {
  const { reindex } = await import('../retrieval/index.ts');
  const progress = progressLine();
  let reached = 'the start';
  const onProgress = ({ done, total }: { done: number; total: number }) => {
    reached = `${done} of ${total} passages`;
    progress.show(reached);
  };
  const report = await reindex({ stores, encoder }, { signal, onProgress })
    .catch((error: unknown) => {
      if (!signal.aborted) throw error;
      throw new ParleyError('CANCELLED', {
        message: `Stopped at ${reached}; what is done is kept.`,
        remedy: 'The same command continues there.',
        cause: error,
      });
    })
    .finally(() => progress.clear());
  if (json) return printJson(report);
  const dropped = report.dropped > 0 ? `, ${report.dropped} vectors of another encoder replaced` : '';
  const corrected = report.corrected > 0 ? `, ${report.corrected} vectors and pages of the graph corrected` : '';
  print(
    `${report.passages} passages indexed${encoder ? `, ${report.encoded} encoded by ${encoder.name}` : ' (no encoder is set)'}${dropped}${corrected}.`,
  );
};
