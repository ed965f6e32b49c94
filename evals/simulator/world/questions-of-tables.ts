import { fill } from '../language/fill.ts';
import { type Calculation, calculations, counts, measures } from '../language/measures.ts';
import { relation } from '../language/relations.ts';
import type { EntityType } from '../language/schema.ts';
import { aliasesOf } from '../language/values.ts';
import type { Draft, DraftQuestion } from './draft.ts';
import { pageIdOf, publicThing } from './gold.ts';
import { hash, pick } from './random.ts';
import type { Ref } from './ref.ts';
import { cellOf, periodsOf, playersOf } from './tables.ts';
import type { World } from './world.ts';

const number = (value: number, unit?: string): string[] => aliasesOf({ kind: 'number', value }, unit);

const drawn = (world: World, h: number, among = measures) => {
  const measure = pick(among, h);
  const subject = publicThing(world, measure.subject, hash(h, 1));
  return world.exists(subject) ? { measure, subject, s: world.mention(subject) } : undefined;
};

const onPage = (subject: Ref, question: string, answers: string[]): Draft => ({
  question,
  answers,
  supporting_ids: [pageIdOf(subject)],
  steps: [{ question, answer: answers[0]!, supporting_id: pageIdOf(subject) }],
});

/** Asks for one number of a table. */
export const tableCell: DraftQuestion = (world, _, h) => {
  const found = drawn(world, h);
  if (!found) return undefined;
  const { measure, subject, s } = found;
  const periods = periodsOf(world, measure.id, subject);
  const i = hash(h, 2) % periods.length;
  const at = measure.id === 'goals' ? world.mention(playersOf(world, subject)[i]!) : periods[i]!;
  const question = fill(pick(measure.asks, hash(h, 3)), { s, at });
  return onPage(subject, question, number(cellOf(world, measure.id, subject, i), measure.unit));
};

/** A difference, a sum, a count of rows, the best or the worst year. */
export const arithmetic: DraftQuestion = (world, _, h) => {
  const found = drawn(
    world,
    h,
    measures.filter((measure) => measure.id !== 'goals'),
  );
  if (!found) return undefined;
  const { measure, subject, s } = found;
  const periods = periodsOf(world, measure.id, subject);
  const cells = periods.map((_period, i) => cellOf(world, measure.id, subject, i));
  const kind = pick(Object.keys(calculations) as Calculation[], hash(h, 2));
  const from = hash(h, 3) % (periods.length - 1);
  const to = from + 1 + (hash(h, 4) % (periods.length - 1 - from));
  const slots = { s, n: measure.noun, from: periods[from]!, to: periods[to]! };
  const question = (m = ''): string => fill(pick(calculations[kind], hash(h, 5)), { ...slots, m });
  if (kind === 'change') {
    const change = Math.abs(cells[to]! - cells[from]!);
    return change === 0 ? undefined : onPage(subject, question(), number(change, measure.unit));
  }
  if (kind === 'total') {
    const total = cells.slice(from, to + 1).reduce((sum, cell) => sum + cell, 0);
    return onPage(subject, question(), number(total, measure.unit));
  }
  if (kind === 'above') {
    const bound = cells[from]! - 1 - (hash(h, 6) % 3);
    const times = cells.filter((cell) => cell > bound).length;
    return onPage(subject, question(String(bound)), number(times));
  }
  const best = kind === 'best' ? Math.max(...cells) : Math.min(...cells);
  if (cells.indexOf(best) !== cells.lastIndexOf(best)) return undefined;
  return onPage(subject, question(), [periods[cells.indexOf(best)]!]);
};

/** How many things a relation leads here from; the page's own list holds them all. */
export const count: DraftQuestion = (world, _, h) => {
  const { relation: id, asks } = pick(counts, h);
  const type = relation(id).subject as EntityType;
  const member = publicThing(world, type, hash(h, 1));
  if (!world.exists(member)) return undefined;
  const owner = world.object(id, member)!;
  const members = world.subjects(id, type, owner.index).filter((ref) => world.exists(ref));
  const question = fill(pick(asks, hash(h, 2)), { o: world.mention(owner) });
  return onPage(owner, question, [...number(members.length), ...wordFor(members.length)]);
};

const numberWords = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const wordFor = (n: number): string[] => (numberWords[n] ? [numberWords[n]] : []);
