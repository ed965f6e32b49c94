import type { Command } from 'commander';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('forget')
    .description('Removes a document, a source or a person everywhere, for good, and prints what was removed.')
    .argument('<id>', 'a document id, a source id, or a person as person:ID')
    .option('--dry-run', 'print what would be removed, and remove nothing')
    .option('--undo', 'let a forgotten document in again with the next sync of its source')
    .option('--json', 'print the receipt as JSON')
    .action((id: string, options: { dryRun?: boolean; undo?: boolean; json?: boolean }) =>
      withParley(async (parley) => {
        if (options.undo) {
          const { unforget } = await import('../ingest/forget.ts');
          const source = await unforget(parley.stores, id);
          if (options.json) printJson({ id, source });
          else print(`${id} comes back with \`parley sync ${source}\`.`);
          return;
        }
        const receipt = await parley.forget(id, { dryRun: options.dryRun === true });
        if (options.json) return printJson(receipt);
        const counts = Object.entries(receipt.removed)
          .filter(([, count]) => count > 0)
          .map(([what, count]) => `${count} ${count === 1 ? what.replace(/ies$/, 'y').replace(/s$/, '') : what}`);
        // The id of a person says already that it is one.
        const named = receipt.kind === 'person' ? receipt.id : `${receipt.kind} ${receipt.id}`;
        if (receipt.kind === 'person' && counts.length === 0) return print(`Nothing is kept of ${named}.`);
        print(
          `${options.dryRun ? 'Would remove' : 'Removed'} ${named}` +
            `${receipt.location ? ` (${receipt.location})` : ''}: ${counts.join(', ') || 'nothing else'}.`,
        );
        if (receipt.kind === 'document')
          print(`It stays away when its source is read again; \`parley forget ${id} --undo\` lets it in.`);
      }),
    );
};
