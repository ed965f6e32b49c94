import { type EntityType, entityTypes } from '../language/schema.ts';
import type { Value } from '../language/values.ts';
import { type Links, openLinks } from './links.ts';
import { namesOf, pronounOf } from './names.ts';
import { hash, permutation, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { type Term, termsOf } from './terms.ts';
import { valueFor } from './values.ts';

/** Which world: the same three numbers give the same bytes on any machine. */
export interface WorldOptions {
  seed: number;
  /** Passages, counting each paragraph under a heading and each table as one; 100 to 1,000,000 and beyond. */
  size: number;
  /** 0 as first ingested; from 1 on some pages have changed, vanished or come. */
  revision?: number;
  /** Adds old copies of pages, which disagree with them, and lets hard kinds of questions be asked more often. */
  hard?: boolean;
}

/** Entities of a type for each passage of the world, and the fewest there are. Person counts are multiples of four. */
const shares: Record<EntityType, { share: number; least: number }> = {
  person: { share: 0.09, least: 8 },
  film: { share: 0.05, least: 4 },
  book: { share: 0.02, least: 2 },
  company: { share: 0.03, least: 3 },
  city: { share: 0.02, least: 3 },
  country: { share: 0.003, least: 2 },
  university: { share: 0.006, least: 2 },
  club: { share: 0.012, least: 2 },
  product: { share: 0.02, least: 2 },
  project: { share: 0.02, least: 2 },
};

const privateScopes = ['team:finance', 'team:design', 'team:research'] as const;

/** Salts, so that each use of the hash draws independently. */
const salt = { twin: 11, optional: 12, appears: 13, vanishes: 14, changes: 15, scope: 16, occupation: 17 } as const;

const professions = ['an architect', 'a chemist', 'a chess player', 'a photographer', 'a surgeon', 'a teacher'];
const trades: [relation: string, subject: EntityType, profession: string][] = [
  ['director', 'film', 'a film director'],
  ['actor', 'film', 'an actor'],
  ['composer', 'film', 'a composer'],
  ['author', 'book', 'a writer'],
  ['designer', 'product', 'an engineer'],
];

/** The closed world. Every fact is computed from its index; none is stored. */
export interface World extends Links {
  readonly seed: number;
  readonly size: number;
  readonly revision: number;
  readonly hard: boolean;
  count(type: EntityType): number;
  name(ref: Ref): string;
  /** A qualifier that distinguishes things of the same name, such as `chess player`; undefined for a unique name. */
  qualifier(ref: Ref): string | undefined;
  /** The name as a page other than its own gives it: with the qualifier if need be. */
  mention(ref: Ref): string;
  title(ref: Ref): string;
  pronoun(ref: Ref): string;
  /** Whether the page is there in this revision. */
  exists(ref: Ref): boolean;
  /** How often the page has changed since revision 0. */
  version(ref: Ref): number;
  /** The one scope of a private page. */
  scope(ref: Ref): string | undefined;
  /** False for the optional facts that no page states. */
  stated(relation: string, ref: Ref): boolean;
  value(relation: string, ref: Ref): Value;
  /** The holders of an office, oldest first; the last one holds it now. */
  terms(relation: string, ref: Ref): Term[];
}

/** Opens the world of a seed and a size. */
export const openWorld = ({ seed, size, revision = 0, hard = false }: WorldOptions): World => {
  const counts = {} as Record<EntityType, number>;
  for (const type of entityTypes) {
    const wanted = Math.max(shares[type].least, Math.floor(size * shares[type].share));
    counts[type] = type === 'person' ? wanted - (wanted % 4) : wanted;
  }
  const nameAt = namesOf(seed);
  const typeNumber = Object.fromEntries(entityTypes.map((type, i) => [type, i])) as Record<EntityType, number>;
  const chance = (use: number, ref: Ref, more = 0): number => hash(seed, use, typeNumber[ref.type], ref.index, more);
  const links = openLinks(seed, counts);

  /** Twins share a name: pairs of neighbours in a permutation, for four in a hundred persons and films. */
  const twinOrder = {
    person: permutation(hash(seed, salt.twin, 0), counts.person),
    film: permutation(hash(seed, salt.twin, 1), counts.film),
  };
  const twinOf = (ref: Ref): Ref | undefined => {
    if (ref.type !== 'person' && ref.type !== 'film') return undefined;
    const place = twinOrder[ref.type].inverse(ref.index);
    const paired = 2 * Math.max(1, Math.floor(counts[ref.type] * 0.02));
    return place < paired ? { type: ref.type, index: twinOrder[ref.type].at(place ^ 1) } : undefined;
  };
  const occupation = (person: Ref): string => {
    const trade = trades.find(([relation, subject]) => links.hasSubjects(relation, subject, person.index));
    return trade ? trade[2] : pick(professions, chance(salt.occupation, person));
  };
  const ownQualifier = (ref: Ref): string =>
    ref.type === 'person' ? occupation(ref).replace(/^an? /, '') : `${valueFor(seed, 'released', ref, 0).value} film`;
  const qualifier = (ref: Ref): string | undefined => {
    const twin = twinOf(ref);
    if (!twin) return undefined;
    const own = ownQualifier(ref);
    return own === ownQualifier(twin) ? undefined : own;
  };
  const name = (ref: Ref): string => {
    const twin = twinOf(ref);
    const shared = twin && twin.index < ref.index && qualifier(ref) !== undefined;
    return nameAt(ref.type, shared ? twin.index : ref.index);
  };

  const comesAndGoes = (ref: Ref): boolean => (ref.type === 'product' || ref.type === 'project') && ref.index >= 2;
  const version = (ref: Ref): number => {
    let changes = 0;
    for (let r = 1; r <= revision; r++) if (chance(salt.changes, ref, r) % 16 === 0) changes++;
    return changes;
  };
  const scope = (ref: Ref): string | undefined => {
    if (ref.type !== 'project' || ref.index % 2 === 0) return undefined;
    return pick(privateScopes, chance(salt.scope, ref));
  };

  return {
    ...links,
    seed,
    size,
    revision,
    hard,
    count: (type) => counts[type],
    name,
    qualifier,
    mention: (ref) => {
      const which = qualifier(ref);
      return which ? `the ${which} ${name(ref)}` : name(ref);
    },
    title: (ref) => {
      const which = qualifier(ref);
      return which ? `${name(ref)} (${which})` : name(ref);
    },
    pronoun: (ref) => (ref.type === 'person' ? pronounOf(name(ref)) : 'it'),
    exists: (ref) => {
      if (!comesAndGoes(ref)) return true;
      if (chance(salt.appears, ref) % 25 === 0) return revision >= 1;
      return revision === 0 || chance(salt.vanishes, ref) % 40 !== 0;
    },
    version,
    scope,
    stated: (id, ref) => {
      if (!links.optional.has(id)) return true;
      // A tie between two people is stated of both or of neither.
      const tie = id === 'spouse' || id === 'sibling';
      const index = tie ? Math.min(ref.index, links.object(id, ref)!.index) : ref.index;
      return chance(salt.optional, { type: ref.type, index }, links.number(id)) % 8 !== 0;
    },
    value: (id, ref) =>
      id === 'occupation' ? { kind: 'word', value: occupation(ref) } : valueFor(seed, id, ref, version(ref)),
    terms: (id, ref) => termsOf(seed, id, ref, links),
  };
};
