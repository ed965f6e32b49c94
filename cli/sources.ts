import type { Command } from 'commander';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('sources')
    .description('Lists what is known: each source, how much of it, and how fresh it is.')
    .option('--json', 'print rows as JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ stores }) => {
        const sources = await stores.documents.sources();
        if (options.json) printJson(sources);
        else if (sources.length === 0) print('No sources yet. `parley ingest FOLDER` takes one in.');
        else
          for (const source of sources) {
            print(
              `${source.id}  ${source.documents} documents, ${source.passages} passages, ` +
                `read ${source.syncedAt?.slice(0, 16).replace('T', ' ') ?? 'never'}  ${source.location}`,
            );
          }
      }),
    );
};
