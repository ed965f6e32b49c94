import type { Command } from 'commander';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

/** `parley access check` and `access explain`. */
export const register = (program: Command): void => {
  const access = program
    .command('access')
    .description('Who may see what, by the file that PARLEY_ACCESS names (docs/access.md).');

  access
    .command('check')
    .description('Reads the access file and says what it means and what it would change; changes nothing.')
    .option('--json', 'print the report as JSON')
    .action((options: { json?: boolean }) =>
      withParley(async ({ settings, stores }) => {
        const { readAccessPolicy } = await import('../runtime/access/policy.ts');
        const { checkAccess } = await import('../runtime/access/report.ts');
        const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
        const report = await checkAccess(stores, policy);
        if (report.problems.length > 0) process.exitCode = 1;
        if (options.json) return printJson(report);
        const { reportLines } = await import('./access-lines.ts');
        print(...reportLines(report, policy.file));
      }),
    );

  access
    .command('explain <page>')
    .description('Says who sees a page (by id, address or title) and by which rule.')
    .option('--as <person>', 'whether this person does: an e-mail address, slack:T1/U1 or discord:3000')
    .option('--json', 'print the explanation as JSON')
    .action((page: string, options: { as?: string; json?: boolean }) =>
      withParley(async ({ settings, stores }) => {
        const { readAccessPolicy } = await import('../runtime/access/policy.ts');
        const { explainAccess } = await import('../runtime/access/explain.ts');
        const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
        const explained = await explainAccess(stores, policy, page, { person: options.as });
        if (options.json) return printJson(explained);
        const { explanationLines } = await import('./access-lines.ts');
        print(...explanationLines(explained));
      }),
    );
};
