import { counted } from '../core/text/counted.ts';
import { type AccessExplanation, ruleText } from '../runtime/access/explain.ts';
import { type AccessReport, audienceText } from '../runtime/access/report.ts';

/** What an access file means and would change, as `access check` prints it. @param file absent if no file is set */
export const reportLines = (report: AccessReport, file: string | undefined): string[] => {
  const { workspaces, workspacesBefore, strangers } = report;
  const was = workspacesBefore ? ` (was ${[workspacesBefore].flat().join(', ')})` : '';
  return [
    file ? `Rules of ${file}:` : 'PARLEY_ACCESS is not set; these rules hold:',
    `workspaces: ${[workspaces].flat().join(', ') || 'none'}${was}`,
    `strangers see ${strangers}`,
    ...report.sources.map(sourceLine),
    ...report.groups.map(groupLine),
    ...report.sourceGroups.map(sourceGroupLine),
    ...report.sourceGroupsClosed.map((name) => `${name}: no longer counts anybody as members`),
    ...report.unusedRules.map((source) => `${source}: there is a rule for it, and no such source`),
    ...report.problems.map(({ line, message }) => `line ${line}: ${message}`),
  ];
};

const sourceLine = ({ source, pages, audiences, line, before }: AccessReport['sources'][number]): string => {
  const place = line === undefined ? 'no rule' : `line ${line}`;
  const was = before ? `; changes from ${audienceText(before)} for ${counted(pages, 'page')}` : '';
  return `${source}: ${audienceText(audiences)} (${place}, ${counted(pages, 'page')}${was})`;
};

const groupLine = ({ name, namedMembers, platformGroups, added, removed }: AccessReport['groups'][number]): string => {
  const change = [...added.map((member) => `+${member}`), ...removed.map((member) => `-${member}`)];
  const ofGroups = platformGroups.length > 0 ? `, members of ${platformGroups.join(', ')}` : '';
  const changes = change.length > 0 ? `; changes for ${counted(change.length, 'member')}: ${change.join(' ')}` : '';
  return `group:${name}: ${counted(namedMembers, 'named member')}${ofGroups}${changes}`;
};

const sourceGroupLine = (one: AccessReport['sourceGroups'][number]): string => {
  const { place, group, audiences, line, pages, before } = one;
  const was = before ? `; changes from ${audienceText(before) || 'nobody'} for ${counted(pages, 'page')}` : '';
  const opens = `line ${line}, opens ${counted(pages, 'page')}${was}`;
  return `${place}, group ${group}: counts ${audienceText(audiences)} as members (${opens})`;
};

/** Who sees a page and by which rule, as `access explain` prints it. */
export const explanationLines = (explained: AccessExplanation): string[] => {
  const { document, source, pageScopes, sourceRules, sourceSays, sourceGroups, opened, rule, person } = explained;
  return [
    `${document.title} (${document.id})`,
    `the page is for: ${pageScopes.join(', ')}`,
    ...(sourceRules ?? []).map((one) => `as its source says: ${one.says} admits ${ruleText(one)}`),
    ...(sourceSays ? [sourceSays] : []),
    ...(sourceGroups ?? []).map(
      ({ group, audiences, line }) =>
        `the access file counts ${audienceText(audiences)} as members of the group ${group} (line ${line})`,
    ),
    ...(opened ? [`by that alone it is seen by: ${audienceText(opened) || 'nobody'}`] : []),
    rule
      ? `the access file's rule for its source ${source}: ${audienceText(rule.audiences)} (line ${rule.line})`
      : `the access file has no rule for its source ${source}: as the page says`,
    ...(person ? [`${person.id} ${person.sees ? 'sees' : 'does not see'} it: ${person.because}`] : []),
  ];
};
