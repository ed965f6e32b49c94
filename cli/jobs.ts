import type { Command } from 'commander';
import { ParleyError } from '../core/errors.ts';
import { counted } from '../core/text/counted.ts';
import { minute, print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

const MAX_LISTED = 1000;

export const register = (program: Command): void => {
  const jobs = program
    .command('jobs')
    .description('Jobs that failed for good: lists them, and tries one again.')
    .option('--json', 'print them as JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ stores }) => {
        const dead = await stores.jobs.dead(MAX_LISTED);
        if (options.json) return printJson(dead);
        if (dead.length === 0) print('No job failed for good.');
        for (const { id, kind, key, attempts, error, failedAt } of dead)
          print(`${id}  ${kind} ${key}  ${counted(attempts, 'attempt')}, ${minute(failedAt)}: ${error}`);
      }),
    );
  jobs
    .command('retry')
    .description('Puts a job that failed for good back in the queue, with all of its attempts.')
    .argument('<id>', 'the job’s id, as `parley status` lists it')
    .action((id: string) =>
      withParley(async ({ stores }) => {
        if (!(await stores.jobs.retry(id)))
          throw new ParleyError('UNKNOWN_ID', {
            message: `No job ${id} failed for good.`,
            remedy: '`parley jobs` lists those that did.',
          });
        print('It is in the queue again; a worker (`parley start`) takes it up.');
      }),
    );
};
