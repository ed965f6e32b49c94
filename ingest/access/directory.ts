import type { Scope } from '../../core/document.ts';
import type { KeyValueStore } from '../../stores/index.ts';
import { allOfScope, domainGroup, groupsOfPeople, type RuleSet, sourceGroupScope, type ToldGroups } from './rules.ts';

/** The places whose permissions are mirrored. */
const DIRECTORY_KIND = 'source-access';
/** Of one place: e-mail address -> the groups that the person is in. */
const membersOf = (place: string) => `source-members ${place}`;
/** Of one place: id of rules -> rules. */
const rulesOf = (place: string) => `source-rules ${place}`;

const PAGE = 500;
/** Milliseconds for which places and rules are remembered between questions. */
const FRESH_MS = 5_000;

/** What a reading of a place found out about its people. */
export interface PlaceAccess {
  groups: ToldGroups;
  /** Every rule set that a page of the place has. */
  rules: ReadonlyMap<string, RuleSet['rules']>;
  /** The place was read to the end: groups and rules that it no longer has go. */
  complete: boolean;
}

/** Who is in which group of a source, and which rules its pages have, as its connector last read them. */
export interface Directory {
  /** Replaces what is known of a place; writes only what changed. */
  put(place: string, access: PlaceAccess): Promise<{ people: number; groups: number }>;
  /** How many people of a place have groups. */
  members(place: string): Promise<number>;
  /** Forgets a place: from then on nobody sees its pages by it. */
  remove(place: string): Promise<void>;
  /**
   * What the sources let somebody see, by a *verified* e-mail address: their groups, and the rules that all admit them.
   * @param email undefined for an audience of which only groups are known, such as a channel
   * @param more groups that they count as members of besides, by place
   */
  scopesOf(email: string | undefined, more?: ReadonlyMap<string, ReadonlySet<string>>): Promise<Scope[]>;
  /** The rules of a page; undefined where they are not known. */
  rules(place: string, id: string): Promise<RuleSet['rules'] | undefined>;
  /** The groups of a person at a place, with that of their address's domain. */
  groupsOf(place: string, email: string): Promise<string[]>;
}

/**
 * Keeps the mirror of permissions in the records store. A person's rights are looked up by their e-mail address when they ask:
 * a change of a group needs no page to be written.
 *
 * @example
 * const directory = createDirectory(stores.keyValues);
 * const scopes = await directory.scopesOf('priya@example.com');
 */
export const createDirectory = (keyValues: KeyValueStore, now: () => number = Date.now): Directory => {
  let readAt = Number.NEGATIVE_INFINITY;
  let remembered: Promise<{ place: string; joint: [string, RuleSet['rules']][] }[]> = Promise.resolve([]);

  /** The places with those of their rule sets that have several rules: these alone make scopes of their own. */
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
      for await (const { key, value } of each<{ groups: string[] }>(keyValues, membersOf(place))) {
        const held = people.get(key) ?? new Set<string>();
        people.delete(key);
        // A place that was not read to the end keeps the groups of which it told nothing.
        const next = [...held, ...value.groups.filter((group) => !complete && !told.has(group))].sort();
        if (next.length === 0) await keyValues.delete(membersOf(place), key);
        else if (next.join('\n') !== value.groups.join('\n')) await putMember(keyValues, place, key, next);
      }
      for (const [email, held] of people) await putMember(keyValues, place, email, [...held].sort());
      for (const [id, one] of rules)
        if (!(await keyValues.get(rulesOf(place), id))) await keyValues.put(rulesOf(place), id, one);
      if (complete)
        for await (const { key } of each(keyValues, rulesOf(place)))
          if (!rules.has(key)) await keyValues.delete(rulesOf(place), key);
      readAt = Number.NEGATIVE_INFINITY;
      return { people: people.size, groups: groups.size };
    },
    async members(place) {
      let count = 0;
      for await (const _ of each(keyValues, membersOf(place))) count += 1;
      return count;
    },
    async remove(place) {
      await keyValues.delete(DIRECTORY_KIND, place);
      for (const kind of [membersOf(place), rulesOf(place)])
        for await (const { key } of each(keyValues, kind)) await keyValues.delete(kind, key);
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

/** Whether one rule lets a person in. */
export const admitsPerson = (
  { people, groups }: RuleSet['rules'][number],
  email: string,
  held: ReadonlySet<string>,
): boolean => people.includes(email.toLowerCase()) || groups.some((group) => held.has(group));

const putMember = (keyValues: KeyValueStore, place: string, email: string, groups: string[]) =>
  keyValues.put(membersOf(place), email, { groups }, { personId: email });

const readPlaces = async (keyValues: KeyValueStore) => {
  const places: { place: string; joint: [string, RuleSet['rules']][] }[] = [];
  for await (const { key: place } of each(keyValues, DIRECTORY_KIND)) {
    const joint: [string, RuleSet['rules']][] = [];
    for await (const { key, value } of each<RuleSet['rules']>(keyValues, rulesOf(place)))
      if (value.length > 1) joint.push([key, value]);
    places.push({ place, joint });
  }
  return places;
};

/** Streams the records of a kind; what is written behind the one at hand is seen. */
async function* each<Value>(keyValues: KeyValueStore, kind: string) {
  for (let after: string | undefined; ; ) {
    const page = await keyValues.list<Value>(kind, { limit: PAGE, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.key;
    if (page.length < PAGE) return;
  }
}
