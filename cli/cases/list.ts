import type { Command } from 'commander';
import { type CaseStatus, caseStatuses, type EvalCase } from '../../core/eval-case.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import { positiveInteger } from '../options.ts';
import { minute, print, printJson } from '../output.ts';
import { eachCase, oneLine, readStatus, withCases } from './with-cases.ts';

/** `cases list` and `cases show`. */
export const listCommands = (command: Command): void => {
  command
    .command('list')
    .description('Cases, the newest change first, and what each waits for.')
    .option('--status <status>', `one of ${caseStatuses.join(', ')}`, readStatus)
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
};

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
  for await (const found of eachCase(cases, only)) {
    if (holds(found)) shown.push(found);
    if (shown.length === limit) break;
  }
  if (json) return printJson(shown);
  if (shown.length === 0) return print('No cases. A thumb up or down makes one; `parley cases add` too.');
  const { waitsFor } = await import('../../runtime/cases/telling.ts');
  const counts = await cases.counts();
  print(
    ...shown.map((found) => `${oneLine(found)}${found.status === 'retired' ? '' : `  (waits for ${waitsFor(found)})`}`),
    '',
    caseStatuses.map((one) => `${counts[one]} ${one}`).join(', '),
  );
};

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
