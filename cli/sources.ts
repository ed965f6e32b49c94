import type { Command } from 'commander';
import { counted, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

/** Failures of a source that are named; the others are counted. */
const MAX_FAILURES_SHOWN = 5;

export const register = (program: Command): void => {
  program
    .command('sources')
    .description('Lists what is known: each source, how much of it, how fresh it is, and what of it could not be read.')
    .option('--json', 'print rows as JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ stores }) => {
        const { memoryOf } = await import('../ingest/resolve-input.ts');
        const sources = await stores.documents.sources();
        if (options.json) printJson(sources);
        else if (sources.length === 0) print('No sources yet. `parley ingest FOLDER` adds one.');
        else
          for (const source of sources) {
            const { failed } = memoryOf(source);
            print(
              `${source.id}  ${counted(source.documents, 'document')}, ${counted(source.passages, 'passage')}, ` +
                `read ${source.syncedAt?.slice(0, 16).replace('T', ' ') ?? 'never'}  ${source.location}`,
            );
            for (const { input, message } of failed.slice(0, MAX_FAILURES_SHOWN))
              print(`  failed: ${input}: ${message}`);
            if (failed.length > 0)
              print(
                `  ${failed.length > MAX_FAILURES_SHOWN ? `${failed.length} failed in all; ` : ''}\`parley sync --failed ${source.id}\` reads just that again`,
              );
          }
      }),
    );
};
