import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { type CaseStatus, caseStatuses, type EvalCase } from '../core/eval-case.ts';
import { assertFolderWritable } from '../core/output-place.ts';
import { counted } from '../core/text/counted.ts';
import type { Cases } from '../runtime/cases/cases.ts';
import type { CaseChanges } from '../runtime/cases/edit-case.ts';
import type { Parley } from '../runtime/parley.ts';
import { collect, positiveInteger } from './options.ts';
import { minute, print, printError, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

/** The default author of edits from the command line, in a case's history. */
const defaultAuthor = (): string => `cli:${userInfo().username}`;

const status = (value: string): CaseStatus => {
  const found = caseStatuses.find((one) => one === value);
  if (!found) throw new InvalidArgumentError(`It takes one of ${caseStatuses.join(', ')}`);
  return found;
};

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

export const register = (program: Command): void => {
  const command = program
    .command('cases')
    .description('Questions that people judged, with their gold answers: what evals ask again.');

  command
    .command('list')
    .description('Cases, the newest change first, and what each waits for.')
    .option('--status <status>', `one of ${caseStatuses.join(', ')}`, status)
    .option('--owner <owner>', "somebody's cases")
    .option('--search <words>', 'whose question or answers hold these words')
    .option('--limit <n>', 'at most so many', positiveInteger, 50)
    .option('--json', 'prints JSON')
    .action((options: ListOptions) => withCases((cases) => listCases(cases, options)));

  command
    .command('show')
    .description('One case with its thumbs, its history and how evals found it.')
    .argument('<id>')
    .option('--json', 'prints JSON')
    .action((id: string, { json }: { json?: boolean }) =>
      withCases(async (cases, { stores }) => {
        const found = await cases.get(id);
        if (json) return printJson(found);
        const stamps = await stores.documents.stampsOf(found.supportingIds.map((one) => one.replace(/#\d+$/, '')));
        print(...describeCase(found, (documentId) => stamps.has(documentId.replace(/#\d+$/, ''))));
      }),
    );

  editOptions(command.command('edit').description('Changes a case; what it was stays in its history.').argument('<id>'))
    .option('--status <status>', `one of ${caseStatuses.join(', ')}`, status)
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

  fileCommands(command);
  runCommands(command);
  calibrateCommand(command);
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

const fileCommands = (command: Command): void => {
  command
    .command('export')
    .description(
      'Writes cases to a file for git: a line a case, by id, without people. `eval --questions FILE` asks them.',
    )
    .argument('<file>')
    .option('--status <status>', 'repeatable; reviewed by default', (value, all: CaseStatus[] = []) => [
      ...all,
      status(value),
    ])
    .option('--all', 'whatever their status')
    .option('--json', 'prints the count as JSON')
    .action((file: string, { status: statuses, all, json }: { status?: CaseStatus[]; all?: boolean; json?: boolean }) =>
      withCases(async (_, { stores }) => {
        const { exportCases } = await import('../runtime/cases/case-file.ts');
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
        const { importCases } = await import('../runtime/cases/case-file.ts');
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

const runCommands = (command: Command): void => {
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
      const { caseReport, postOnChange } = await import('../evals/index.ts');
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

const calibrateCommand = (command: Command): void => {
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
        const { calibrate, calibrationLines, openJudge } = await import('../evals/index.ts');
        const { judgeModel = parley.settings.PARLEY_MODEL, limit, parallel } = options;
        const judge =
          judgeModel === undefined ? undefined : openJudge(['correctness'], parley.settings, { model: judgeModel });
        const reviewed: EvalCase[] = [];
        for (let page = await cases.list({ status: 'reviewed', limit: PAGE }); page.length > 0; ) {
          reviewed.push(...page);
          page = await cases.list({ status: 'reviewed', before: page.at(-1), limit: PAGE });
        }
        const found = await calibrate(reviewed, parley, { judge, limit, parallel });
        if (options.json) return printJson(found);
        if (judge === undefined) printError('No model is set, so only the comparison of words is measured.');
        print(...calibrationLines(found));
      }),
    );
};

/** Cases read in one call. */
const PAGE = 200;

/** Stores a run's outcomes in their cases and tells the waiting people. For `cases record` and the end of a run over cases. */
export const recordAndTell = async ({ stores }: Pick<Parley, 'stores'>, folder: string) => {
  const [{ recordRun }, { createCases }, { tellFixed }] = await Promise.all([
    import('../evals/index.ts'),
    import('../runtime/cases/cases.ts'),
    import('../bots/chat/follow-up/tell-fixed.ts'),
  ]);
  const cases = createCases(stores);
  const { recorded, passed, failed, tell, strategy } = await recordRun(cases, folder);
  return { recorded, passed, failed: failed.map(({ id }) => id), strategy, told: await tellFixed(stores, cases, tell) };
};

export const recordedLine = ({ recorded, passed, strategy, told }: Awaited<ReturnType<typeof recordAndTell>>): string =>
  `${passed} of ${counted(recorded, 'case')} passed by ${strategy}; ${told === 1 ? '1 person is' : `${told} people are`} told.`;

const withCases = (work: (cases: Cases, parley: Parley) => Promise<void>): Promise<void> =>
  withParley(async (parley) => {
    const { createCases } = await import('../runtime/cases/cases.ts');
    await work(createCases(parley.stores), parley);
  });

interface ListOptions {
  status?: CaseStatus;
  owner?: string;
  search?: string;
  limit: number;
  json?: boolean;
}

const listCases = async (cases: Cases, { status: only, owner, search, limit, json }: ListOptions): Promise<void> => {
  const wanted = search?.toLowerCase();
  const holds = (found: EvalCase) =>
    (owner === undefined || found.owner === owner) &&
    (wanted === undefined || [found.question, ...found.answers].some((text) => text.toLowerCase().includes(wanted)));
  const shown: EvalCase[] = [];
  let before: EvalCase | undefined;
  while (shown.length < limit) {
    const page = await cases.list({ status: only, before, limit: 200 });
    shown.push(...page.filter(holds).slice(0, limit - shown.length));
    before = page.at(-1);
    if (page.length < 200) break;
  }
  if (json) return printJson(shown);
  if (shown.length === 0) return print('No cases. A thumb up or down makes one; `parley cases add` too.');
  const { waitsFor } = await import('../runtime/cases/telling.ts');
  const counts = await cases.counts();
  print(
    ...shown.map((found) => `${oneLine(found)}${found.status === 'retired' ? '' : `  (waits for ${waitsFor(found)})`}`),
    '',
    caseStatuses.map((one) => `${counts[one]} ${one}`).join(', '),
  );
};

const oneLine = ({ id, status: is, count, owner, question }: EvalCase): string =>
  `${id}  ${is.padEnd(12)}  ${count > 1 ? `${count}× ` : ''}${owner ? `[${owner}] ` : ''}${question.replace(/\s+/g, ' ').slice(0, 120)}`;

const describeCase = (found: EvalCase, isThere: (documentId: string) => boolean): string[] => [
  oneLine(found),
  ...found.thread.map(({ question, answer }) => `    before: ${question} → ${answer.slice(0, 100)}`),
  `    right: ${found.answerable === false ? 'the pages hold no answer' : found.answers.join(' | ') || 'nobody has said'}`,
  ...(found.rejected.length > 0 ? [`    wrong: ${found.rejected.join(' | ')}`] : []),
  ...found.supportingIds.map((id) => `    page: ${id}${isThere(id) ? '' : ' (gone)'}`),
  ...(found.note ? [`    note: ${found.note}`] : []),
  ...found.origins.map(
    ({ at, rating, reason, askerId, answered, answer, toldAt }) =>
      `    ${minute(at)}  ${rating}${reason ? ` (${reason})` : ''} by ${askerId}: “${answered.shortAnswer || answered.verdict}”${answer ? `, right: “${answer}”` : ''}${toldAt ? `, told ${toldAt.slice(0, 10)}` : ''}`,
  ),
  ...found.results.map(
    ({ at, passed, strategy, shortAnswer, commit }) =>
      `    ${minute(at)}  ${passed ? 'passed' : 'failed'} by ${strategy}: “${shortAnswer}”${commit ? ` at ${commit.slice(0, 10)}` : ''}`,
  ),
  ...found.edits.map(({ at, by, what }) => `    ${minute(at)}  ${what}${by ? ` by ${by}` : ''}`),
  `    version ${found.version}`,
];
