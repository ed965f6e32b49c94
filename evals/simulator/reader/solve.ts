import { type Name, nameKey, sameName, writeName } from '../language/names.ts';
import type { Query, Term } from '../language/query.ts';
import { relation } from '../language/relations.ts';
import { isNamed, type Statement } from '../language/statement.ts';
import { aliasesOf, type Value } from '../language/values.ts';
import { calculate } from './calculate.ts';
import type { Evidence, Fact, Found } from './evidence.ts';

/** The evidence's answer to a question. */
export type Outcome =
  | { status: 'answered'; answer: string; object?: Name | Value; used: Used[]; says: string }
  | { status: 'invalid'; used: Used[]; says: string }
  /** `missing`: the links that nothing states, each with the names found so far. */
  | { status: 'unknown'; missing: Query[]; used: Used[] };

/** A fact that the answer rests on, in words. */
export interface Used extends Found {
  statement?: Statement;
}

type Resolved =
  | { status: 'known'; object: Name | Value; used: Used[] }
  | { status: 'invalid'; used: Used[]; says: string }
  | { status: 'missing'; missing: Query[]; used: Used[] };

/** Answers a question from evidence alone, each link stated by something in it. */
export const solve = (query: Query, evidence: Evidence): Outcome => {
  switch (query.kind) {
    case 'value':
      return solveValue(query.term, evidence);
    case 'compare':
      return solveComparison(query, evidence);
    case 'rank':
      return solveRanking(query, evidence);
    case 'same':
    case 'common':
      return solveShared(query, evidence);
    case 'both':
      return solveBoth(query, evidence);
    case 'count':
      return solveCount(query, evidence);
    case 'cell':
    case 'calculate': {
      const of = resolve(query.of, evidence);
      if (of.status !== 'known') return failed(of);
      const owner = evidence.known(of.object as Name);
      const result = calculate(
        query,
        evidence.cells.filter((cell) => sameName(cell.owner, owner)),
      );
      return result
        ? { status: 'answered', ...result, used: [...of.used, ...result.used] }
        : { status: 'unknown', missing: [{ ...query, of: named(owner) }], used: of.used };
    }
  }
};

/** Counts the items of a complete list or of a knowledge graph; single sentences are not a complete list. */
const solveCount = (query: Extract<Query, { kind: 'count' }>, evidence: Evidence): Outcome => {
  const of = resolve(query.of, evidence);
  if (of.status !== 'known') return failed(of);
  const owner = of.object as Name;
  const list = evidence.listings.find((it) => it.relation === query.relation && sameName(it.owner, owner));
  const triples = evidence.leadingTo(query.relation, owner).filter(({ from }) => from === 'graph');
  const members = new Map(triples.map((fact) => [writeName(fact.statement.subject), fact]));
  if (!list && members.size === 0)
    return { status: 'unknown', missing: [{ ...query, of: named(owner) }], used: of.used };
  const answer = String(list ? list.members.length : members.size);
  const used = [...of.used, ...(list ? [list] : members.values())];
  return { status: 'answered', answer, used, says: `The number is ${answer}.` };
};

const named = (name: Name): Term => ({ kind: 'name', name });
const failed = (resolved: Exclude<Resolved, { status: 'known' }>): Outcome =>
  resolved.status === 'invalid' ? resolved : { status: 'unknown', missing: resolved.missing, used: resolved.used };

/** The short answer for an object: a name without its qualifier, a number with its unit. */
export const shortAnswer = (id: string, object: Name | Value): string =>
  isNamed(object) ? object.name : aliasesOf(object, relation(id).unit)[0]!;

const solveValue = (term: Extract<Term, { kind: 'hop' }>, evidence: Evidence): Outcome => {
  const found = resolve(term, evidence);
  if (found.status !== 'known') return failed(found);
  const answer = shortAnswer(term.relation, found.object);
  return { status: 'answered', answer, object: found.object, used: found.used, says: '' };
};

/** Resolves a noun phrase by the evidence. */
const resolve = (term: Term, evidence: Evidence): Resolved => {
  if (term.kind === 'step') return { status: 'missing', missing: [], used: [] };
  if (term.kind === 'name') {
    const name = evidence.known(term.name);
    return withPremises(term, name, { status: 'known', object: name, used: [] }, evidence);
  }
  const of = resolve(term.of, evidence);
  if (of.status !== 'known') return of;
  if (!isNamed(of.object)) return { status: 'missing', missing: [], used: of.used };
  const fact = choose(evidence.about(term.relation, of.object), term);
  if (!fact) {
    const missing: Query = {
      kind: 'value',
      term: { kind: 'hop', relation: term.relation, of: named(of.object), ...(term.at && { at: term.at }) },
    };
    return { status: 'missing', missing: [missing], used: of.used };
  }
  const object = isNamed(fact.statement.object) ? evidence.known(fact.statement.object) : fact.statement.object;
  const found: Resolved = { status: 'known', object, used: [...of.used, fact] };
  return isNamed(object) ? withPremises(term, object, found, evidence) : found;
};

/** Checks a question's premise about a thing; a premise that nothing states is a missing link, not an error. */
const withPremises = (
  term: Exclude<Term, { kind: 'step' }>,
  name: Name,
  found: Extract<Resolved, { status: 'known' }>,
  evidence: Evidence,
): Resolved => {
  for (const premise of term.premises ?? []) {
    const assumed = resolve(premise.object, evidence);
    const fact = choose(evidence.about(premise.relation, name), {});
    if (!fact) {
      const missing: Query = { kind: 'value', term: { kind: 'hop', relation: premise.relation, of: named(name) } };
      return { status: 'missing', missing: [missing], used: found.used };
    }
    const { object } = fact.statement;
    if (assumed.status !== 'known' || !isNamed(assumed.object) || !isNamed(object)) continue;
    if (!sameName(object, evidence.known(assumed.object)))
      return {
        status: 'invalid',
        used: [...found.used, fact],
        says: `The question takes for granted what is not so: the ${relation(premise.relation).noun} of ${writeName(name)} is ${writeName(object)}, not ${writeName(assumed.object)}.`,
      };
    return { ...found, used: [...found.used, fact] };
  }
  return found;
};

/**
 * The fact that holds: the one of the year asked for, or else of today. Of several the newest page counts, then the later
 * start; a term that has ended says nothing of today.
 */
export const choose = (facts: readonly Fact[], { at }: { at?: number }): Fact | undefined => {
  if (facts.length === 0) return undefined;
  if (at !== undefined)
    return facts.find(({ statement: { from, to, at: year } }) =>
      year !== undefined ? year === at : from !== undefined && from <= at && at < (to ?? 9999),
    );
  const open = facts.filter(({ statement }) => statement.to === undefined);
  if (open.length <= 1) return open[0];
  const votes = new Map<string, number>();
  for (const fact of open) votes.set(keyOf(fact), (votes.get(keyOf(fact)) ?? 0) + 1);
  return [...open].sort(
    (a, b) =>
      timeOf(b) - timeOf(a) ||
      (b.date ?? '').localeCompare(a.date ?? '') ||
      (votes.get(keyOf(b)) ?? 0) - (votes.get(keyOf(a)) ?? 0),
  )[0];
};

const keyOf = ({ statement: { object } }: Fact): string =>
  isNamed(object) ? nameKey(object.name) : String(object.value);
/** The year for which a fact holds. Without a year, the page's date bounds it. */
const timeOf = ({ statement: { at, from }, date }: Fact): number =>
  at ?? (date ? Number(date.slice(0, 4)) : (from ?? 0));

const solveComparison = (query: Extract<Query, { kind: 'compare' }>, evidence: Evidence): Outcome => {
  const side = (term: Term) =>
    resolve(
      query.path.reduce<Term>((of, id) => ({ kind: 'hop', relation: id, of }), term),
      evidence,
    );
  const [a, b] = [side(query.a), side(query.b)];
  if (a.status !== 'known' || b.status !== 'known') return notKnown([a, b]);
  const used = [...a.used, ...b.used];
  const [left, right] = [comparable(a.object), comparable(b.object)];
  if (left === right) return { status: 'answered', answer: 'both the same', used, says: 'They are the same.' };
  const winner = evidence.known(nameOfTerm((query.wants === 'least') === left < right ? query.a : query.b, evidence));
  return { status: 'answered', answer: winner.name, object: winner, used, says: `So it is ${writeName(winner)}.` };
};

const solveRanking = (query: Extract<Query, { kind: 'rank' }>, evidence: Evidence): Outcome => {
  const sides = query.of.map((of) => ({ of, found: resolve({ kind: 'hop', relation: query.relation, of }, evidence) }));
  const known = sides.flatMap(({ of, found }) =>
    found.status === 'known' ? [{ of, value: comparable(found.object), used: found.used }] : [],
  );
  const [first, ...others] = known;
  if (!first || known.length < sides.length) return notKnown(sides.map(({ found }) => found));
  const best = others.reduce((best, one) => ((query.wants === 'least') === one.value < best.value ? one : best), first);
  const winner = evidence.known(nameOfTerm(best.of, evidence));
  const used = known.flatMap((side) => side.used);
  return { status: 'answered', answer: winner.name, object: winner, used, says: `So it is ${writeName(winner)}.` };
};

const nameOfTerm = (term: Term, evidence: Evidence): Name => {
  const found = resolve(term, evidence);
  return found.status === 'known' && isNamed(found.object) ? found.object : { name: '' };
};

const comparable = (object: Name | Value): string | number => (isNamed(object) ? object.name : object.value);

/** What is said where not all sides of a question are known. */
const notKnown = (sides: readonly Resolved[]): Outcome => {
  const invalid = sides.find((side) => side.status === 'invalid');
  if (invalid) return failed(invalid);
  const missing = sides.flatMap((side) => (side.status === 'missing' ? side.missing : []));
  return { status: 'unknown', missing, used: sides.flatMap(({ used }) => used) };
};

const solveShared = (query: Extract<Query, { kind: 'same' | 'common' }>, evidence: Evidence): Outcome => {
  const side = (of: Term) => resolve({ kind: 'hop', relation: query.relation, of }, evidence);
  const [a, b] = [side(query.a), side(query.b)];
  if (a.status !== 'known' || b.status !== 'known') return notKnown([a, b]);
  const used = [...a.used, ...b.used];
  const shared = isNamed(a.object) && isNamed(b.object) && sameName(a.object, b.object) ? a.object : undefined;
  if (query.kind === 'same') {
    const answer = shared ? 'yes' : 'no';
    return { status: 'answered', answer, used, says: shared ? 'Yes, it is the same.' : 'No, they differ.' };
  }
  const noun = relation(query.relation).noun;
  return shared
    ? { status: 'answered', answer: shared.name, object: shared, used, says: '' }
    : {
        status: 'invalid',
        used,
        says: `The question takes for granted what is not so: they do not share one ${noun}.`,
      };
};

const solveBoth = (query: Extract<Query, { kind: 'both' }>, evidence: Evidence): Outcome => {
  const [a, b] = [resolve(query.a, evidence), resolve(query.b, evidence)];
  if (a.status !== 'known' || b.status !== 'known') return notKnown([a, b]);
  const [first, second] = query.relations;
  for (const one of evidence.leadingTo(first, a.object as Name))
    for (const other of evidence.leadingTo(second, b.object as Name))
      if (sameName(one.statement.subject, other.statement.subject)) {
        const subject = one.statement.subject;
        return { status: 'answered', answer: subject.name, object: subject, used: [one, other], says: '' };
      }
  return { status: 'unknown', missing: [query], used: [] };
};
