import type { Command } from 'commander';
import { type CaseStatus, caseStatuses } from '../../core/eval-case.ts';
import { counted } from '../../core/text/counted.ts';
import { print, printError, printJson } from '../output.ts';
import { defaultAuthor, readStatus, withCases } from './with-cases.ts';

/** `cases export` and `cases import`. */
export const fileCommands = (command: Command): void => {
  command
    .command('export')
    .description(
      'Writes cases to a file for git: a line a case, by id, without people. `eval --questions FILE` asks them.',
    )
    .argument('<file>')
    .option('--status <status>', 'repeatable; reviewed by default', (value, all: CaseStatus[] = []) => [
      ...all,
      readStatus(value),
    ])
    .option('--all', 'whatever their status')
    .option('--json', 'prints the count as JSON')
    .action((file: string, { status: statuses, all, json }: { status?: CaseStatus[]; all?: boolean; json?: boolean }) =>
      withCases(async (_, { stores }) => {
        const { exportCases } = await import('../../runtime/cases/case-file.ts');
        const written = await exportCases(stores.cases, file, { statuses: all ? caseStatuses : statuses });
        if (json) printJson({ file, ...written });
        else print(`${counted(written.cases, 'case')} in ${file}.`);
      }),
    );

  command
    .command('import')
    .description(
      'Takes the edits of a file home. A case that was edited both there and here stays as it is here, and is named.',
    )
    .argument('<file>')
    .option('--by <person>', 'who edits; you by default')
    .option('--json', 'prints what became of the lines as JSON')
    .action((file: string, { by = defaultAuthor(), json }: { by?: string; json?: boolean }) =>
      withCases(async (cases, { stores }) => {
        const { importCases } = await import('../../runtime/cases/case-file.ts');
        const receipt = await importCases(cases, stores.cases, file, { by });
        const { added, changed, unchanged, conflicts, problems } = receipt;
        if (json) printJson(receipt);
        else print(`${added} added, ${changed} changed, ${unchanged} as they were.`);
        for (const { id, place } of conflicts)
          printError(`${place}: ${id} was edited here since the export too; it stays as it is here.`);
        for (const { place, message } of problems) printError(`${place}: ${message}`);
        if (conflicts.length + problems.length > 0) process.exitCode = 1;
      }),
    );
};
