import { followUps } from '../language/compound.ts';
import { fill } from '../language/fill.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import type { Draft, DraftQuestion } from './draft.ts';
import {
  answersFor,
  ask,
  factOf,
  type Hop,
  isRef,
  pageIdOf,
  pageStating,
  phrase,
  publicThing,
  relationsFrom,
  walk,
} from './gold.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { kinNoun } from './statements.ts';
import type { World } from './world.ts';

const types: EntityType[] = ['person', 'film', 'book', 'company', 'city', 'country', 'university', 'club', 'product'];

/** Gold steps of a chain: each link asked for by itself. */
export const stepsOf = (world: World, hops: readonly Hop[]): Draft['steps'] =>
  hops.map((hop) => ({
    question: ask(world, hop, world.mention(hop.subject), relation(hop.relation).asks, 0),
    answer: answersFor(world, hop.relation, hop.object)[0]!,
    supporting_id: pageStating(world, hop),
  }));

/** A chain as one question: it asks for the last link and names the earlier ones as nested noun phrases. */
export const chained = (world: World, hops: readonly Hop[], wordings: readonly string[], h: number): Draft => {
  let of = world.mention(hops[0]!.subject);
  hops.slice(0, -1).forEach((hop, i) => {
    of = phrase(world, hop, of, hash(h, 3, i));
  });
  const last = hops.at(-1)!;
  return {
    question: ask(world, last, of, wordings, hash(h, 4)),
    answers: answersFor(world, last.relation, last.object),
    supporting_ids: hops.map((hop) => pageStating(world, hop)),
    steps: stepsOf(world, hops),
  };
};

const single = (world: World, h: number): Hop | undefined => {
  const subject = publicThing(world, pick(types, h), hash(h, 1));
  return factOf(world, subject, pick(relationsFrom(subject.type), hash(h, 2)));
};

/** Asks for one fact of a thing that a page is about. */
export const oneHop: DraftQuestion = (world, _, h) => {
  const hop = single(world, h);
  return hop && chained(world, [hop], relation(hop.relation).asks, h);
};

/** Asks over a chain of facts without naming what lies between. @param hops the length of the chain */
export const bridge =
  (hops: number): DraftQuestion =>
  (world, _, h) => {
    const found = walk(world, hops, h);
    return found && chained(world, found, relation(found.at(-1)!.relation).asks, h);
  };

/** Asks for one fact or over a chain of two, with the last relation in other words. */
export const paraphrase: DraftQuestion = (world, _, h) => {
  const hops = h % 3 === 0 ? walk(world, 2, h) : [single(world, h)];
  const last = hops?.at(-1);
  return last && chained(world, hops as Hop[], relation(last.relation).paraphrases!, h);
};

/** One letter of the name (and now and then one of another word) dropped, doubled or swapped with the next. */
export const misspelt: DraftQuestion = (world, _, h) => {
  const hop = single(world, h);
  if (!hop || world.qualifier(hop.subject)) return undefined;
  const name = world.mention(hop.subject);
  const words = name.split(' ');
  const longest = words.reduce((best, word, i) => (word.length > words[best]!.length ? i : best), 0);
  if (words[longest]!.length < 6) return undefined;
  words[longest] = withSlip(words[longest]!, hash(h, 5));
  const draft = chained(world, [hop], relation(hop.relation).asks, h);
  return { ...draft, question: draft.question.replace(name, words.join(' ')) };
};

const withSlip = (word: string, h: number): string => {
  const at = 2 + (h % (word.length - 3));
  const kind = (h >>> 8) % 3;
  if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 1) return word.slice(0, at) + word[at] + word.slice(at);
  const swapped = word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return swapped === word ? word.slice(0, at) + word[at] + word.slice(at) : swapped;
};

/** A question about a thing that shares its name with another, with the qualifier that tells them apart. */
export const twinned: DraftQuestion = (world, _, h) => {
  const type = h % 2 === 0 ? 'person' : 'film';
  const subject: Ref = { type, index: hash(h, 1) % world.count(type) };
  if (!world.qualifier(subject)) return undefined;
  const hop = factOf(world, subject, pick(relationsFrom(type), hash(h, 2)));
  if (!hop || hop.relation === 'occupation' || hop.relation === 'released') return undefined;
  return chained(world, [hop], relation(hop.relation).asks, h);
};

/** An optional fact that no page states: of a thing that is there, or at the end of a bridge. */
export const unanswerable: DraftQuestion = (world, _, h) => {
  const hops = h % 2 === 0 ? walk(world, 1, hash(h, 6)) : undefined;
  const subject = hops ? hops[0]!.object : publicThing(world, pick(types, h), hash(h, 1));
  if (!isRef(subject) || subject.type === 'project') return undefined;
  const missing = relationsFrom(subject.type).filter((id) => !world.stated(id, subject));
  if (missing.length === 0) return undefined;
  const id = pick(missing, hash(h, 2));
  const object = id === 'sibling' ? world.object(id, subject)! : { kind: 'word' as const, value: '' };
  const hop: Hop = { subject, relation: id, object };
  const of = hops ? phrase(world, hops[0]!, world.mention(hops[0]!.subject), hash(h, 3)) : world.mention(subject);
  return {
    question: ask(world, hop, of, relation(id).asks, hash(h, 4)),
    answers: [],
    supporting_ids: [],
    answerable: false,
    steps: [],
  };
};

/** About a private project: half the questions come from somebody who may see it, half from somebody who may not. */
export const outOfScope: DraftQuestion = (world, _, h) => {
  const index = (hash(h, 1) % world.count('project')) | 1;
  const subject: Ref = { type: 'project', index };
  if (index >= world.count('project')) return undefined;
  const hop = factOf(world, subject, pick(relationsFrom('project'), hash(h, 2)));
  if (!hop) return undefined;
  const draft = chained(world, [hop], relation(hop.relation).asks, h);
  if (h % 2 === 0) return { ...draft, scopes: ['everyone', world.scope(subject)!] };
  return { ...draft, answers: [], supporting_ids: [], steps: [], answerable: false, scopes: ['everyone'] };
};

/** A second question that only the first explains: "And her sister?", "What about The Silent Harbor?". */
export const followUp: DraftQuestion = (world, _, h) => {
  const first = single(world, h);
  if (!first) return undefined;
  const history = [
    {
      question: ask(world, first, world.mention(first.subject), relation(first.relation).asks, hash(h, 7)),
      answer: answersFor(world, first.relation, first.object)[0]!,
    },
  ];
  if (h % 3 === 0) {
    const other = publicThing(world, first.subject.type, hash(h, 8));
    const hop = factOf(world, other, first.relation);
    if (!hop || pageIdOf(other) === pageIdOf(first.subject)) return undefined;
    if (hop.relation === 'sibling' && !sameKin(world, hop, first)) return undefined;
    const question = fill(pick(followUps.other, hash(h, 9)), { a: world.mention(other) });
    return { ...chained(world, [hop], relation(hop.relation).asks, h), question, history };
  }
  const hop = factOf(world, first.subject, pick(relationsFrom(first.subject.type), hash(h, 8)));
  if (!hop || hop.relation === first.relation) return undefined;
  const pronoun = world.pronoun(first.subject);
  const noun = hop.relation === 'sibling' ? kinNoun(world, hop.object as Ref) : relation(hop.relation).noun;
  const p = pronoun === 'she' ? 'her' : pronoun === 'he' ? 'his' : 'its';
  const question = fill(pick(followUps.possessive, hash(h, 9)), { p, n: noun });
  return { ...chained(world, [hop], relation(hop.relation).asks, h), question, history };
};

const sameKin = (world: World, a: Hop, b: Hop): boolean =>
  kinNoun(world, a.object as Ref) === kinNoun(world, b.object as Ref);
