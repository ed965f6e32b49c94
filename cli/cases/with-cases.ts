import { userInfo } from 'node:os';
import { InvalidArgumentError } from 'commander';
import { type CaseStatus, caseStatuses, type EvalCase } from '../../core/eval-case.ts';
import type { Cases } from '../../runtime/cases/cases.ts';
import type { Parley } from '../../runtime/parley.ts';
import { withParley } from '../with-parley.ts';

/** Opens Parley by the settings, with its cases. */
export const withCases = (work: (cases: Cases, parley: Parley) => Promise<void>): Promise<void> =>
  withParley(async (parley) => {
    const { createCases } = await import('../../runtime/cases/cases.ts');
    await work(createCases(parley.stores), parley);
  });

/** The default author of edits from the command line, in a case's history. */
export const defaultAuthor = (): string => `cli:${userInfo().username}`;

/** Reads the status of a case as an option. */
export const readStatus = (value: string): CaseStatus => {
  const found = caseStatuses.find((one) => one === value);
  if (!found) throw new InvalidArgumentError(`It takes one of ${caseStatuses.join(', ')}`);
  return found;
};

/** A case in one line: id, status, thumbs, owner and question. */
export const oneLine = ({ id, status: is, count, owner, question }: EvalCase): string =>
  `${id}  ${is.padEnd(12)}  ${count > 1 ? `${count}× ` : ''}${owner ? `[${owner}] ` : ''}${question.replace(/\s+/g, ' ').slice(0, 120)}`;

/** Cases read in one call. */
const PAGE = 200;

/** All cases of a status, the newest change first. */
export async function* eachCase(cases: Cases, status?: CaseStatus): AsyncGenerator<EvalCase> {
  let page: EvalCase[];
  let before: EvalCase | undefined;
  do {
    page = await cases.list({ status, before, limit: PAGE });
    yield* page;
    before = page.at(-1);
  } while (page.length === PAGE);
}
