import type { Query, Term } from '../language/query.ts';
import { writeQuestion } from '../language/write-question.ts';

/** A step of a plan: a question that one page can answer, with earlier answers as #1, #2. */
export interface PlannedStep {
  query: Query;
  question: string;
  /** `answer`: it follows from the steps before. */
  action: 'retrieve' | 'answer';
}

/** The steps of a question: one for each fact, and a last one where facts must be combined. */
export const decompose = (query: Query, variant = 0): PlannedStep[] => {
  const steps: PlannedStep[] = [];
  const add = (step: Query): Term => {
    steps.push({ query: step, question: writeQuestion(step, variant), action: 'retrieve' });
    return { kind: 'step', n: steps.length };
  };
  /** A term from which one look-up can start: hops inside it become steps of their own. */
  const flat = (term: Term): Term => {
    if (term.kind === 'step') return term;
    for (const premise of term.premises ?? [])
      if (term.kind === 'name')
        add({ kind: 'value', term: { kind: 'hop', relation: premise.relation, of: bare(term) } });
    if (term.kind === 'name') return bare(term);
    return add({ kind: 'value', term: { ...term, of: flat(term.of) } });
  };
  const along = (path: readonly string[], start: Term): Term =>
    path.reduce<Term>((of, relation) => add({ kind: 'value', term: { kind: 'hop', relation, of } }), flat(start));

  switch (query.kind) {
    case 'value': {
      const premised = hasPremise(query.term);
      add({ kind: 'value', term: { ...query.term, of: flat(query.term.of) } });
      if (!premised) return steps;
      break;
    }
    case 'compare':
      along(query.path, query.a);
      along(query.path, query.b);
      break;
    case 'rank':
      for (const one of query.of) along([query.relation], one);
      break;
    case 'same':
    case 'common':
      along([query.relation], query.a);
      along([query.relation], query.b);
      break;
    case 'both': {
      const [a, b] = [flat(query.a), flat(query.b)];
      add({ ...query, a, b });
      return steps;
    }
    default:
      add({ ...query, of: flat(query.of) });
      return steps;
  }
  steps.push({ query, question: writeQuestion(query, variant), action: 'answer' });
  return steps;
};

/**
 * Every legal way to work a question out in steps, the finest first: two links of a chain asked in one step, or the second
 * of two things looked up first. No way asks the whole question at once.
 */
export const decompositions = (query: Query, variant = 0): PlannedStep[][] => {
  const finest = decompose(query, variant);
  if (query.kind === 'compare' || query.kind === 'same' || query.kind === 'common') {
    const turned = decompose({ ...query, a: query.b, b: query.a }, variant).slice(0, -1);
    return [finest, [...turned, finest.at(-1)!]];
  }
  if (query.kind !== 'value' || hasPremise(query.term)) return [finest];
  const links = linksOf(query.term);
  const joinedAt = links.length < 3 ? [] : links.slice(1).map((_, at) => at);
  return [finest, ...joinedAt.map((at) => joined(links, at, variant))];
};

/** Hops of a chain, innermost first. */
const linksOf = (term: Term): Extract<Term, { kind: 'hop' }>[] =>
  term.kind === 'hop' ? [...linksOf(term.of), term] : [];

/** The steps of a chain with the links `at` and after it in one step. */
const joined = (links: readonly Extract<Term, { kind: 'hop' }>[], at: number, variant: number): PlannedStep[] => {
  const steps: PlannedStep[] = [];
  for (let i = 0; i < links.length; i++) {
    let term: Extract<Term, { kind: 'hop' }> = {
      ...links[i]!,
      of: steps.length > 0 ? { kind: 'step', n: steps.length } : links[i]!.of,
    };
    if (i === at) {
      i += 1;
      term = { ...links[i]!, of: term };
    }
    const query: Query = { kind: 'value', term };
    steps.push({ query, question: writeQuestion(query, variant), action: 'retrieve' });
  }
  return steps;
};

const bare = (term: Extract<Term, { kind: 'name' }>): Term => ({ kind: 'name', name: term.name });
const hasPremise = (term: Term): boolean =>
  term.kind !== 'step' && ((term.premises?.length ?? 0) > 0 || (term.kind === 'hop' && hasPremise(term.of)));

/** A query with #1, #2 replaced by the steps' answers; unanswered ones stay. */
export const withAnswers = (query: Query, answers: (n: number) => Term | undefined): Query => {
  const put = (term: Term): Term => {
    if (term.kind === 'step') return answers(term.n) ?? term;
    return term.kind === 'hop' ? { ...term, of: put(term.of) } : term;
  };
  switch (query.kind) {
    case 'value':
      return { ...query, term: put(query.term) as Extract<Term, { kind: 'hop' }> };
    case 'count':
    case 'cell':
    case 'calculate':
      return { ...query, of: put(query.of) };
    case 'rank':
      return { ...query, of: query.of.map(put) };
    default:
      return { ...query, a: put(query.a), b: put(query.b) };
  }
};
