import type { IngestReport } from './report.ts';

/** Maximum hosts in a report, because files can name any number of hosts. */
const MAX_HOSTS_NAMED = 20;

/**
 * The address that a file states as its own, if the operator allows its host (PARLEY_LINK_HOSTS): the author of a file must
 * not choose where its citations lead. Other hosts are counted in the report.
 */
export const ownAddress = (
  named: string | undefined,
  hosts: readonly string[] | undefined,
  report: Pick<IngestReport, 'unlinkedHosts'>,
): string | undefined => {
  if (named === undefined || !/^https?:\/\//i.test(named) || !URL.canParse(named)) return undefined;
  const { host, hostname, username, href } = new URL(named);
  if (username !== '') return undefined;
  if (hosts?.includes(host) || hosts?.includes(hostname)) return href;
  report.unlinkedHosts ??= {};
  const known = report.unlinkedHosts[host];
  if (known !== undefined || Object.keys(report.unlinkedHosts).length < MAX_HOSTS_NAMED)
    report.unlinkedHosts[host] = (known ?? 0) + 1;
  return undefined;
};
