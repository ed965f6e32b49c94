import { rankings } from '../language/compound.ts';
import { fill } from '../language/fill.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { writeList } from '../language/write-question.ts';
import type { DraftQuestion } from './draft.ts';
import { answersFor, ask, factOf, type Hop, isRef, pageIdOf, pageStating, publicThing, relationsFrom } from './gold.ts';
import { chained, stepsOf } from './questions-of-facts.ts';
import { hash, pick } from './random.ts';
import { statedByObject, subjectTypes } from './statements.ts';

/** Things that one question ranks. */
const RANKED = 4;

/** Which of four things has the most or the least: four pages have to be found at once. */
export const ranked: DraftQuestion = (world, _, h) => {
  const { relation: id, wants, asks } = pick(rankings, h);
  const type = pick(subjectTypes(id), hash(h, 1));
  const hops = Array.from({ length: RANKED }, (_, i) => factOf(world, publicThing(world, type, hash(h, 2, i)), id));
  const found = hops.flatMap((hop) => (hop && !isRef(hop.object) ? [{ hop, value: hop.object.value }] : []));
  if (found.length < RANKED || new Set(found.map(({ value }) => value)).size < RANKED) return undefined;
  const best = found.reduce((a, b) => ((wants === 'least') === a.value < b.value ? a : b));
  return {
    question: fill(pick(asks, hash(h, 3)), { l: writeList(found.map(({ hop }) => world.mention(hop.subject))) }),
    answers: answersFor(world, id, best.hop.subject),
    supporting_ids: found.map(({ hop }) => pageStating(world, hop)),
    steps: stepsOf(
      world,
      found.map(({ hop }) => hop),
    ),
  };
};

const asksFor: EntityType[] = ['person', 'film', 'company', 'book', 'product', 'club'];

/** A fact that no page states, of a thing whose page states another of the same kind: the spouse, where the sibling is asked for. */
export const nearMiss: DraftQuestion = (world, _, h) => {
  const subject = publicThing(world, pick(asksFor, h), hash(h, 1));
  if (!world.exists(subject)) return undefined;
  const ids = relationsFrom(subject.type);
  const isNear = (id: string, other: string) =>
    other !== id &&
    relation(other).object === relation(id).object &&
    world.stated(other, subject) &&
    !statedByObject(world, other, subject);
  const missing = ids.filter((id) => !world.stated(id, subject) && ids.some((other) => isNear(id, other)));
  if (missing.length === 0) return undefined;
  const id = pick(missing, hash(h, 2));
  const object = id === 'sibling' ? world.object(id, subject)! : { kind: 'word' as const, value: '' };
  const hop: Hop = { subject, relation: id, object };
  return {
    question: ask(world, hop, world.mention(subject), relation(id).asks, hash(h, 3)),
    answers: [],
    supporting_ids: [],
    answerable: false,
    steps: [],
  };
};

/** A value of which older copies of the page, more of them than there are pages, give another one. */
export const stale: DraftQuestion = (world, extras, h) => {
  const { ref, relation: id } = extras.copyAbout(hash(h, 1) % extras.copied);
  const hop = factOf(world, ref, id);
  if (!hop || pageStating(world, hop) !== pageIdOf(ref)) return undefined;
  return chained(world, [hop], relation(id).asks, h);
};
