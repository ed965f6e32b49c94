import { createHash } from 'node:crypto';
import { EVERYONE, type Scope } from '../../core/document.ts';

/** One rule of a source on who may see a page: its people and the members of its groups. */
export interface AccessRule {
  /** Where the rule stands, for `parley access explain`: `the space ENG`, `a restriction of the page Salaries`. */
  says: string;
  /** Verified e-mail addresses. Somebody whose address the source hides is left out, and does not see the page here. */
  people?: readonly string[];
  /** Ids of groups of the same place; their members are told by a `group` item. */
  groups?: readonly string[];
  /** The source shows it to anybody, signed in or not. */
  everyone?: boolean;
}

/**
 * Who may see a page, as its source says: whom *every* rule admits (a space and each restricted page above, say). `unknown`:
 * the rules could not be read, so nobody may. `not-told`: the API has no way to ask; the page is for the scopes that the
 * person who named the source gave it, and for nobody when none were given.
 */
export type Audience = readonly AccessRule[] | 'unknown' | 'not-told';

/** Nobody holds this scope. */
export const NOBODY: Scope = 'nobody';

const personScope = (email: string): Scope => `person:${email.toLowerCase()}`;

/** The scope of a group that a source told: `group:confluence:https://acme.example/wiki/engineering`. */
export const sourceGroupScope = (place: string, group: string): Scope => `group:${place}/${group}`;

/**
 * Begins the id of the group that every place has for each domain: whoever has a verified address of it is a member, and no
 * connector tells who they are.
 */
export const DOMAIN_GROUP = '@';

/** The id of the group of everybody with a verified address of a domain: `@acme.example`. */
export const domainGroup = (domain: string): string => `${DOMAIN_GROUP}${domain.toLowerCase()}`;

/** The scope of those whom all of several rules admit. */
export const allOfScope = (rules: string): Scope => `all-of:${rules}`;

/** Rules in one spelling, with an id of their content: the same rules have the same id, in whatever order they were read. */
export interface RuleSet {
  id: string;
  /** Without those that admit everybody; empty when no other is there. */
  rules: readonly Required<Omit<AccessRule, 'everyone'>>[];
}

/** Rules without repetition. `undefined` for rules that nobody can tell the meaning of: none at all. */
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
  const id = createHash('sha256')
    .update(JSON.stringify(kept.map(([content, { says }]) => [content, says])))
    .digest('hex')
    .slice(0, 24);
  return { id, rules: kept.map(([, rule]) => rule) };
};

/**
 * The scopes of a page with these rules. One rule becomes its people and groups, so that documents and askers compare as they
 * do everywhere; several become one scope that those hold whom all of them admit (`Directory.scopesOf`).
 */
export const scopesOfRules = (place: string, { id, rules }: RuleSet): Scope[] => {
  const [first, ...others] = rules;
  if (first === undefined) return [EVERYONE];
  if (others.length > 0) return [allOfScope(id)];
  const scopes = [...first.people.map(personScope), ...first.groups.map((group) => sourceGroupScope(place, group))];
  return scopes.length > 0 ? scopes : [NOBODY];
};

/** Groups with their members as a source told them. */
export type ToldGroups = ReadonlyMap<string, { people: readonly string[]; groups: readonly string[] }>;

/**
 * The groups of each person, through groups in groups. A circle of groups is one group by another way, and ends; a group that
 * is a member and was never told has no members.
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
