import { fill } from '../language/fill.ts';
import { relation, relations } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { aliasesOf, type Value } from '../language/values.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { kinNoun, objectOf, statedByObject, subjectTypes } from './statements.ts';
import type { World } from './world.ts';

/** One link of a question's gold chain. */
export interface Hop {
  subject: Ref;
  relation: string;
  object: Ref | Value;
}

/** True for a thing of the world, false for a value. */
export const isRef = (object: Ref | Value): object is Ref => 'index' in object;

/** The page of a thing. */
export const pageIdOf = (ref: Ref): string => `${ref.type}-${ref.index}`;

/** The page that surely states a fact. */
export const pageStating = (world: World, { subject, relation: id, object }: Hop): string =>
  isRef(object) && statedByObject(world, id, subject) ? pageIdOf(object) : pageIdOf(subject);

/** Gold answers for what a relation leads to: names as pages give them, numbers with and without their unit. */
export const answersFor = (world: World, id: string, object: Ref | Value): string[] =>
  isRef(object)
    ? [...new Set([world.name(object), world.title(object), world.mention(object)])]
    : aliasesOf(object, relation(id).unit);

/** A fact about a thing that some page states, or undefined when it has none. */
export const factOf = (world: World, subject: Ref, id: string): Hop | undefined =>
  world.exists(subject) && world.stated(id, subject)
    ? { subject, relation: id, object: objectOf(world, id, subject) }
    : undefined;

/** Relations that start from a type. */
export const relationsFrom = (type: EntityType): string[] => fromType.get(type)!;
const fromType = new Map<EntityType, string[]>();
for (const { id } of relations)
  for (const type of subjectTypes(id)) fromType.set(type, [...(fromType.get(type) ?? []), id]);

/** A thing of a type that anybody may see; the private half of the projects is left out. */
export const publicThing = (world: World, type: EntityType, h: number): Ref => {
  const index = h % world.count(type);
  return { type, index: type === 'project' ? index - (index % 2) : index };
};

/** A question for a fact; `of` names its subject. */
export const ask = (world: World, hop: Hop, of: string, wordings: readonly string[], h: number): string =>
  fill(pick(of.startsWith('the ') ? withoutPossessive(wordings) : wordings, h), { s: of, ...kin(world, hop) });

/** "the person who leads X's brother" would be somebody else. */
const withoutPossessive = (wordings: readonly string[]): readonly string[] => {
  const plain = wordings.filter((wording) => !wording.includes("{s}'s"));
  return plain.length > 0 ? plain : wordings;
};

/** The noun phrase for a fact's object. */
export const phrase = (world: World, hop: Hop, of: string, h: number): string =>
  pick(relation(hop.relation).phrases, h).replace('{s}', of).replace('{g}', kin(world, hop).g);

const kin = (world: World, { relation: id, object }: Hop): { g: string } => ({
  g: id === 'sibling' && isRef(object) ? kinNoun(world, object) : '',
});

/** A random walk over public facts that visits nothing twice; undefined when none is found. */
export const walk = (world: World, hops: number, h: number): Hop[] | undefined => {
  const kinds: EntityType[] = ['film', 'person', 'book', 'company', 'club', 'product', 'university', 'project'];
  let at = publicThing(world, pick(hops === 1 ? [...kinds, 'city', 'country'] : kinds, h), hash(h, 1));
  const seen = [pageIdOf(at)];
  const found: Hop[] = [];
  for (let i = 0; i < hops; i++) {
    const last = i === hops - 1;
    const choices = relationsFrom(at.type).filter((id) => last || leadsOn(id));
    if (choices.length === 0) return undefined;
    const hop = factOf(world, at, pick(choices, hash(h, 2, i)));
    if (!hop) return undefined;
    found.push(hop);
    if (!isRef(hop.object)) return last ? found : undefined;
    if (seen.includes(pageIdOf(hop.object))) return undefined;
    seen.push(pageIdOf(hop.object));
    at = hop.object;
  }
  return found;
};

const leadsOn = (id: string): boolean => !['date', 'year', 'number', 'word'].includes(relation(id).object);
