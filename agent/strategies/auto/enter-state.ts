import { citedOf } from '../../nodes/search.ts';
import type { QuestionContext } from '../../question-context.ts';
import { contentStems, shareIn } from '../../references/content-stems.ts';
import { addState, backpropagate, type ReasoningSpace } from './space.ts';

/** Comes to a state without an answer: adds it to the space, with its sufficiency as value, and goes on from there. */
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

/** How near a state without an answer is to one: the share of the question's words that its facts speak of, below 1. */
export const sufficiency = (facts: readonly string[], question: string): number =>
  facts.length === 0 ? 0 : 0.9 * shareIn(contentStems(question), contentStems(facts.join(' ')));
