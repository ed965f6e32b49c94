import { type Name, nameKey } from '../language/names.ts';
import { relations } from '../language/relations.ts';
import { entityTypes } from '../language/schema.ts';
import { factOf, isRef, relationsFrom } from '../world/gold.ts';
import { hash, unit } from '../world/random.ts';
import type { Ref } from '../world/ref.ts';
import { openWorld, type World, type WorldOptions } from '../world/world.ts';
import type { Evidence, Fact } from './evidence.ts';

/** The part of the world that the model remembers. */
export interface Memory extends Pick<Evidence, 'about'> {
  asEvidence(): Evidence;
}

const nothing: Evidence = {
  facts: [],
  cells: [],
  listings: [],
  orders: [],
  about: () => [],
  leadingTo: () => [],
  known: (name) => name,
};

/** An empty memory, for a model without a world. */
export const noMemory: Memory = { about: () => [], asEvidence: () => nothing };

/**
 * A memory of a share of the world's public facts, chosen by hash. It serves the tasks that ask what the model itself
 * knows, and guesses that are only searched for; no task that is to answer from sources ever asks it.
 */
export const openMemory = (options: WorldOptions, share: number, seed: number): Memory => {
  if (share === 0) return noMemory;
  const world = openWorld(options);
  let index: Map<string, Ref[]> | undefined;
  const about = (id: string, name: Name): Fact[] => {
    index ??= indexNames(world);
    const matches = (index.get(nameKey(name.name)) ?? []).filter(
      (ref) => !name.qualifier || world.qualifier(ref) === undefined || world.qualifier(ref) === name.qualifier,
    );
    return matches.flatMap((ref) => {
      if (!relationsFrom(ref.type).includes(id) || world.scope(ref)) return [];
      const number = relations.findIndex((relation) => relation.id === id);
      if (unit(hash(seed, 101, number, ref.index, ref.type.length)) >= share) return [];
      const hop = factOf(world, ref, id);
      if (!hop) return [];
      const object = isRef(hop.object) ? nameOf(world, hop.object) : hop.object;
      return [{ statement: { relation: id, subject: nameOf(world, ref), object }, n: 0, quote: '', from: 'memory' }];
    });
  };
  return { about, asEvidence: () => ({ ...nothing, about }) };
};

const nameOf = (world: World, ref: Ref): Name => {
  const qualifier = world.qualifier(ref);
  return { name: world.name(ref), ...(qualifier && { qualifier }) };
};

const indexNames = (world: World): Map<string, Ref[]> => {
  const index = new Map<string, Ref[]>();
  for (const type of entityTypes)
    for (let i = 0; i < world.count(type); i++) {
      const ref = { type, index: i };
      const key = nameKey(world.name(ref));
      index.set(key, [...(index.get(key) ?? []), ref]);
    }
  return index;
};
