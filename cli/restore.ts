import type { Command } from 'commander';
import { describeContents, printLeftOut } from './backup.ts';
import { print, printJson } from './output.ts';

export const register = (program: Command): void => {
  program
    .command('restore')
    .description('Puts a backup back. Stop Parley first.')
    .argument('<file>', 'the file that `parley backup` wrote')
    .option('--replace', 'also where the data folder or the schema holds something: that is kept under another name')
    .option('--json', 'print the receipt as JSON')
    .action(async (file: string, options: { replace?: boolean; json?: boolean }) => {
      const [{ readSettings }, { restore }] = await Promise.all([
        import('../core/settings.ts'),
        import('../stores/index.ts'),
      ]);
      const receipt = await restore(readSettings(), file, { replace: options.replace === true });
      if (options.json) return printJson({ file, ...receipt });
      print(`Restored ${file}: ${describeContents(receipt)}.`);
      if (receipt.kept) print(`What was there before is in ${receipt.kept}.`);
      printLeftOut(receipt);
    });
};
