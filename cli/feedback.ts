import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError } from 'commander';
import { caseStatuses, type EvalCase } from '../core/eval-case.ts';
import { counted } from '../core/text/counted.ts';
import type { Cases } from '../runtime/cases/cases.ts';
import type { Parley } from '../runtime/parley.ts';
import { recordAndTell } from './cases/runs.ts';
import { collect, positiveInteger } from './options.ts';
import { minute, print, printError, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

interface Filter {
  rating?: 'up' | 'down';
  reason?: string;
  since?: string;
  waiting?: boolean;
  limit: number;
}

interface Flags extends Filter {
  export?: string;
  json?: boolean;
}

const oneOf =
  <Value extends string>(...values: Value[]) =>
  (typed: string): Value => {
    const found = values.find((value) => value === typed);
    if (found === undefined) throw new InvalidArgumentError(`It takes one of ${values.join(', ')}`);
    return found;
  };

const day = (value: string): string => {
  if (Number.isNaN(Date.parse(value))) throw new InvalidArgumentError('It takes a date such as 2026-11-01');
  return new Date(value).toISOString();
};

export const register = (program: Command): void => {
  const command = program
    .command('feedback')
    .description('Shows what people thought of answers, the case that each thumb became, and what waits for whom.')
    .option('--rating <thumb>', 'up or down', oneOf('up', 'down'))
    .option(
      '--reason <reason>',
      'wrong, outdated, not-grounded, missing-source or other',
      oneOf('wrong', 'outdated', 'not-grounded', 'missing-source', 'other'),
    )
    .option('--since <date>', 'not older', day)
    .option('--waiting', 'only what waits for somebody')
    .option('--limit <n>', 'the newest so many', positiveInteger, 50)
    .option('--export <file>', 'writes the cases as JSONL, without personal data; takes edits of the file home first')
    .option('--json', 'prints JSON')
    .action((flags: Flags) =>
      withParley(async (parley) => {
        const { createCases } = await import('../runtime/cases/cases.ts');
        const cases = createCases(parley.stores);
        if (flags.export !== undefined) await exportAll(cases, parley, flags.export, flags.json);
        else await show(parley, flags);
      }),
    );

  command
    .command('gold')
    .description('Writes the right answer into a case of an exported file; `parley cases review` does so here.')
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
    .description('Keeps how a run found its cases, and tells who waits for a fixed one: `parley cases record`.')
    .argument('<dir>', 'the output of `eval --questions CASES --out DIR`')
    .action((folder: string) =>
      withParley(async (parley) => {
        const { told } = await recordAndTell(parley, folder);
        print(`${told} ${told === 1 ? 'person is' : 'people are'} told, once for each case that passed twice.`);
      }),
    );
};

/**
 * Exports all cases that are not retired. First imports edits that were made in the file since the last export, so that no gold
 * answer is lost.
 */
const exportAll = async (cases: Cases, { stores }: Parley, file: string, json = false): Promise<void> => {
  const { exportCases, importCases } = await import('../runtime/cases/case-file.ts');
  await cases.collect();
  if (existsSync(file)) {
    const { conflicts, problems } = await importCases(cases, stores.cases, file, { by: `file:${file}` });
    for (const { id, place } of conflicts)
      printError(`${file} ${place}: ${id} was edited here since the export too; it stays as it is here.`);
    for (const { place, message } of problems) printError(`${file} ${place}: ${message}`);
    if (conflicts.length + problems.length > 0) {
      printError(`${file} is left as it is, so that nothing in it is lost. Repair it, or export to another file.`);
      process.exitCode = 1;
      return;
    }
  }
  const statuses = caseStatuses.filter((status) => status !== 'retired');
  const { cases: written, needGold } = await exportCases(stores.cases, file, { statuses });
  if (json) printJson({ file, cases: written, needGold });
  else {
    print(`${counted(written, 'case')} in ${file}; ${needGold} need a person's answer.`);
    if (needGold > 0) print('Write one with: parley cases review ID "the right answer"');
  }
};

const show = async ({ stores }: Parley, { json, ...filter }: Flags): Promise<void> => {
  const [{ waitsFor }, { deidentify }] = await Promise.all([
    import('../runtime/cases/telling.ts'),
    import('../runtime/cases/deidentify.ts'),
  ]);
  const rows: Row[] = [];
  let fitting = 0;
  for await (const { feedback, turn } of stores.conversations.allFeedback()) {
    const { rating, reason, at, comment, answer, askerId } = feedback;
    if (filter.rating && rating !== filter.rating) continue;
    if (filter.reason && reason !== filter.reason) continue;
    if (filter.since && at < filter.since) continue;
    const isTheirs = ({ origins }: EvalCase) =>
      origins.some((one) => one.askerId === askerId && one.turnId === turn.id);
    const found = (await stores.cases.ofTurn(turn.id)).find(isTheirs);
    const waiting = found ? waitsFor(found) : undefined;
    if (filter.waiting && (waiting === undefined || waiting === 'nothing')) continue;
    const clean = (text: string) => deidentify(text, [askerId, turn.askerId]);
    fitting += 1;
    rows.push({
      turnId: turn.id,
      at,
      rating,
      ...(reason && { reason }),
      question: clean(turn.question),
      answered: turn.answer?.shortAnswer || turn.answer?.verdict || turn.status,
      ...(answer && { answer: clean(answer) }),
      ...(comment && { comment: clean(comment) }),
      ...(found && { caseId: found.id, status: found.status, waitsFor: waiting }),
      ...(found?.owner && { owner: found.owner }),
    });
    // Keeps the newest rows; the stream starts with the oldest.
    if (rows.length > filter.limit) rows.shift();
  }
  if (json) return printJson(rows);
  if (rows.length === 0) return print('Nobody has rated an answer yet, or nothing fits the filter.');
  print(...rows.flatMap(linesOf));
  const all = counted(fitting, 'thumb');
  const shown = fitting > rows.length ? `The newest ${rows.length} of ${all} (--limit ${fitting} shows all)` : all;
  print('', `${shown}. \`parley cases list\` shows the cases, \`parley cases review ID\` reviews one.`);
};

interface Row {
  turnId: string;
  at: string;
  rating: string;
  reason?: string;
  question: string;
  answered: string;
  answer?: string;
  comment?: string;
  caseId?: string;
  status?: string;
  waitsFor?: string;
  owner?: string;
}

const linesOf = ({
  at,
  rating,
  reason,
  question,
  answered,
  answer,
  comment,
  caseId,
  waitsFor,
  owner,
}: Row): string[] => [
  `${minute(at)}  ${`${rating === 'up' ? '+' : '-'} ${reason ?? ''}`.trim()}  ${question}`,
  `    ${answered}${answer ? `  right: "${answer}"` : ''}${comment ? `  "${comment}"` : ''}`,
  caseId
    ? `    ${caseId}  ${waitsFor === 'nothing' ? 'done' : `waits for ${waitsFor}${owner ? ` by ${owner}` : ''}`}`
    : '    no case yet: `parley cases collect`',
];
