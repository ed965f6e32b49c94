import { commons, comparisons, intersections, premises, rankings, samenesses } from './compound.ts';
import { outOfFrame } from './frames.ts';
import { type Calculation, calculations, counts, measures } from './measures.ts';
import { isName, type Name, readName } from './names.ts';
import { type Pattern, pattern } from './pattern.ts';
import type { Premise, Query, Term } from './query.ts';
import { relation, relations } from './relations.ts';
import { isNamed, readStatement } from './statement.ts';

type Slots = Record<string, string>;
interface Form {
  pattern: Pattern;
  read: (slots: Slots) => Query | undefined;
}

const anything: Record<string, string> = {
  at: '.+?',
  from: '\\d{4}',
  to: '\\d{4}',
  m: '-?\\d+',
  g: 'sister|brother|sibling',
};
const slot = (name: string): string => anything[name] ?? '.+?';
const form = (templates: readonly string[], read: Form['read']): Form[] =>
  templates.map((template) => ({ pattern: pattern(template, slot), read }));

/** Two terms, or nothing when one of them can't be read. */
const pair = <T>(slots: Slots, make: (a: Term, b: Term) => T): T | undefined => {
  const [a, b] = [readTerm(slots.a!), readTerm(slots.b!)];
  return a && b ? make(a, b) : undefined;
};
/** The terms of a list (`A, B, C or D`), or nothing when one of them can't be read. */
const listed = <T>(text: string, make: (terms: Term[]) => T): T | undefined => {
  const terms = text.split(/, | or /).flatMap((one) => readTerm(one) ?? []);
  return terms.length === text.split(/, | or /).length ? make(terms) : undefined;
};
const withTerm = <T>(text: string, make: (term: Term) => T): T | undefined => {
  const term = readTerm(text);
  return term && make(term);
};

const forms: Form[] = [
  ...relations.flatMap(({ id, asks, paraphrases = [], asksAt = [] }) => [
    ...form([...asks, ...paraphrases], ({ s }) =>
      withTerm(s!, (of) => ({ kind: 'value', term: { kind: 'hop', relation: id, of } })),
    ),
    ...form(asksAt, ({ s, at }) =>
      /^\d{4}$/.test(at!)
        ? withTerm(s!, (of) => ({ kind: 'value', term: { kind: 'hop', relation: id, of, at: Number(at) } }))
        : undefined,
    ),
  ]),
  ...comparisons.flatMap(({ relation: id, via, wants, asks }) =>
    form(asks, (slots) => pair(slots, (a, b) => ({ kind: 'compare', path: via ? [via, id] : [id], wants, a, b }))),
  ),
  ...rankings.flatMap(({ relation: id, wants, asks }) =>
    form(asks, ({ l }) => listed(l!, (of) => ({ kind: 'rank', relation: id, wants, of }))),
  ),
  ...samenesses.flatMap(({ relation: id, asks }) =>
    form(asks, (slots) => pair(slots, (a, b) => ({ kind: 'same', relation: id, a, b }))),
  ),
  ...commons.flatMap(({ relation: id, asks }) =>
    form(asks, (slots) => pair(slots, (a, b) => ({ kind: 'common', relation: id, a, b }))),
  ),
  ...intersections.flatMap(({ relations: ids, asks }) =>
    form(asks, (slots) => pair(slots, (a, b) => ({ kind: 'both', relations: ids, a, b }))),
  ),
  ...counts.flatMap(({ relation: id, asks }) =>
    form(asks, ({ o }) => withTerm(o!, (of) => ({ kind: 'count', relation: id, of }))),
  ),
  ...measures.flatMap(({ id, asks, noun }) => [
    ...form(asks, ({ s, at }) => withTerm(s!, (of) => ({ kind: 'cell', measure: id, of, at: at! }))),
    ...(Object.keys(calculations) as Calculation[]).flatMap((how) =>
      form(
        calculations[how].map((template) => template.replace('{n}', noun)),
        ({ s, from, to, m }) =>
          withTerm(s!, (of) => ({
            kind: 'calculate',
            how,
            measure: id,
            of,
            ...(from && { from, to }),
            ...(m && { bound: Number(m) }),
          })),
      ),
    ),
  ]),
].sort((a, b) => b.pattern.weight - a.pattern.weight);

const phrases = relations
  .flatMap(({ id, phrases }) => phrases.map((template) => ({ id, pattern: pattern(template, slot) })))
  .sort((a, b) => b.pattern.weight - a.pattern.weight);
const nouns = relations.map(({ id, noun }) => ({ id, noun })).sort((a, b) => b.noun.length - a.noun.length);
const premiseForms = premises.map(({ relation: id, words }) => ({ id, pattern: pattern(words, slot) }));

/** Reads a noun phrase: a name, an earlier answer (`#1`, `the answer to step 1`), or `the director of …`. */
const readTerm = (text: string): Term | undefined => {
  const trimmed = text.trim().replace(/,$/, '');
  const step = /^(?:#|the answer (?:to|of) (?:step )?#?)(\d+)$/i.exec(trimmed);
  if (step) return { kind: 'step', n: Number(step[1]) };
  const stated = namedBySentence(trimmed);
  if (stated) return { kind: 'name', name: stated };
  const comma = trimmed.indexOf(', ');
  if (comma > 0) {
    const term = readTerm(trimmed.slice(0, comma));
    const premise = readPremise(trimmed.slice(comma + 2));
    return term && premise && term.kind !== 'step' ? { ...term, premises: [premise] } : undefined;
  }
  for (const { id, pattern: candidate } of phrases) {
    const slots = candidate.match(trimmed);
    const of = slots && readTerm(slots.s!);
    if (of) return { kind: 'hop', relation: id, of };
  }
  const owned = /^(.+)'s ([a-z ]+)$/.exec(trimmed);
  const noun = owned && nouns.find((candidate) => candidate.noun === owned[2] || isKin(candidate.id, owned[2]!));
  const owner = noun && readTerm(owned[1]!);
  if (owner) return { kind: 'hop', relation: noun.id, of: owner };
  return isName(trimmed) ? { kind: 'name', name: readName(trimmed) } : undefined;
};

/** What a whole sentence in the place of a name stands for: "Who is the spouse of The director of X is Y?" means Y. */
const namedBySentence = (text: string): Name | undefined => {
  if (text.split(' ').length < 4 || isName(text)) return undefined;
  const object = readStatement(`${text.replace(/\.$/, '')}.`)?.object;
  return object && isNamed(object) ? object : undefined;
};

const isKin = (id: string, noun: string): boolean => id === 'sibling' && /^(?:sister|brother)$/.test(noun);

const readPremise = (text: string): Premise | undefined => {
  for (const { id, pattern: candidate } of premiseForms) {
    const slots = candidate.match(text);
    const object = slots && readTerm(slots.o!);
    if (object) return { relation: id, object };
  }
  return undefined;
};

const read = new Map<string, Query | undefined>();
/** How a step of reasoning may begin, before its question. */
const leadIn = /^(?:Find out|Work out): /;

/**
 * Reads a question in any of the world's wordings, or in the words in which the reader itself writes sub-questions.
 * @returns undefined for a question that is about nothing in the world
 */
export const readQuestion = (text: string): Query | undefined => {
  const question = outOfFrame(text.trim().replace(/\s+/g, ' ')).replace(leadIn, '');
  if (read.has(question)) return read.get(question);
  if (read.size > 20_000) read.clear();
  const query = understand(question);
  read.set(question, query);
  return query;
};

const understand = (question: string): Query | undefined => {
  for (const { pattern: candidate, read: make } of forms) {
    const slots = candidate.match(question);
    const query = slots && make(slots);
    if (query) return query;
  }
  const bare = /^(?:(?:Who|What|Which|Where|When) (?:is|was) )?(.+?)[?.]?$/.exec(question);
  const term = bare && readTerm(bare[1]!);
  return term?.kind === 'hop' && relation(term.relation) ? { kind: 'value', term } : undefined;
};
