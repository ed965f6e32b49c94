import { EVERYONE, type Scope } from '../../core/document.ts';
import { sha256 } from '../../core/sha256.ts';

/** One rule of a source about who may see a page: people, and members of groups. */
export interface AccessRule {
  /** The rule's origin, for `parley access explain`: `the space ENG`, `a restriction of the page Salaries`. */
  says: string;
  /** Verified e-mail addresses. People whose address the source hides are left out, and do not see the page in Parley. */
  people?: readonly string[];
  /** Ids of groups of the same place. A `group` item contains their members. */
  groups?: readonly string[];
  /** True if the source shows the page to everybody, signed in or not. */
  everyone?: boolean;
}

/**
 * Who may see a page according to its source: people whom *every* rule admits, such as the rules of a space and of each
 * restricted page above. `unknown`: the rules could not be read, so nobody may see it. `not-told`: the API does not tell them;
 * the page gets the scopes that were given when the source was added, or nobody may see it.
 */
export type Audience = readonly AccessRule[] | 'unknown' | 'not-told';

/** A scope that nobody holds. */
export const NOBODY: Scope = 'nobody';

const personScope = (email: string): Scope => `person:${email.toLowerCase()}`;

/** The scope of a source's group: `group:confluence:https://acme.example/wiki/engineering`. */
export const sourceGroupScope = (place: string, group: string): Scope => `group:${place}/${group}`;

/**
 * First character of the id of a domain's group. Every place has one for each domain, without a list of members: everybody with
 * a verified address of the domain is one.
 */
export const DOMAIN_GROUP = '@';

/** The id of the group of everybody with a verified address of a domain: `@acme.example`. */
export const domainGroup = (domain: string): string => `${DOMAIN_GROUP}${domain.toLowerCase()}`;

/** The scope of the people whom all of several rules admit. @param rules id of the rule set */
export const allOfScope = (rules: string): Scope => `all-of:${rules}`;

/** Normalised rules, with an id of their content: the same rules have the same id in any order. */
export interface RuleSet {
  id: string;
  /** Without rules that admit everybody; empty if there is no other. */
  rules: readonly Required<Omit<AccessRule, 'everyone'>>[];
}

/** Normalises rules. Returns undefined without any rule, because that has no clear meaning. */
export const ruleSet = (rules: readonly AccessRule[]): RuleSet | undefined => {
  if (rules.length === 0) return undefined;
  const written = rules
    .filter(({ everyone }) => !everyone)
    .map(({ says, people = [], groups = [] }) => ({
      says,
      people: [...new Set(people.map((email) => email.toLowerCase()))].sort(),
      groups: [...new Set(groups)].sort(),
    }));
  const byContent = new Map(written.map((rule) => [JSON.stringify([rule.people, rule.groups]), rule]));
  const kept = [...byContent].sort(([a], [b]) => (a < b ? -1 : 1));
  const id = sha256(JSON.stringify(kept.map(([content, { says }]) => [content, says]))).slice(0, 24);
  return { id, rules: kept.map(([, rule]) => rule) };
};

/**
 * The scopes of a page with these rules. One rule becomes the scopes of its people and groups. Several rules become one scope,
 * held by the people whom all of them admit (`Directory.scopesOf`).
 */
export const scopesOfRules = (place: string, { id, rules }: RuleSet): Scope[] => {
  const [first, ...others] = rules;
  if (first === undefined) return [EVERYONE];
  if (others.length > 0) return [allOfScope(id)];
  const scopes = [...first.people.map(personScope), ...first.groups.map((group) => sourceGroupScope(place, group))];
  return scopes.length > 0 ? scopes : [NOBODY];
};

/** The members of a source's groups, by the group's id. */
export type ToldGroups = ReadonlyMap<string, { people: readonly string[]; groups: readonly string[] }>;

/**
 * The groups of each person, including groups of groups. Groups may contain each other in a circle. A group without known
 * members has none.
 *
 * @returns e-mail address -> ids of groups
 */
export const groupsOfPeople = (groups: ToldGroups): Map<string, Set<string>> => {
  const above = new Map<string, string[]>();
  for (const [id, told] of groups)
    for (const member of told.groups) above.set(member, [...(above.get(member) ?? []), id]);
  const people = new Map<string, Set<string>>();
  for (const [id, told] of groups) {
    const reached = new Set([id]);
    for (const group of reached) for (const outer of above.get(group) ?? []) reached.add(outer);
    for (const email of told.people) {
      const held = people.get(email.toLowerCase()) ?? new Set();
      for (const group of reached) held.add(group);
      people.set(email.toLowerCase(), held);
    }
  }
  return people;
};
