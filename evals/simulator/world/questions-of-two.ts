import { commons, comparisons, intersections, samenesses } from '../language/compound.ts';
import { fill } from '../language/fill.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import type { Value } from '../language/values.ts';
import type { Draft, DraftQuestion } from './draft.ts';
import { answersFor, factOf, type Hop, isRef, pageIdOf, pageStating, publicThing } from './gold.ts';
import { stepsOf } from './questions-of-facts.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { subjectTypes } from './statements.ts';
import type { World } from './world.ts';

/** Asks which of two things has more of something, or whether both have the same. */
export const comparison: DraftQuestion = (world, _, h) =>
  h % 3 === 0 ? same(world, hash(h, 1)) : ranked(world, hash(h, 1));

/** Which of two has more, is older, came first. */
const ranked = (world: World, h: number): Draft | undefined => {
  const { relation: id, via, wants, asks } = pick(comparisons, h);
  const type = pick(subjectTypes(via ?? id), hash(h, 1));
  const pair = [2, 3].map((salt) => publicThing(world, type, hash(h, salt)));
  const chains = pair.map((ref) => chainOf(world, ref, via ? [via, id] : [id]));
  const [a, b] = chains.map((hops) => valueAtEnd(hops));
  if (a === undefined || b === undefined || a === b) return undefined;
  const winner = pair[(wants === 'least') === a < b ? 0 : 1]!;
  const hops = chains.flatMap((chain) => chain!);
  return {
    question: fill(pick(asks, hash(h, 4)), { a: world.mention(pair[0]!), b: world.mention(pair[1]!) }),
    answers: answersFor(world, id, winner),
    supporting_ids: hops.map((hop) => pageStating(world, hop)),
    steps: stepsOf(world, hops),
  };
};

const chainOf = (world: World, start: Ref, ids: readonly string[]): Hop[] | undefined => {
  const hops: Hop[] = [];
  let at: Ref | Value = start;
  for (const id of ids) {
    const hop: Hop | undefined = isRef(at) ? factOf(world, at, id) : undefined;
    if (!hop) return undefined;
    hops.push(hop);
    at = hop.object;
  }
  return hops;
};

const valueAtEnd = (hops: Hop[] | undefined): string | number | undefined => {
  const end = hops?.at(-1)?.object;
  return end && !isRef(end) ? end.value : undefined;
};

/** Whether two lead to the same: half the time two that do are looked for. */
const same = (world: World, h: number): Draft | undefined => {
  const { relation: id, asks } = pick(samenesses, h);
  const first = factOf(world, publicThing(world, subjectTypes(id)[0]!, hash(h, 1)), id);
  if (!first) return undefined;
  const second =
    hash(h, 2) % 2 === 0 ? sibling(world, first, hash(h, 3)) : factOf(world, anyOther(world, first, hash(h, 3)), id);
  if (!second || second.subject.index === first.subject.index) return undefined;
  return {
    question: fill(pick(asks, hash(h, 4)), { a: world.mention(first.subject), b: world.mention(second.subject) }),
    answers: [pageIdOf(first.object as Ref) === pageIdOf(second.object as Ref) ? 'yes' : 'no'],
    supporting_ids: [pageStating(world, first), pageStating(world, second)],
    steps: stepsOf(world, [first, second]),
  };
};

const anyOther = (world: World, { subject }: Hop, h: number): Ref => publicThing(world, subject.type, h);

/** The same fact of another thing with the same object. */
const sibling = (world: World, { subject, relation: id, object }: Hop, h: number): Hop | undefined => {
  const others = world
    .subjects(id, subject.type, (object as Ref).index)
    .filter((other) => other.index !== subject.index && world.scope(other) === undefined);
  return others.length === 0 ? undefined : factOf(world, pick(others, h), id);
};

/** Asks what two things share, or what fulfils two conditions. */
export const intersection: DraftQuestion = (world, _, h) =>
  h % 2 === 0 ? common(world, hash(h, 1)) : both(world, hash(h, 1));

/** A question for what two things have in common: the person who directed both films. */
const common = (world: World, h: number): Draft | undefined => {
  const { relation: id, asks } = pick(commons, h);
  const first = factOf(world, publicThing(world, relation(id).subject as EntityType, hash(h, 1)), id);
  const second = first && sibling(world, first, hash(h, 2));
  if (!second) return undefined;
  return {
    question: fill(pick(asks, hash(h, 3)), { a: world.mention(first.subject), b: world.mention(second.subject) }),
    answers: answersFor(world, id, first.object),
    supporting_ids: [pageStating(world, first), pageStating(world, second)],
    steps: stepsOf(world, [first, second]),
  };
};

/** A question for the one thing that has two given relations. */
const both = (world: World, h: number): Draft | undefined => {
  const { relations: ids, asks } = pick(intersections, h);
  const type = relation(ids[0]).subject as EntityType;
  const subject = publicThing(world, type, hash(h, 1));
  const hops = ids.map((id) => factOf(world, subject, id));
  if (hops.some((hop) => !hop)) return undefined;
  const [first, second] = hops as [Hop, Hop];
  const alike = world.subjects(ids[0], type, (first.object as Ref).index).filter((other) => {
    const hop = world.object(ids[1], other);
    return hop && hop.index === (second.object as Ref).index;
  });
  if (alike.length !== 1) return undefined;
  return {
    question: fill(pick(asks, hash(h, 2)), {
      a: world.mention(first.object as Ref),
      b: world.mention(second.object as Ref),
    }),
    answers: answersFor(world, ids[0], subject),
    supporting_ids: [pageStating(world, first), pageStating(world, second)],
    steps: stepsOf(world, [first, second]),
  };
};
