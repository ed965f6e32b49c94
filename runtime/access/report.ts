import { createDirectory } from '../../ingest/access/directory.ts';
import type { Stores } from '../../stores/index.ts';
import type { AccessPolicy, Audience, SourceGroup } from './policy.ts';
import { countOpened } from './source-groups.ts';

type AccessStores = Pick<Stores, 'documents' | 'keyValues'>;

/** One source in `access check`, with its rule and number of pages. */
export interface SourceAccess {
  source: string;
  pages: number;
  audiences: readonly Audience[];
  /** The line of the source's rule in the file; absent if there is none. */
  line?: number;
  /** The audiences when Parley last started, if they differ. */
  before?: readonly Audience[];
}

/** The result of `access check`. */
export interface AccessReport {
  problems: AccessPolicy['problems'];
  workspaces: readonly string[] | 'the first of each platform that connects';
  workspacesBefore?: readonly string[] | 'the first of each platform that connects';
  strangers: AccessPolicy['strangers'];
  sources: SourceAccess[];
  /** Rules for sources that do not exist. */
  unusedRules: string[];
  groups: { name: string; namedMembers: number; platformGroups: string[]; added: string[]; removed: string[] }[];
  /** The entries of `source-groups` with the number of pages that each opens. */
  sourceGroups: (SourceGroup & { pages: number; before?: readonly Audience[] })[];
  /** Entries of `source-groups` that were in force and are no longer in the file. */
  sourceGroupsClosed: string[];
}

/** The stored parts of the last policy, for reporting what a new policy changes. */
interface PolicyInForce {
  workspaces?: readonly string[];
  sources: Record<string, readonly Audience[]>;
  groups: Record<string, readonly string[]>;
  sourceGroups?: Record<string, readonly Audience[]>;
}
const POLICY_IN_FORCE = 'access-in-force';
const NO_RULE: readonly Audience[] = ['as-the-source-says'];

const membersOf = (policy: AccessPolicy): PolicyInForce['groups'] =>
  Object.fromEntries(
    [...policy.groups.values()].map(({ name, members, platformGroups }) => [
      name,
      [
        ...members,
        ...Object.entries(platformGroups).flatMap(([platform, ids]) => ids.map((id) => `${platform}:${id}`)),
      ],
    ]),
  );

/** Stores the policy that is in force after a start, for the next `checkAccess`. */
export const rememberPolicy = (stores: AccessStores, policy: AccessPolicy): Promise<void> =>
  stores.keyValues.put(POLICY_IN_FORCE, 'policy', {
    ...(policy.workspaces && { workspaces: policy.workspaces }),
    sources: Object.fromEntries([...policy.sources.values()].map(({ source, audiences }) => [source, audiences])),
    groups: membersOf(policy),
    sourceGroups: Object.fromEntries(policy.sourceGroups.map((one) => [sourceGroupName(one), one.audiences])),
  } satisfies PolicyInForce);

const sourceGroupName = ({ place, group }: Pick<SourceGroup, 'place' | 'group'>): string => `${place} ${group}`;

/** Reports a policy's effect on the stored pages and its changes to the policy in force. Changes nothing. */
export const checkAccess = async (stores: AccessStores, policy: AccessPolicy): Promise<AccessReport> => {
  const before = await stores.keyValues.get<PolicyInForce>(POLICY_IN_FORCE, 'policy');
  const known = await stores.documents.sources();
  const anyFirst = 'the first of each platform that connects' as const;
  const workspaces = policy.workspaces ?? anyFirst;
  const workspacesBefore = before ? (before.workspaces ?? anyFirst) : undefined;
  const sources = known.map(({ id, documents }): SourceAccess => {
    const rule = policy.sources.get(id);
    const audiences = rule?.audiences ?? NO_RULE;
    const earlier = before ? (before.sources[id] ?? NO_RULE) : undefined;
    return {
      source: id,
      pages: documents,
      audiences,
      ...(rule && { line: rule.line }),
      ...(earlier && !sameMembers(earlier, audiences) && { before: earlier }),
    };
  });
  const members = membersOf(policy);
  const opened = await countOpened(stores.documents, createDirectory(stores.keyValues), policy.sourceGroups);
  const named = new Set(policy.sourceGroups.map(sourceGroupName));
  return {
    sourceGroups: [...opened].map(([one, pages]) => {
      const earlier = before && (before.sourceGroups?.[sourceGroupName(one)] ?? []);
      return { ...one, pages, ...(earlier && !sameMembers(earlier, one.audiences) && { before: earlier }) };
    }),
    sourceGroupsClosed: Object.keys(before?.sourceGroups ?? {}).filter((name) => !named.has(name)),
    problems: policy.problems,
    workspaces,
    ...(workspacesBefore && !sameMembers([workspacesBefore].flat(), [workspaces].flat()) && { workspacesBefore }),
    strangers: policy.strangers,
    sources,
    unusedRules: [...policy.sources.keys()].filter((id) => !known.some((source) => source.id === id)),
    groups: [...new Set([...Object.keys(members), ...Object.keys(before?.groups ?? {})])].map((name) => {
      const now = members[name] ?? [];
      const earlier = before?.groups[name] ?? (before ? [] : now);
      return {
        name,
        namedMembers: policy.groups.get(name)?.members.length ?? 0,
        platformGroups: now.slice(policy.groups.get(name)?.members.length ?? 0),
        added: now.filter((member) => !earlier.includes(member)),
        removed: earlier.filter((member) => !now.includes(member)),
      };
    }),
  };
};

const sameMembers = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((member) => b.includes(member));

/** The audiences of a source as text. */
export const audienceText = (audiences: readonly Audience[]): string =>
  audiences
    .map((audience) => {
      if (audience === 'nobody') return 'nobody (its rule cannot be read)';
      if (audience === 'workspace') return 'full members of the allowed workspaces';
      if (audience === 'as-the-source-says') return 'as each page says';
      return audience;
    })
    .join(', ');
