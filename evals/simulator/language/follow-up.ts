import { followUps } from './compound.ts';
import { readName } from './names.ts';
import { type Pattern, pattern } from './pattern.ts';
import type { Query } from './query.ts';
import { relations } from './relations.ts';

const possessive: Pattern[] = followUps.possessive.map((template) =>
  pattern(template, (slot) => (slot === 'p' ? 'her|his|its|their' : '[a-z ]+')),
);
const other: Pattern[] = followUps.other.map((template) => pattern(template, () => '.+'));

/** True for a question that only its thread explains. */
export const isFollowUp = (question: string): boolean =>
  [...possessive, ...other].some((candidate) => candidate.match(question));

/** What a follow-up means after the last question that could be read: another relation of its thing, or another thing. */
export const readFollowUp = (question: string, last: Query): Query | undefined => {
  if (last.kind !== 'value') return undefined;
  for (const candidate of possessive) {
    const noun = candidate.match(question)?.n;
    const found = relations.find(({ id, noun: own }) => own === noun || (id === 'sibling' && isKin(noun)));
    if (found) return { kind: 'value', term: { kind: 'hop', relation: found.id, of: last.term.of } };
  }
  for (const candidate of other) {
    const name = candidate.match(question)?.a;
    if (name) return { kind: 'value', term: { ...last.term, of: { kind: 'name', name: readName(name) } } };
  }
  return undefined;
};

const isKin = (noun: string | undefined): boolean => noun === 'sister' || noun === 'brother';
