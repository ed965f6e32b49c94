import type { Scope } from '../../core/document.ts';
import type { Directory } from '../../ingest/access/directory.ts';
import type { RuleSet } from '../../ingest/access/rules.ts';
import type { Audience, SourceGroup } from './policy.ts';

/** The ids of groups by mirrored place. */
export type PlaceGroups = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether holders of these scopes belong to an audience. `workspace` is all full members of any allowed workspace,
 * `slack:T024` those of one.
 * @param platform the platform of the scopes' ids
 */
const belongsTo = (audience: Audience, held: ReadonlySet<Scope>, platform: string): boolean => {
  if (audience === 'workspace') return [...held].some((scope) => scope.startsWith('workspace:'));
  if (audience.startsWith(`${platform}:`)) return held.has(`workspace:${audience.slice(platform.length + 1)}`);
  return /^(?:group|person):/.test(audience) && held.has(audience as Scope);
};

/** The groups of mirrored places whose members the holders of these scopes are, according to the access file. */
export const groupsByFile = (
  sourceGroups: readonly SourceGroup[],
  held: readonly Scope[],
  platform: string,
): PlaceGroups => {
  const own = new Set(held);
  const groups = new Map<string, Set<string>>();
  for (const { place, group, audiences } of sourceGroups)
    if (audiences.some((audience) => belongsTo(audience, own, platform)))
      groups.set(place, (groups.get(place) ?? new Set()).add(group));
  return groups;
};

/** The entries of `source-groups` for the groups in one rule set. */
export const namedGroups = (
  sourceGroups: readonly SourceGroup[],
  place: string,
  rules: RuleSet['rules'],
): SourceGroup[] => {
  const named = new Set(rules.flatMap(({ groups }) => groups));
  return sourceGroups.filter((one) => one.place === place && named.has(one.group));
};

/** The audiences that may see a page by these entries alone, because each of the page's rules admits them. */
export const audiencesOf = (named: readonly SourceGroup[], rules: RuleSet['rules']): Audience[] =>
  [...new Set(named.flatMap(({ audiences }) => audiences))].filter(
    (audience) =>
      rules.length > 0 &&
      rules.every(({ groups }) =>
        named.some(({ group, audiences }) => groups.includes(group) && audiences.includes(audience)),
      ),
  );

/** The number of stored pages that each entry of `source-groups` opens to its audiences. */
export const countOpened = async (
  documents: { stamps(): AsyncIterable<{ metadata?: Record<string, unknown> }> },
  directory: Directory,
  sourceGroups: readonly SourceGroup[],
): Promise<Map<SourceGroup, number>> => {
  const counts = new Map<SourceGroup, number>(sourceGroups.map((one) => [one, 0]));
  if (sourceGroups.length === 0) return counts;
  const known = new Map<string, Promise<RuleSet['rules'] | undefined>>();
  for await (const { metadata } of documents.stamps()) {
    const access = metadata?.access as { place: string; rules: string } | undefined;
    if (!access) continue;
    const key = `${access.place} ${access.rules}`;
    const asked = known.get(key) ?? directory.rules(access.place, access.rules);
    known.set(key, asked);
    const rules = (await asked) ?? [];
    const named = namedGroups(sourceGroups, access.place, rules);
    const opened = audiencesOf(named, rules);
    for (const one of named)
      if (one.audiences.some((audience) => opened.includes(audience))) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
};
