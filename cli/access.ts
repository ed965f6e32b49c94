import type { Command } from 'commander';
import { counted } from '../core/text/counted.ts';
import { print, printJson } from './output.ts';
import { withParley } from './with-parley.ts';

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
        const { audienceText, checkAccess } = await import('../runtime/access/report.ts');
        const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
        const report = await checkAccess(stores, policy);
        if (report.problems.length > 0) process.exitCode = 1;
        if (options.json) return printJson(report);
        print(policy.file ? `Rules of ${policy.file}:` : 'PARLEY_ACCESS is not set; these rules hold:');
        const workspaces = [report.workspaces].flat().join(', ') || 'none';
        print(
          `workspaces: ${workspaces}${report.workspacesBefore ? ` (was ${[report.workspacesBefore].flat().join(', ')})` : ''}`,
        );
        print(`strangers see ${report.strangers}`);
        for (const { source, pages, audiences, line, before } of report.sources) {
          const place = line === undefined ? 'no rule' : `line ${line}`;
          const was = before ? `; changes from ${audienceText(before)} for ${counted(pages, 'page')}` : '';
          print(`${source}: ${audienceText(audiences)} (${place}, ${counted(pages, 'page')}${was})`);
        }
        for (const { name, namedMembers, platformGroups, added, removed } of report.groups) {
          const change = [...added.map((member) => `+${member}`), ...removed.map((member) => `-${member}`)].join(' ');
          print(
            `group:${name}: ${counted(namedMembers, 'named member')}${platformGroups.length > 0 ? `, members of ${platformGroups.join(', ')}` : ''}${change ? `; changes for ${counted(added.length + removed.length, 'member')}: ${change}` : ''}`,
          );
        }
        for (const { place, group, audiences, line, pages, before } of report.sourceGroups) {
          const was = before ? `; changes from ${audienceText(before) || 'nobody'} for ${counted(pages, 'page')}` : '';
          print(
            `${place}, group ${group}: counts ${audienceText(audiences)} as members (line ${line}, opens ${counted(pages, 'page')}${was})`,
          );
        }
        for (const name of report.sourceGroupsClosed) print(`${name}: no longer counts anybody as members`);
        for (const source of report.unusedRules) print(`${source}: there is a rule for it, and no such source`);
        for (const { line, message } of report.problems) print(`line ${line}: ${message}`);
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
        const { audienceText, explainAccess, ruleText } = await import('../runtime/access/report.ts');
        const policy = await readAccessPolicy(settings.PARLEY_ACCESS);
        const explained = await explainAccess(stores, policy, page, { person: options.as });
        if (options.json) return printJson(explained);
        const { document, source, pageScopes, sourceRules, sourceSays, sourceGroups, opened, rule, person } = explained;
        print(`${document.title} (${document.id})`);
        print(`the page is for: ${pageScopes.join(', ')}`);
        for (const one of sourceRules ?? []) print(`as its source says: ${one.says} admits ${ruleText(one)}`);
        if (sourceSays) print(sourceSays);
        for (const { group, audiences, line } of sourceGroups ?? [])
          print(`the access file counts ${audienceText(audiences)} as members of the group ${group} (line ${line})`);
        if (opened) print(`by that alone it is seen by: ${audienceText(opened) || 'nobody'}`);
        print(
          rule
            ? `the access file's rule for its source ${source}: ${audienceText(rule.audiences)} (line ${rule.line})`
            : `the access file has no rule for its source ${source}: as the page says`,
        );
        if (person) print(`${person.id} ${person.sees ? 'sees' : 'does not see'} it: ${person.because}`);
      }),
    );
};
