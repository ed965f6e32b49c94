import type { IngestReport } from './report.ts';

/** Hosts that a report names; a folder of files made for it names no more. */
const MAX_HOSTS_NAMED = 20;

/**
 * What a file says its own address is, where that is one of the web at a host that the operator allows (PARLEY_LINK_HOSTS):
 * whoever may write a file must not choose where its citations lead. Another host is counted in the report.
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
