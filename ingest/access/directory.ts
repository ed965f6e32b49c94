import type { Scope } from '../../core/document.ts';
import { type KeyValueStore, listAll } from '../../stores/index.ts';
import { allOfScope, domainGroup, groupsOfPeople, type RuleSet, sourceGroupScope, type ToldGroups } from './rules.ts';

/** Kind of the records of places whose permissions are mirrored. */
const DIRECTORY_KIND = 'source-access';
/** Kind of a place's records from e-mail address to the person's groups. */
const membersOf = (place: string) => `source-members ${place}`;
/** Kind of a place's records from id of rules to rules. */
const rulesOf = (place: string) => `source-rules ${place}`;

/** Milliseconds for which places and rules are cached. */
const FRESH_MS = 5_000;

/** The groups and rules that a reading of a place found. */
export interface PlaceAccess {
  groups: ToldGroups;
  /** Every rule set that a page of the place has. */
  rules: ReadonlyMap<string, RuleSet['rules']>;
  /** True if the place was read to the end. Then groups and rules that it no longer has are removed. */
  complete: boolean;
}

/** The groups of each person and the rules of pages at each place, as of its connector's last reading. */
export interface Directory {
  /** Replaces the groups and rules of a place. Writes only what changed. */
  put(place: string, access: PlaceAccess): Promise<{ people: number; groups: number }>;
  /** Number of people of a place with groups. */
  members(place: string): Promise<number>;
  /** Removes a place. From then on, its groups and rules give access to nothing. */
  remove(place: string): Promise<void>;
  /**
   * The scopes that a person holds by the sources: of their groups, and of rules that all admit them.
   * @param email a *verified* address; undefined for an audience of which only groups are known, such as a channel
   * @param more additional groups, by place
   */
  scopesOf(email: string | undefined, more?: ReadonlyMap<string, ReadonlySet<string>>): Promise<Scope[]>;
  /** The rules with an id; undefined if they are not known. */
  rules(place: string, id: string): Promise<RuleSet['rules'] | undefined>;
  /** The groups of a person at a place, with that of their address's domain. */
  groupsOf(place: string, email: string): Promise<string[]>;
}

/**
 * Stores the mirrored permissions in the key-value store. A person's rights are looked up by e-mail address when they ask, so a
 * change of a group rewrites no page.
 *
 * @example
 * const directory = createDirectory(stores.keyValues);
 * const scopes = await directory.scopesOf('priya@example.com');
 */
export const createDirectory = (keyValues: KeyValueStore, now: () => number = Date.now): Directory => {
  let readAt = Number.NEGATIVE_INFINITY;
  let remembered: Promise<{ place: string; joint: [string, RuleSet['rules']][] }[]> = Promise.resolve([]);

  /** The places with their rule sets of several rules, the only ones with a scope of their own (`allOfScope`). */
  const places = () => {
    if (now() - readAt < FRESH_MS) return remembered;
    readAt = now();
    remembered = readPlaces(keyValues);
    remembered.catch(() => {
      readAt = Number.NEGATIVE_INFINITY;
    });
    return remembered;
  };

  const groupsOf = async (place: string, email: string): Promise<string[]> => [
    ...((await keyValues.get<{ groups: string[] }>(membersOf(place), email.toLowerCase()))?.groups ?? []),
    domainGroup(email.slice(email.lastIndexOf('@') + 1)),
  ];

  return {
    async put(place, { groups, rules, complete }) {
      await keyValues.put(DIRECTORY_KIND, place, {});
      const people = groupsOfPeople(groups);
      const told = new Set(groups.keys());
      for await (const { key, value } of listAll<{ groups: string[] }>(keyValues, membersOf(place))) {
        const held = people.get(key) ?? new Set<string>();
        people.delete(key);
        // If the place was not read to the end, groups that were not read stay.
        const next = [...held, ...value.groups.filter((group) => !complete && !told.has(group))].sort();
        if (next.length === 0) await keyValues.delete(membersOf(place), key);
        else if (next.join('\n') !== value.groups.join('\n')) await putMember(keyValues, place, key, next);
      }
      for (const [email, held] of people) await putMember(keyValues, place, email, [...held].sort());
      for (const [id, one] of rules)
        if (!(await keyValues.get(rulesOf(place), id))) await keyValues.put(rulesOf(place), id, one);
      if (complete)
        for await (const { key } of listAll(keyValues, rulesOf(place)))
          if (!rules.has(key)) await keyValues.delete(rulesOf(place), key);
      readAt = Number.NEGATIVE_INFINITY;
      return { people: people.size, groups: groups.size };
    },
    async members(place) {
      let count = 0;
      for await (const _ of listAll(keyValues, membersOf(place))) count += 1;
      return count;
    },
    async remove(place) {
      await keyValues.delete(DIRECTORY_KIND, place);
      for (const kind of [membersOf(place), rulesOf(place)])
        for await (const { key } of listAll(keyValues, kind)) await keyValues.delete(kind, key);
      readAt = Number.NEGATIVE_INFINITY;
    },
    async scopesOf(email, more = new Map()) {
      const scopes: Scope[] = [];
      if (email === undefined && more.size === 0) return scopes;
      for (const { place, joint } of await places()) {
        const groups = new Set([
          ...(email === undefined ? [] : await groupsOf(place, email)),
          ...(more.get(place) ?? []),
        ]);
        for (const group of groups) scopes.push(sourceGroupScope(place, group));
        for (const [id, rules] of joint)
          if (rules.every((rule) => admitsPerson(rule, email ?? '', groups))) scopes.push(allOfScope(id));
      }
      return scopes;
    },
    rules: (place, id) => keyValues.get(rulesOf(place), id),
    groupsOf,
  };
};

/** True if a rule admits a person. */
export const admitsPerson = (
  { people, groups }: RuleSet['rules'][number],
  email: string,
  held: ReadonlySet<string>,
): boolean => people.includes(email.toLowerCase()) || groups.some((group) => held.has(group));

const putMember = (keyValues: KeyValueStore, place: string, email: string, groups: string[]) =>
  keyValues.put(membersOf(place), email, { groups }, { personId: email });

const readPlaces = async (keyValues: KeyValueStore) => {
  const places: { place: string; joint: [string, RuleSet['rules']][] }[] = [];
  for await (const { key: place } of listAll(keyValues, DIRECTORY_KIND)) {
    const joint: [string, RuleSet['rules']][] = [];
    for await (const { key, value } of listAll<RuleSet['rules']>(keyValues, rulesOf(place)))
      if (value.length > 1) joint.push([key, value]);
    places.push({ place, joint });
  }
  return places;
};
