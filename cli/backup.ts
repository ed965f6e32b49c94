import type { Command } from 'commander';
import type { BackupReceipt } from '../stores/index.ts';
import { print, printError, printJson } from './output.ts';

export const register = (program: Command): void => {
  program
    .command('backup')
    .description('Copies everything that Parley keeps into one file, while it runs.')
    .argument('<file>', 'the file to write; it must not be there yet')
    .option('--json', 'print the receipt as JSON')
    .action(async (file: string, options: { json?: boolean }) => {
      const { backup } = await import('../stores/index.ts');
      const receipt = await backup(await settings(), file);
      if (options.json) return printJson({ file, ...receipt });
      print(`Wrote ${file}: ${describeContents(receipt)}.`);
      printLeftOut(receipt);
    });
};

const settings = async () => (await import('../core/settings.ts')).readSettings();

/** The contents of a backup as text. */
export const describeContents = ({ records, contents }: BackupReceipt): string =>
  contents
    ? `${contents.documents} documents, ${contents.passages} passages, ${contents.turns} questions (${Math.ceil(contents.bytes / 1e6)} MB)`
    : `the schema on ${records}`;

/** Prints on stderr what the backup does not contain. */
export const printLeftOut = ({ leftOut }: BackupReceipt): void => {
  for (const part of leftOut) printError(`Not in it: ${part}.`);
};
