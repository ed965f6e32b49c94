import type { Command } from 'commander';
import { assertFolderWritable } from '../../core/output-place.ts';
import { counted } from '../../core/text/counted.ts';
import type { Parley } from '../../runtime/parley.ts';
import { print, printError, printJson } from '../output.ts';
import { withParley } from '../with-parley.ts';

/** `cases record` and `cases report`. */
export const runCommands = (command: Command): void => {
  command
    .command('record')
    .description('Keeps how a run (also one of another machine) found its cases, and tells who waits for a fixed one.')
    .argument('<dir>', 'the output of `eval --questions cases --out DIR`, or of an exported file')
    .option('--json', 'prints the counts as JSON')
    .action((folder: string, { json }: { json?: boolean }) =>
      withParley(async (parley) => {
        const outcome = await recordAndTell(parley, folder);
        if (json) printJson(outcome);
        else print(recordedLine(outcome));
      }),
    );

  command
    .command('report')
    .description('The failing cases of a run as Markdown, for an issue or a message.')
    .argument('<dir>', 'the output of `eval`')
    .option('--out <file>', 'writes it to a file; nothing is written when no case fails')
    .option(
      '--webhook <url>',
      'posts it to an incoming webhook of Slack or Discord when other cases fail than at the last post',
    )
    .option('--json', 'prints the failing cases as JSON')
    .action(async (folder: string, options: { out?: string; webhook?: string; json?: boolean }) => {
      const { caseReport, postOnChange } = await import('../../evals/index.ts');
      const { writeFile, rm } = await import('node:fs/promises');
      if (options.out !== undefined) assertFolderWritable(options.out);
      const report = await caseReport(folder);
      if (options.out !== undefined) {
        if (report.failing.length > 0) await writeFile(options.out, report.markdown);
        else await rm(options.out, { force: true });
      }
      if (options.webhook !== undefined) {
        const posted = await postOnChange(options.webhook, { folder, key: report.key, text: report.text });
        if (posted) printError('The owners are told.');
      }
      if (options.json) printJson(report.failing);
      else print(report.failing.length > 0 ? report.markdown.trim() : 'No case fails.');
    });
};

/** Stores a run's outcomes in their cases and tells the waiting people. For `cases record` and the end of a run over cases. */
export const recordAndTell = async ({ stores }: Pick<Parley, 'stores'>, folder: string) => {
  const [{ recordRun }, { createCases }, { tellFixed }] = await Promise.all([
    import('../../evals/index.ts'),
    import('../../runtime/cases/cases.ts'),
    import('../../bots/chat/follow-up/tell-fixed.ts'),
  ]);
  const cases = createCases(stores);
  const { recorded, passed, failed, tell, strategy } = await recordRun(cases, folder);
  return { recorded, passed, failed: failed.map(({ id }) => id), strategy, told: await tellFixed(stores, cases, tell) };
};

/** What became of a run's cases, in one line. */
export const recordedLine = ({ recorded, passed, strategy, told }: Awaited<ReturnType<typeof recordAndTell>>): string =>
  `${passed} of ${counted(recorded, 'case')} passed by ${strategy}; ${told === 1 ? '1 person is' : `${told} people are`} told.`;
