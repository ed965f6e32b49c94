import type { Scope } from '../../core/document.ts';
import type { Directory } from '../../ingest/access/directory.ts';
import type { RuleSet } from '../../ingest/access/rules.ts';
import type { Audience, SourceGroup } from './policy.ts';

/** Groups of mirrored places, by place. */
export type PlaceGroups = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Whether holders of these scopes are of an audience: `workspace` are full members of any allowed workspace, `slack:T024` of
 * that one.
 * @param platform whose ids the scopes are of
 */
const isOf = (audience: Audience, held: ReadonlySet<Scope>, platform: string): boolean => {
  if (audience === 'workspace') return [...held].some((scope) => scope.startsWith('workspace:'));
  if (audience.startsWith(`${platform}:`)) return held.has(`workspace:${audience.slice(platform.length + 1)}`);
  return /^(?:group|person):/.test(audience) && held.has(audience as Scope);
};

/** The groups of mirrored places that holders of these scopes count as members of, as the access file says. */
export const groupsByFile = (
  sourceGroups: readonly SourceGroup[],
  held: readonly Scope[],
  platform: string,
): PlaceGroups => {
  const own = new Set(held);
  const groups = new Map<string, Set<string>>();
  for (const { place, group, audiences } of sourceGroups)
    if (audiences.some((audience) => isOf(audience, own, platform)))
      groups.set(place, (groups.get(place) ?? new Set()).add(group));
  return groups;
};

/** The groups of one rule set that the access file gives to an audience, with the line that says so. */
export const namedGroups = (
  sourceGroups: readonly SourceGroup[],
  place: string,
  rules: RuleSet['rules'],
): SourceGroup[] => {
  const named = new Set(rules.flatMap(({ groups }) => groups));
  return sourceGroups.filter((one) => one.place === place && named.has(one.group));
};

/** The audiences that see a page by the groups that the file gives them alone: what every rule of the page admits. */
export const audiencesOf = (named: readonly SourceGroup[], rules: RuleSet['rules']): Audience[] =>
  [...new Set(named.flatMap(({ audiences }) => audiences))].filter(
    (audience) =>
      rules.length > 0 &&
      rules.every(({ groups }) =>
        named.some(({ group, audiences }) => groups.includes(group) && audiences.includes(audience)),
      ),
  );

/** How many pages each line of the file opens to its audiences, over the pages that are there. */
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
