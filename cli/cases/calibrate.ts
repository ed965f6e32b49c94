import type { Command } from 'commander';
import type { EvalCase } from '../../core/eval-case.ts';
import { positiveInteger } from '../options.ts';
import { print, printError, printJson } from '../output.ts';
import { eachCase, withCases } from './with-cases.ts';

/** `cases calibrate`. */
export const calibrateCommand = (command: Command): void => {
  command
    .command('calibrate')
    .description(
      'Compares a judge with people: answers of reviewed cases that got a thumb, agreement and kappa, and how far it can be believed.',
    )
    .option('--judge-model <name>', 'provider:name of the judge (PARLEY_MODEL by default); without any, words alone')
    .option('--limit <n>', 'at most so many answers, each a call', positiveInteger)
    .option('--parallel <n>', 'judged at once', positiveInteger, 4)
    .option('--json', 'prints all figures and disagreements as JSON')
    .action((options: { judgeModel?: string; limit?: number; parallel: number; json?: boolean }) =>
      withCases(async (cases, parley) => {
        const { calibrate, calibrationLines, openJudge } = await import('../../evals/index.ts');
        const { judgeModel = parley.settings.PARLEY_MODEL, limit, parallel } = options;
        const judge =
          judgeModel === undefined ? undefined : openJudge(['correctness'], parley.settings, { model: judgeModel });
        const reviewed: EvalCase[] = [];
        for await (const found of eachCase(cases, 'reviewed')) reviewed.push(found);
        const found = await calibrate(reviewed, parley, { judge, limit, parallel });
        if (options.json) return printJson(found);
        if (judge === undefined) printError('No model is set, so only the comparison of words is measured.');
        print(...calibrationLines(found));
      }),
    );
};
