import type { Drawing } from '../../../core/drawing.ts';
import { citedOf } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { contentStems, shareIn } from '../../references/content-stems.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { newFacts } from './facts.ts';

/**
 * A search over reasoning states. A state is what is established so far; two ways that lead to alike states lead to one
 * node (CRP-RAG's merging in AirRAG's tree), so that work on one is work on the other. Its value is how sufficient it is.
 */
export interface ReasoningSpace {
  readonly states: SpaceState[];
  /** The state from which the searches under way started. */
  cursor: number;
  /** The state that an answer came to. */
  answer?: number;
}

export interface SpaceState {
  id: number;
  facts: readonly string[];
  /** Sources that the facts cite. */
  references: readonly NumberedReference[];
  parents: number[];
  children: number[];
  visits: number;
  /** Sum of the values seen at and below the state. */
  total: number;
}

/** UCT's weight of exploration. */
const EXPLORATION = 0.7;

export const createSpace = (): ReasoningSpace => ({ states: [], cursor: -1 });

/** @throws for an id that is not in the space */
const stateAt = ({ states }: ReasoningSpace, id: number): SpaceState => {
  const state = states[id];
  if (!state) throw new Error(`The reasoning space has no state ${id}.`);
  return state;
};

/**
 * Adds the state that a round came to below the state that it started from, or merges it into one that is alike.
 * A merge that would close a circle (the alike state leads to the parent) only counts the visit.
 */
export const addState = (
  space: ReasoningSpace,
  parent: number,
  facts: readonly string[],
  references: readonly NumberedReference[],
): SpaceState => {
  const alike = space.states.find(
    (state) => newFacts(facts, state.facts).length === 0 && newFacts(state.facts, facts).length === 0,
  );
  if (alike) {
    if (parent >= 0 && alike.id !== parent && !alike.parents.includes(parent) && !leadsTo(space, alike.id, parent)) {
      alike.parents.push(parent);
      stateAt(space, parent).children.push(alike.id);
    }
    return alike;
  }
  const state: SpaceState = {
    id: space.states.length,
    facts,
    references,
    parents: parent >= 0 ? [parent] : [],
    children: [],
    visits: 0,
    total: 0,
  };
  space.states.push(state);
  if (parent >= 0) stateAt(space, parent).children.push(state.id);
  return state;
};

/** Adds the state that an answer comes to: what it states beyond what was known, for whoever looks at how it came about. */
export const addAnswer = (
  space: ReasoningSpace,
  facts: readonly string[],
  references: readonly NumberedReference[],
): void => {
  const { id } = addState(space, space.cursor, facts, references);
  space.answer = id;
};

/** Removes an answer that was not supported, and its state if nothing else led there. */
export const withdrawAnswer = (space: ReasoningSpace): void => {
  const id = space.answer;
  delete space.answer;
  if (id === undefined || id !== space.states.length - 1 || stateAt(space, id).visits > 0) return;
  const { parents } = stateAt(space, id);
  space.states.pop();
  for (const parent of parents) {
    const { children } = stateAt(space, parent);
    children.splice(children.indexOf(id), 1);
  }
};

/** Adds a value to a state and to all of its ancestors, each once. */
export const backpropagate = (space: ReasoningSpace, id: number, value: number): void => {
  const seen = new Set<number>();
  const queue = [id];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const state = stateAt(space, at);
    state.visits += 1;
    state.total += value;
    queue.push(...state.parents);
  }
};

/** UCT(s, p) = Q(s)/N(s) + w·√(ln N(p) / N(s)); a state never visited comes first (AirRAG, section 3.2). */
export const uct = (state: Pick<SpaceState, 'visits' | 'total'>, parentVisits: number, weight = EXPLORATION): number =>
  state.visits === 0
    ? Number.POSITIVE_INFINITY
    : state.total / state.visits + weight * Math.sqrt(Math.log(Math.max(1, parentVisits)) / state.visits);

/**
 * Goes down from the root by UCT to the state to search from next: a state competes with its own children, as one from
 * which more can be asked.
 */
export const selectState = (space: ReasoningSpace): SpaceState => {
  let state = stateAt(space, 0);
  for (const _ of space.states) {
    const { visits } = state;
    // Staying means one more child here: worth what the state's own rounds were worth, less with every child it has.
    const stay = uct(
      {
        visits: 1 + state.children.length,
        total: state.visits === 0 ? 0 : (state.total / visits) * (1 + state.children.length),
      },
      visits,
    );
    const best = state.children
      .map((id) => stateAt(space, id))
      .map((child) => ({ child, score: uct(child, visits) }))
      .sort((a, b) => b.score - a.score)[0];
    if (!best || best.score <= stay) return state;
    state = best.child;
  }
  return state;
};

const leadsTo = (space: ReasoningSpace, from: number, to: number): boolean => {
  const seen = new Set<number>();
  const queue = [from];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (at === to) return true;
    if (seen.has(at)) continue;
    seen.add(at);
    queue.push(...stateAt(space, at).children);
  }
  return false;
};

/** The space as a page draws it: a state by what it newly establishes; `chosen` is the answer's, or
 * the one from which the searches under way started. */
export const drawSpace = ({
  states,
  cursor,
  answer = cursor,
}: ReasoningSpace): Extract<Drawing, { drawing: 'graph' }> => ({
  drawing: 'graph',
  nodes: states.map(({ id, facts, parents, visits, total }) => {
    const before = new Set(parents.flatMap((parent) => states[parent]?.facts ?? []));
    const newest = facts.findLast((fact) => !before.has(fact)) ?? facts.at(-1);
    const sufficiency = visits === 0 ? [] : [`sufficiency ${(total / visits).toFixed(2)}, ${visits}×`];
    return {
      id: String(id),
      label: newest?.replace(/\s*\[\d+\]/g, '') ?? 'Nothing established yet',
      detail: [...facts, ...sufficiency].join('\n'),
      ...(id === answer ? { chosen: true } : {}),
    };
  }),
  edges: states.flatMap(({ id, children }) => children.map((to) => ({ from: String(id), to: String(to) }))),
});

/** Adds a state without an answer to the space, with its sufficiency as value, and goes on from there. */
export const enterState = (
  space: ReasoningSpace,
  facts: readonly string[],
  question: string,
  context: Pick<QuestionContext, 'references'>,
): void => {
  const { id } = addState(space, space.cursor, facts, citedOf(context, facts.join(' ')));
  backpropagate(space, id, sufficiency(facts, question));
  space.cursor = id;
};

/** Sufficiency of a state without an answer: .9 times the share of the question's words that its facts hold. */
export const sufficiency = (facts: readonly string[], question: string): number =>
  facts.length === 0 ? 0 : 0.9 * shareIn(contentStems(question), contentStems(facts.join(' ')));
