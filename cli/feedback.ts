import type { Command } from 'commander';
import { collect } from './options.ts';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

export const register = (program: Command): void => {
  const command = program
    .command('feedback')
    .description('Shows what people thought of answers, and makes eval cases of it.')
    .option('--export <file>', 'writes eval cases as JSONL, without personal data')
    .option('--identified', "keeps people's ids, addresses and exact times in the export")
    .option('--json', 'prints the cases as JSON')
    .action((options: { export?: string; identified?: boolean; json?: boolean }) => showOrExport(options));

  command
    .command('gold')
    .description('Writes the right answer into a case, so that evals can grade it.')
    .argument('<file>', 'the exported cases')
    .argument('<id>', 'the case')
    .argument('[answers...]', 'the short answer; more than one where several wordings are right')
    .option('--supporting <id>', 'a document that supports it; repeatable', collect, [])
    .option('--unanswerable', 'the pages do not answer it, and saying so is right')
    .action(
      async (
        file: string,
        id: string,
        answers: string[],
        options: { supporting: string[]; unanswerable?: boolean },
      ) => {
        const { writeGoldAnswer } = await import('../evals/index.ts');
        await writeGoldAnswer(file, id, {
          answers,
          supportingIds: options.supporting,
          unanswerable: options.unanswerable,
        });
        print(`${id}: ${options.unanswerable ? 'has no answer' : answers.join(' | ')}`);
      },
    );

  command
    .command('tell')
    .description('Tells people in their threads which of their questions an eval run now answers correctly.')
    .argument('<dir>', 'the output of `eval --questions CASES --out DIR`')
    .action((folder: string) =>
      withParley(async ({ stores }) => {
        const [{ fixedTurns }, { announceFixed }] = await Promise.all([
          import('../evals/index.ts'),
          import('../bots/chat/index.ts'),
        ]);
        let count = 0;
        for await (const turn of fixedTurns(stores, folder))
          if (await announceFixed(stores.keyValues, turn)) count += 1;
        print(`${count} ${count === 1 ? 'person is' : 'people are'} told in Slack or Discord, once for each case.`);
      }),
    );
};

const showOrExport = (options: { export?: string; identified?: boolean; json?: boolean }): Promise<void> =>
  withParley(async ({ stores }) => {
    const { exportFeedback, feedbackCases } = await import('../evals/index.ts');
    if (options.export !== undefined) {
      const { cases, needGold } = await exportFeedback(stores, options.export, { identified: options.identified });
      if (options.json) printJson({ file: options.export, cases, needGold });
      else {
        print(`${cases} cases in ${options.export}; ${needGold} need a person's answer.`);
        if (needGold > 0) print(`Write one with: parley feedback gold ${options.export} ID "the right answer"`);
      }
      return;
    }
    const cases = [];
    for await (const one of feedbackCases(stores, { identified: options.identified })) cases.push(one);
    if (options.json) printJson(cases);
    else if (cases.length === 0) print('Nobody has rated an answer yet.');
    else {
      for (const { feedback, question, answered } of cases) {
        const mark = feedback.rating === 'up' ? '+' : `- ${feedback.reason ?? ''}`;
        print(
          `${feedback.at}  ${mark.trim()}  ${question}`,
          `    ${answered.shortAnswer || answered.verdict}${feedback.comment ? `  "${feedback.comment}"` : ''}`,
        );
      }
    }
  });
