import { fill } from '../language/fill.ts';
import { relations } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { fillerSentence, injections } from './filler.ts';
import { coin } from './names.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import {
  alsoStatedByObject,
  inverseStatement,
  type Naming,
  pastStatement,
  statedByObject,
  statedTwice,
  statement,
  subjectTypes,
  urlOf,
} from './statements.ts';
import { tableInMarkdown, tablesOf } from './tables.ts';
import type { World } from './world.ts';

/** A page before it is a document row: its passages are paragraphs under a heading, and tables. */
export interface Page {
  id: string;
  title: string;
  url: string;
  updatedAt: string;
  scope?: string;
  passages: { heading: string; text: string }[];
}

/** Which facts a page of each type states, passage by passage; the first passage has no heading. */
const outlines: Record<EntityType, { heading: string; relations: string[] }[]> = {
  person: [
    { heading: '', relations: ['occupation', 'born-on'] },
    { heading: 'Life', relations: ['born-in', 'spouse', 'sibling'] },
    { heading: 'Work', relations: ['studied-at', 'employer'] },
  ],
  film: [
    { heading: '', relations: ['director', 'released'] },
    { heading: 'Cast and music', relations: ['actor', 'composer'] },
    { heading: 'Production', relations: ['studio', 'based-on', 'runtime'] },
  ],
  book: [
    { heading: '', relations: ['author', 'published'] },
    { heading: 'Publication', relations: ['publisher'] },
  ],
  company: [
    { heading: '', relations: ['founded', 'headquarters'] },
    { heading: 'People', relations: ['chief-executive', 'founder', 'employees'] },
  ],
  city: [
    { heading: '', relations: ['country', 'population'] },
    { heading: 'Government', relations: ['mayor'] },
    { heading: 'Geography', relations: ['elevation'] },
  ],
  country: [
    { heading: '', relations: ['capital', 'currency'] },
    { heading: 'Society', relations: ['language'] },
  ],
  university: [
    { heading: '', relations: ['located-in', 'founded'] },
    { heading: 'Campus', relations: ['students'] },
  ],
  club: [
    { heading: '', relations: ['located-in', 'founded'] },
    { heading: 'Team', relations: ['coach', 'stadium'] },
  ],
  product: [
    { heading: '', relations: ['maker', 'launched'] },
    { heading: 'Design', relations: ['designer', 'price'] },
  ],
  project: [
    { heading: '', relations: ['client', 'lead'] },
    { heading: 'Plan', relations: ['deadline'] },
  ],
};

/** Relations that a page about an object of this type may state for their subjects. */
const leadingTo = (type: EntityType) => relations.filter((relation) => relation.inverse && relation.object === type);
const inverses = Object.fromEntries(
  Object.keys(outlines).map((type) => [type, leadingTo(type as EntityType).map((relation) => relation.id)]),
) as Record<EntityType, string[]>;
const changing = new Set(relations.filter((relation) => relation.was).map((relation) => relation.id));

const headings: Record<string, string> = {
  Financial: 'Finances',
  Products: 'Products',
  Season: 'Results',
  Squad: 'Squad',
  Budget: 'Budget',
  Films: 'Filmography',
  Books: 'Bibliography',
};

/** Sentences a passage is filled up to. */
const sentencesInPassage = 5;

/** True for pages with an injected instruction. */
export const isInjected = (world: World, ref: Ref): boolean =>
  ref.type !== 'project' && (ref.index === 1 || hash(world.seed, 71, ref.index, ref.type.length) % 50 === 0);

/** The page about a thing. */
export const pageOf = (world: World, ref: Ref): Page => {
  const key = hash(world.seed, 72, ref.index, ref.type.length * 32 + ref.type.charCodeAt(0), world.version(ref));
  const naming = (place: number, h: number): Naming => (place === 0 ? 'full' : h % 2 === 0 ? 'pronoun' : 'bare');
  const introduction: string[] = [];
  const said = outlines[ref.type].map(({ relations: ids }, part) => {
    const facts: string[] = [];
    for (const id of ids) {
      if (!world.stated(id, ref)) continue;
      const here = !statedByObject(world, id, ref);
      if (here) facts.push(statement(world, id, ref, 0, naming(facts.length, hash(key, part, facts.length))));
      if (here && part > 0 && statedTwice(world, id, ref)) introduction.push(statement(world, id, ref, 1, 'bare'));
      if (changing.has(id)) facts.push(pastStatement(world, id, ref, 1), pastStatement(world, id, ref, 0));
    }
    return facts;
  });
  said[0]!.push(...introduction);
  inverseFacts(world, ref).forEach((fact, i) => {
    said[1 + (i % (said.length - 1))]!.push(fact);
  });
  if (isInjected(world, ref)) said.at(-1)!.push(fill(pick(injections, key), { x: coin(key).toUpperCase() }));

  const passages = outlines[ref.type].map(({ heading }, part) => ({
    heading,
    text: withFiller(said[part]!, hash(key, 9, part)),
  }));
  for (const table of tablesOf(world, ref))
    passages.push({ heading: headings[table.caption.split(' ')[0]!]!, text: tableInMarkdown(table) });
  const scope = world.scope(ref);
  return {
    id: `${ref.type}-${ref.index}`,
    title: world.title(ref),
    url: urlOf(ref),
    updatedAt: dayOf(key, world.version(ref) > 0 ? 2026 : 2025),
    ...(scope ? { scope } : {}),
    passages,
  };
};

const inverseFacts = (world: World, ref: Ref): string[] => {
  const found: string[] = [];
  for (const id of inverses[ref.type])
    for (const type of subjectTypes(id))
      for (const subject of world.subjects(id, type, ref.index)) {
        if (!world.exists(subject) || !world.stated(id, subject)) continue;
        if (statedByObject(world, id, subject) || alsoStatedByObject(world, id, subject))
          found.push(inverseStatement(world, id, subject, ref));
      }
  return found;
};

/** Facts with filler between them, up to a passage's length; the first sentence is a fact if there is any. */
export const withFiller = (facts: readonly string[], key: number): string => {
  let text = facts[0] ?? fillerSentence(hash(key, 0));
  const total = Math.max(facts.length, sentencesInPassage);
  let used = 1;
  for (let i = 1; i < total; i++) {
    const factsLeft = facts.length - used;
    const takesFact = factsLeft > 0 && (total - i <= factsLeft || hash(key, 1, i) % 2 === 0);
    text += ` ${takesFact ? facts[used++] : fillerSentence(hash(key, 2, i))}`;
  }
  return text;
};

/** A day in the first five months of a year, as ISO 8601. */
export const dayOf = (h: number, year: number): string =>
  `${year}-0${1 + (h % 5)}-${String(1 + ((h >>> 4) % 28)).padStart(2, '0')}`;
