import { relations } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { hash, type Permutation, permutation } from './random.ts';
import type { Ref } from './ref.ts';

/**
 * Which things a relation joins, both ways, from indices alone. Subjects stand in a seeded order; the k-th of them leads
 * to place k modulo p of the objects' own seeded order, where p (the pool) is how many objects take part at all.
 */
export interface Links {
  /** Where a relation leads from a subject; undefined when it leads nowhere. */
  object(relation: string, subject: Ref): Ref | undefined;
  /** Everything of a type that the relation leads to this object from, in a fixed order. */
  subjects(relation: string, subjectType: EntityType, object: number): Ref[];
  /** Whether `subjects` has any, without listing them. */
  hasSubjects(relation: string, subjectType: EntityType, object: number): boolean;
  /** Who holds the office in a term (0 to 2); neighbouring terms have different holders. */
  holder(relation: string, subject: Ref, term: number): Ref;
  /** A relation's number, for hashing. */
  number(relation: string): number;
  readonly optional: ReadonlySet<string>;
}

/** The share of a type's entities that a relation can lead to; all of them where none is named. */
const pools: Record<string, number> = {
  director: 1 / 6,
  actor: 1 / 4,
  composer: 1 / 8,
  author: 1 / 6,
  designer: 1 / 8,
  founder: 1 / 3,
  lead: 1 / 3,
  studio: 1 / 3,
  publisher: 1 / 4,
  maker: 1 / 3,
  client: 1 / 2,
  'chief-executive': 1 / 2,
  mayor: 1 / 2,
  coach: 1 / 2,
};

interface Chain {
  subjects: Permutation;
  objects: Permutation;
  pool: number;
}

/** Opens the links of a world whose types have these counts. */
export const openLinks = (seed: number, counts: Record<EntityType, number>): Links => {
  const numbers = new Map(relations.map((relation, i) => [relation.id, i]));
  const objectTypes = new Map(relations.map((relation) => [relation.id, relation.object as EntityType]));
  const chains = new Map<string, Chain>();
  const chain = (id: string, subject: EntityType): Chain => {
    const key = `${id} ${subject}`;
    let found = chains.get(key);
    if (!found) {
      const n = counts[objectTypes.get(id)!];
      const s = hash(seed, 21, numbers.get(id)!, counts[subject]);
      found = {
        subjects: permutation(hash(s, 1), counts[subject]),
        objects: permutation(hash(s, 2), n),
        pool: Math.min(n, Math.max(2, Math.floor(n * (pools[id] ?? 1)))),
      };
      chains.set(key, found);
    }
    return found;
  };
  const family = permutation(hash(seed, 22), counts.person);
  /** Families of four in the order: places 0 and 1, 2 and 3 are siblings; 0 and 2, 1 and 3 are couples. */
  const kin = (index: number, bit: number): number => family.at(family.inverse(index) ^ bit);

  const object = (id: string, subject: Ref): Ref | undefined => {
    if (id === 'sibling') return { type: 'person', index: kin(subject.index, 1) };
    if (id === 'spouse') return { type: 'person', index: kin(subject.index, 2) };
    if (id === 'capital') return subjects('country', 'city', subject.index)[0];
    const type = objectTypes.get(id)!;
    if (counts[type] === undefined) return undefined;
    const { subjects: order, objects, pool } = chain(id, subject.type);
    return { type, index: objects.at(order.inverse(subject.index) % pool) };
  };
  const subjects = (id: string, type: EntityType, target: number): Ref[] => {
    if (id === 'sibling' || id === 'spouse') return [object(id, { type: 'person', index: target })!];
    if (id === 'capital') {
      const country = object('country', { type: 'city', index: target })!;
      return object('capital', country)!.index === target ? [country] : [];
    }
    const { subjects: order, objects, pool } = chain(id, type);
    const found: Ref[] = [];
    const place = objects.inverse(target);
    if (place < pool) for (let k = place; k < order.n; k += pool) found.push({ type, index: order.at(k) });
    return found;
  };

  return {
    object,
    subjects,
    hasSubjects: (id, type, target) => {
      const { subjects: order, objects, pool } = chain(id, type);
      const place = objects.inverse(target);
      return place < pool && place < order.n;
    },
    holder: (id, subject, term) => {
      const { subjects: order, objects, pool } = chain(id, subject.type);
      const stride = Math.max(1, Math.floor(pool / 3));
      return { type: 'person', index: objects.at((order.inverse(subject.index) + term * stride) % pool) };
    },
    number: (id) => numbers.get(id)!,
    optional: new Set(relations.filter((relation) => relation.optional).map((relation) => relation.id)),
  };
};
