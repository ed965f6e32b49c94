import type { Command } from 'commander';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  program
    .command('forget')
    .description('Removes a document, a source or a person everywhere, and prints what was removed.')
    .argument('<id>', 'a document id, a source id, or a person as person:ID')
    .option('--dry-run', 'say what would be removed, and remove nothing')
    .option('--json', 'print the receipt as JSON')
    .action((id: string, options: { dryRun?: boolean; json?: boolean }) =>
      withParley(async (parley) => {
        const receipt = await parley.forget(id, { dryRun: options.dryRun === true });
        if (options.json) return printJson(receipt);
        const counts = Object.entries(receipt.removed)
          .filter(([, count]) => count > 0)
          .map(([what, count]) => `${count} ${what}`);
        print(
          `${options.dryRun ? 'Would remove' : 'Removed'} ${receipt.kind} ${receipt.id}: ${counts.join(', ') || 'nothing else'}.`,
        );
      }),
    );
};
