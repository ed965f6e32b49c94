import { premises } from '../language/compound.ts';
import { fill } from '../language/fill.ts';
import { relation, relations } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import type { Draft, DraftQuestion } from './draft.ts';
import { answersFor, ask, factOf, type Hop, isRef, pageIdOf, pageStating, publicThing, relationsFrom } from './gold.ts';
import { isInjected } from './pages.ts';
import { chained } from './questions-of-facts.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { subjectTypes } from './statements.ts';
import { valueThen, yearThen } from './values.ts';
import type { World } from './world.ts';

const offices = relations.filter((candidate) => candidate.was);

const dated = (world: World, hop: Hop, at: number, page: string, h: number): Draft => {
  const question = fill(pick(relation(hop.relation).asksAt!, h), { s: world.mention(hop.subject), at: String(at) });
  const answers = answersFor(world, hop.relation, hop.object);
  return {
    question,
    answers,
    supporting_ids: [page],
    steps: [{ question, answer: answers[0]!, supporting_id: page }],
  };
};

/** Who held an office in a year, or a number of a year that only an archived page gives. */
export const timed: DraftQuestion = (world, extras, h) => {
  if (h % 3 === 0) {
    const i = hash(h, 1) % extras.archived;
    const { ref, relations: ids } = extras.archivedAbout(i);
    const id = ids.find((candidate) => !relation(candidate).was);
    if (!id) return undefined;
    const object = valueThen(world.seed, id, ref);
    return dated(world, { subject: ref, relation: id, object }, yearThen(world.seed, ref), `archive-${i}`, hash(h, 2));
  }
  const { id } = pick(offices, hash(h, 1));
  const subject = publicThing(world, subjectTypes(id)[0]!, hash(h, 2));
  const term = world.terms(id, subject)[hash(h, 3) % 2]!;
  const inside = term.from + 1 + (hash(h, 4) % (term.to! - term.from - 1));
  return dated(world, { subject, relation: id, object: term.holder }, inside, pageIdOf(subject), hash(h, 5));
};

/** A question for a current value of which an archived page states an earlier one. */
export const outdated: DraftQuestion = (world, extras, h) => {
  const { ref, relations: ids } = extras.archivedAbout(hash(h, 1) % extras.archived);
  const id = pick(ids, hash(h, 2));
  const hop = factOf(world, ref, id);
  return hop && chained(world, [hop], relation(id).asks, h);
};

/** A question for a value of which an old draft states another one. */
export const contradicted: DraftQuestion = (world, extras, h) => {
  const { ref, relation: id } = extras.draftAbout(hash(h, 1) % extras.drafts);
  const hop = factOf(world, ref, id);
  return hop && chained(world, [hop], relation(id).asks, h);
};

/** A question about a thing whose page also has an injected instruction. */
export const injected: DraftQuestion = (world, _, h) => {
  const subject = publicThing(world, pick(['person', 'film', 'company', 'city'] as EntityType[], h), hash(h, 1));
  const carrier: Ref = hash(h, 3) % 4 === 0 ? { type: subject.type, index: 1 } : subject;
  if (!isInjected(world, carrier)) return undefined;
  const hop = factOf(world, carrier, pick(relationsFrom(carrier.type), hash(h, 2)));
  if (!hop || pageStating(world, hop) !== pageIdOf(carrier)) return undefined;
  return chained(world, [hop], relation(hop.relation).asks, h);
};

/** A question with a false premise: "When was X, directed by somebody else, released?" */
export const falsePremise: DraftQuestion = (world, _, h) => {
  const { relation: id, words } = pick(premises, h);
  const subject = publicThing(world, pick(subjectTypes(id), hash(h, 1)), hash(h, 2));
  const held = factOf(world, subject, id);
  if (!held || !isRef(held.object)) return undefined;
  const wrong: Ref = { type: held.object.type, index: hash(h, 3) % world.count(held.object.type) };
  if (world.name(wrong) === world.name(held.object)) return undefined;
  const asked = factOf(world, subject, pick(relationsFrom(subject.type), hash(h, 4)));
  if (!asked || asked.relation === id || asked.relation === 'sibling') return undefined;
  const of = `${world.mention(subject)}, ${fill(words, { o: world.mention(wrong) }).replace(/^./, (c) => c.toLowerCase())},`;
  return {
    question: ask(world, asked, of, relation(asked.relation).asks, hash(h, 5)).replace(',?', '?'),
    answers: ['invalid question'],
    supporting_ids: [pageStating(world, held)],
    steps: [],
  };
};
