import type { Drawing } from '../../../core/drawing.ts';
import { citedOf } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import type { NumberedReference } from '../../references/reference.ts';
import { newFacts } from './facts.ts';

/**
 * The reasoning states of a question, for drawing. A state is the set of facts established so far. Paths that lead to
 * equivalent states share a node (as CRP-RAG merges steps).
 */
export interface ReasoningSpace {
  readonly states: SpaceState[];
  /** The state from which the current searches started; -1 before the first. */
  cursor: number;
  /** Id of the answer's state. */
  answer?: number;
  /** What the answer added: a new state with its edge, or only an edge from this state to an existing one. */
  answerAdded?: 'state' | { edgeFrom: number };
}

export interface SpaceState {
  id: number;
  facts: readonly string[];
  /** Sources that the facts cite. */
  references: readonly NumberedReference[];
  parents: number[];
  children: number[];
}

/** A space without states. */
export const createSpace = (): ReasoningSpace => ({ states: [], cursor: -1 });

/** @throws for an id that is not in the space */
const stateAt = ({ states }: ReasoningSpace, id: number): SpaceState => {
  const state = states[id];
  if (!state) throw new Error(`The reasoning space has no state ${id}.`);
  return state;
};

/**
 * Adds a round's state below its parent, or merges it into an equivalent one. Adds no edge that would close a cycle.
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
  };
  space.states.push(state);
  if (parent >= 0) stateAt(space, parent).children.push(state.id);
  return state;
};

/** Adds the answer's state, with its statements as facts. */
export const addAnswer = (
  space: ReasoningSpace,
  facts: readonly string[],
  references: readonly NumberedReference[],
): void => {
  const { cursor, states } = space;
  const count = states.length;
  const childrenBefore = new Set(states[cursor]?.children);
  const { id, parents } = addState(space, cursor, facts, references);
  space.answer = id;
  delete space.answerAdded;
  if (id === count) space.answerAdded = 'state';
  else if (parents.includes(cursor) && !childrenBefore.has(id)) space.answerAdded = { edgeFrom: cursor };
};

/**
 * Removes an unsupported answer and what it added. A state that existed before the answer stays, because searches start
 * from it.
 */
export const withdrawAnswer = (space: ReasoningSpace): void => {
  const { answer, answerAdded } = space;
  delete space.answer;
  delete space.answerAdded;
  if (answer === undefined || answerAdded === undefined) return;
  const { parents } = stateAt(space, answer);
  for (const parent of answerAdded === 'state' ? parents : [answerAdded.edgeFrom]) {
    const { children } = stateAt(space, parent);
    children.splice(children.indexOf(answer), 1);
  }
  if (answerAdded === 'state') space.states.pop();
  else parents.splice(parents.indexOf(answerAdded.edgeFrom), 1);
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

/**
 * The space in the format that the web page draws. A state's label is its newest fact. `chosen` marks the answer's
 * state or, without an answer, the state from which the current searches started.
 */
export const drawSpace = ({
  states,
  cursor,
  answer = cursor,
}: ReasoningSpace): Extract<Drawing, { drawing: 'graph' }> => ({
  drawing: 'graph',
  nodes: states.map(({ id, facts, parents }) => {
    const before = new Set(parents.flatMap((parent) => states[parent]?.facts ?? []));
    const newest = facts.findLast((fact) => !before.has(fact)) ?? facts.at(-1);
    return {
      id: String(id),
      label: newest?.replace(/\s*\[\d+\]/g, '') ?? 'Nothing established yet',
      detail: facts.join('\n'),
      ...(id === answer ? { chosen: true } : {}),
    };
  }),
  edges: states.flatMap(({ id, children }) => children.map((to) => ({ from: String(id), to: String(to) }))),
});

/** Adds a state without an answer and moves the cursor to it. */
export const enterState = (
  space: ReasoningSpace,
  facts: readonly string[],
  context: Pick<QuestionContext, 'references'>,
): void => {
  space.cursor = addState(space, space.cursor, facts, citedOf(context, facts.join(' '))).id;
};
