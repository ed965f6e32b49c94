import { fill } from '../language/fill.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { type Value, valueInWords } from '../language/values.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { valueThen, yearNow, yearThen } from './values.ts';
import type { World } from './world.ts';

/** Where a page's address begins; nothing answers there. */
export const siteUrl = 'https://world.example';

/** The address of a thing's page. */
export const urlOf = (ref: Ref): string => `${siteUrl}/${ref.type}/${ref.index}`;

const isRef = (object: Ref | Value): object is Ref => 'index' in object;

/** The object of a relation: a thing or a value; for offices, the current holder. */
export const objectOf = (world: World, id: string, subject: Ref): Ref | Value => {
  const { object, states, was } = relation(id);
  if (was) return world.terms(id, subject).at(-1)!.holder;
  if (object === 'date' || object === 'year' || object === 'number' || object === 'word' || states.length === 0)
    return world.value(id, subject);
  return world.object(id, subject)!;
};

/** True when the page about the object, not the one about the subject, is the one that surely states the fact. */
export const statedByObject = (world: World, id: string, subject: Ref): boolean =>
  relation(id).inverse !== undefined &&
  id !== 'capital' &&
  world.scope(subject) === undefined &&
  chance(world, id, subject, 1) % 7 === 0;

/** True when the page about the object states the fact as well. */
export const alsoStatedByObject = (world: World, id: string, subject: Ref): boolean =>
  relation(id).inverse !== undefined && world.scope(subject) === undefined && chance(world, id, subject, 2) % 4 === 0;

/** True when the subject's page states the fact twice, the second time in its first passage. */
export const statedTwice = (world: World, id: string, subject: Ref): boolean => chance(world, id, subject, 3) % 3 === 0;

const chance = (world: World, id: string, subject: Ref, use: number): number =>
  hash(world.seed, 61, world.number(id) * 16 + use, subject.index, subject.type.length);

/** The mention of another thing, its name a hyperlink now and then. */
const mentionOf = (world: World, ref: Ref, h: number): string => {
  if (h % 5 > 1 || world.scope(ref) !== undefined) return world.mention(ref);
  const which = world.qualifier(ref);
  const link = `[${world.name(ref)}](${urlOf(ref)})`;
  return which ? `the ${which} ${link}` : link;
};

/** How a page names its own subject: in full, by name, or by a pronoun where the wording allows one. */
export type Naming = 'full' | 'bare' | 'pronoun';

/** A fact as its subject's page states it; `copy` tells repeated statements apart. */
export const statement = (world: World, id: string, subject: Ref, copy: number, naming: Naming): string => {
  const spec = relation(id);
  const h = hash(chance(world, id, subject, 4), copy);
  const object = objectOf(world, id, subject);
  const wording = pick(spec.states.length === 0 ? spec.statesAt! : spec.states, h + copy);
  const s =
    naming === 'full'
      ? world.mention(subject)
      : naming === 'pronoun' && wording.startsWith('{s} ')
        ? world.pronoun(subject)
        : world.name(subject);
  return fill(wording, {
    s,
    o: isRef(object) ? mentionOf(world, object, h >>> 8) : valueInWords(object, (h >>> 8) % 2),
    g: isRef(object) && id === 'sibling' ? kinNoun(world, object) : '',
    from: spec.was ? String(world.terms(id, subject).at(-1)!.from) : '',
    at: String(yearNow),
  });
};

/** `sister` or `brother`. */
export const kinNoun = (world: World, person: Ref): string => (world.pronoun(person) === 'she' ? 'sister' : 'brother');

/** A fact as its object's page states it. */
export const inverseStatement = (world: World, id: string, subject: Ref, object: Ref): string => {
  const h = chance(world, id, subject, 5);
  return fill(pick(relation(id).inverse!, h), { s: mentionOf(world, subject, h >>> 8), o: world.mention(object) });
};

/** A statement about an earlier holder of an office. */
export const pastStatement = (world: World, id: string, subject: Ref, term: number): string => {
  const { holder, from, to } = world.terms(id, subject)[term]!;
  const h = chance(world, id, subject, 6 + term);
  return fill(pick(relation(id).was!, h), {
    s: world.name(subject),
    o: mentionOf(world, holder, h >>> 8),
    from: String(from),
    to: String(to),
  });
};

/** An archived page's statement about an office or a number: true in its year, outdated today. */
export const archivedStatement = (world: World, id: string, subject: Ref): string => {
  const spec = relation(id);
  const at = yearThen(world.seed, subject);
  const o = spec.was
    ? world.mention(world.terms(id, subject).find((term) => term.from <= at && at < (term.to ?? 9999))!.holder)
    : valueInWords(valueThen(world.seed, id, subject));
  const wording = pick(spec.statesAt!, chance(world, id, subject, 9));
  return fill(wording, { s: world.mention(subject), o, at: String(at) });
};

/** Types whose things can be the subject of a relation. */
export const subjectTypes = (id: string): EntityType[] => {
  const { subject } = relation(id);
  if (subject !== 'organisation') return [subject];
  return id === 'founded' ? ['company', 'university', 'club'] : ['university', 'club'];
};
