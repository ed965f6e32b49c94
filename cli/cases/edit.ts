import type { Command } from 'commander';
import { type CaseStatus, caseStatuses } from '../../core/eval-case.ts';
import { counted } from '../../core/text/counted.ts';
import type { CaseChanges } from '../../runtime/cases/edit-case.ts';
import { collect, positiveInteger } from '../options.ts';
import { print, printJson } from '../output.ts';
import { defaultAuthor, oneLine, readStatus, withCases } from './with-cases.ts';

/** The options of `edit`, `review` and `add`. */
interface EditFlags {
  question?: string;
  answer?: string[];
  unanswerable?: boolean;
  supporting?: string[];
  rejected?: string[];
  owner?: string;
  note?: string;
  status?: CaseStatus;
  ifVersion?: number;
  by?: string;
  json?: boolean;
}

/** The commands that change cases: `edit`, `review`, `retire`, `add`, `merge` and `collect`. */
export const editCommands = (command: Command): void => {
  editOptions(command.command('edit').description('Changes a case; what it was stays in its history.').argument('<id>'))
    .option('--status <status>', `one of ${caseStatuses.join(', ')}`, readStatus)
    .action((id: string, flags: EditFlags) => edit(id, changesOf(flags), flags));

  editOptions(
    command
      .command('review')
      .description('Stands for a gold answer: the words given, or those proposed. Evals ask the case from then on.')
      .argument('<id>')
      .argument('[answers...]', 'the short answer; more than one where several wordings are right'),
  ).action((id: string, answers: string[], flags: EditFlags) =>
    edit(
      id,
      { ...changesOf({ ...flags, answer: answers.length > 0 ? answers : flags.answer }), status: 'reviewed' },
      flags,
    ),
  );

  command
    .command('retire')
    .description('Keeps a case, and asks it no more.')
    .argument('<id>')
    .action((id: string) => edit(id, { status: 'retired' }, {}));

  editOptions(command.command('add').description('Adds a case by hand.').argument('<question>'), {
    question: false,
  }).action((question: string, flags: EditFlags) =>
    withCases(async (cases) => {
      const made = await cases.add({ ...changesOf(flags), question }, { by: flags.by ?? defaultAuthor() });
      if (flags.json) printJson(made);
      else print(oneLine(made));
    }),
  );

  command
    .command('merge')
    .description('Adds the thumbs of one case to another of the same question, and retires it.')
    .argument('<id>')
    .argument('<into>')
    .action((id: string, into: string) =>
      withCases(async (cases) => print(oneLine(await cases.merge(id, into, { by: defaultAuthor() })))),
    );

  command
    .command('collect')
    .description('Makes cases of feedback that has none yet, such as that of earlier versions.')
    .action(() =>
      withCases(async (cases) => {
        const made = await cases.collect();
        print(`${counted(made.thumbs, 'thumb')} read, ${counted(made.cases, 'case')} made.`);
      }),
    );
};

const editOptions = (command: Command, { question = true } = {}): Command => {
  if (question) command.option('--question <text>', 'the question as it should be asked');
  return command
    .option('--answer <text>', 'a right answer; repeatable', collect)
    .option('--unanswerable', 'the pages hold no answer, and saying so is right')
    .option('--supporting <id>', 'a page that states it; repeatable', collect)
    .option('--rejected <text>', 'a short answer that is wrong; repeatable', collect)
    .option('--owner <person>', 'who looks after it; empty for nobody')
    .option('--note <text>', 'a word for the next reader; empty for none')
    .option('--if-version <n>', 'only if nobody changed it since this version', positiveInteger)
    .option('--by <person>', 'who edits; you by default')
    .option('--json', 'prints the case as JSON');
};

const changesOf = ({
  question,
  answer,
  unanswerable,
  supporting,
  rejected,
  owner,
  note,
  status: to,
}: EditFlags): CaseChanges => ({
  ...(question !== undefined && { question }),
  ...(answer && { answers: answer }),
  ...(unanswerable && { answerable: false, answers: [] }),
  ...(supporting && { supportingIds: supporting }),
  ...(rejected && { rejected }),
  ...(owner !== undefined && { owner: owner === '' ? null : owner }),
  ...(note !== undefined && { note: note === '' ? null : note }),
  ...(to && { status: to }),
});

const edit = (
  id: string,
  changes: CaseChanges,
  { ifVersion: version, by = defaultAuthor(), json }: EditFlags,
): Promise<void> =>
  withCases(async (cases) => {
    const next = await cases.edit(id, changes, { by, ...(version !== undefined && { version }) });
    if (json) printJson(next);
    else print(oneLine(next));
  });
