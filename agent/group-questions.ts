import type { Budget } from '../core/answer.ts';
import { systemClock } from '../core/clock.ts';
import { createMeter } from './model/budget.ts';
import type { Models } from './model/open-model.ts';
import { runTask } from './model/run-task.ts';
import { SHOW_NOTHING } from './question-context.ts';
import { groupQuestions } from './tasks/group-questions.ts';

/**
 * Groups questions that ask for the same information, by a call of the fast model.
 * @returns the group of each question, a number that only compares; undefined for a question that the model left out
 * @throws BUDGET_EXHAUSTED before a call that would exceed the budget, and what a model call throws
 */
export type GroupQuestions = (questions: readonly string[], signal: AbortSignal) => Promise<(number | undefined)[]>;

/** @param budget shared by all calls of the returned function; its seconds run from now */
export const createQuestionGrouper = (models: Models, budget: Budget): GroupQuestions => {
  const clock = systemClock;
  const meter = createMeter(budget, clock);
  return async (questions, signal) => {
    const context = { models, meter, clock, signal, show: SHOW_NOTHING, status() {}, trace() {} };
    const { output } = await runTask(context, groupQuestions, { questions });
    return questions.map((_, at) => {
      const group = output.groups.findIndex((numbers) => numbers.includes(at + 1));
      return group < 0 ? undefined : group;
    });
  };
};
